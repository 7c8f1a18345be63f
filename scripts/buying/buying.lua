-- Buys the product that it is given, one question a screen, and finishes with the order.
-- What it takes, says and gives is in protocols.lua.
local buying = { implements = "buying" }

function buying:start(product)
  self.router:push("quantity", { name = product.name, price = product.price })
end

buying.transitions = {
  quantity = {
    chosen = { steps = { { call = "keep" }, { push = "delivery" } } },
  },
  delivery = {
    chosen = { steps = { { call = "keep" }, { push = "review", with = "summary" } } },
  },
  review = {
    create_account = { emit = "create_account", with = "buyer" },
    confirmed = function(self)
      local order, problem = self.services.orders.place(self:summary())
      if not order then return self.router:update { problem = problem } end
      self:finish(order)
    end,
  },
  parent = {
    signed_in = { update = "review", with = "greeting" },
  },
}

-- Answers are kept in the state, not on the screens: going back and answering again replaces one.
function buying:keep(answer)
  for key, value in pairs(answer) do self.state[key] = value end
end

function buying:summary()
  return {
    product = self.input.name,
    price = self.input.price,
    quantity = self.state.quantity,
    address = self.state.address,
    email = self.state.email,
  }
end

function buying:buyer()
  return { email = self.state.email }
end

function buying:greeting(user)
  return { greeting = "You are signed in as " .. user.name .. "." }
end

return buying
