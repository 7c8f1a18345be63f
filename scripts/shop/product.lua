-- One tea, shown from the catalog or from a search: { sku = … }.
local product = {}

function product:start(input)
  local tea, problem = self.services.catalog.product(input.sku)
  if not tea then -- a link may be older than what is for sale
    return self.router:present("no_such_tea", { problem = problem }, { style = "alert" })
  end
  self.state.product = tea
  self.router:push("details", tea)
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
  no_such_tea = { ok = { cancel = "no_such_tea" } },
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
