-- The first tab: what there is, and one of it. Buying it is somebody else's flow; this one only
-- says that the user wants to, and what.
local products = {}

function products:start()
  self.router:push("products", { items = self.services.products.list() })
end

products.transitions = {
  products = {
    selected = { push = "product", with = true },
  },
  product = {
    buy = { emit = "buy", with = "shown_product" },
  },
}

function products:shown_product(payload, event)
  return event.params
end

return products
