-- One tea, shown from the catalog or from a search: { sku = … }.
local product = {}

function product:start(input)
  self.state.product = self.services.catalog.product(input.sku)
  self.router:push("details", self.state.product)
end

product.transitions = {
  details = {
    show_photo = { present = "photo", style = "full_screen", with = "photo" },
    add_to_cart = {
      { unless = "in_stock", present = "sold_out", style = "alert" },
      { emit = "add_to_cart", with = "line" },
    },
    buy_now = {
      { unless = "in_stock", present = "sold_out", style = "alert" },
      { start = "checkout", present = "full_screen", with = "purchase" },
    },
  },
  photo = { close = { dismiss = true } },
  sold_out = { ok = { ignore = true } },
  checkout = { finished = { emit = "ordered", with = true } },
}

function product:in_stock()
  return self.state.product.stock > 0
end

function product:line()
  local tea = self.state.product
  return {
    sku = tea.sku,
    name = tea.name,
    price = tea.price,
    price_text = tea.price_text,
    quantity = 1,
  }
end

function product:purchase()
  return { lines = { self:line() } }
end

function product:photo()
  return { name = self.state.product.name, file = self.state.product.photo }
end

return product
