-- Stands in for `buying`, on a single screen: it implements the same protocol.
local buying = { implements = "buying" }

function buying:start(product)
  self.router:push("order_form", { name = product.name, price = product.price })
end

buying.transitions = {
  order_form = {
    create_account = { emit = "create_account", with = true },
    confirmed = function(self, answers)
      local order, problem = self.services.orders.place {
        product = self.input.name,
        price = self.input.price,
        quantity = answers.quantity,
        address = answers.address,
        email = answers.email,
      }
      if not order then return self.router:update { problem = problem } end
      self:finish(order)
    end,
  },
  parent = {
    signed_in = { update = "order_form", with = "greeting" },
  },
}

function buying:greeting(user)
  return { greeting = "You are signed in as " .. user.name .. "." }
end

return buying
