-- From the lines to buy to an order that is paid. Each step is a child that says what was chosen
-- and lives on beneath the next one, so that going back finds it as it was left.
local money = require "lib.money"
local session = require "lib.session"

local checkout = { user = session.user, signed_out = session.signed_out }

-- The cart and the product's page both come here; whichever forgets something is told so.
checkout.contract = {
  input = {
    lines = {
      array_of = {
        sku = "string",
        name = "string",
        price = "integer", -- cents
        price_text = "string",
        quantity = "integer",
      },
    },
  },
  result = { order = "table", ["view?"] = "boolean" }, -- view: whether the user wants to see it
}

function checkout:start(input)
  self.router:push("summary", {
    lines = input.lines,
    total = money.format(money.total(input.lines)),
  })
end

checkout.transitions = {
  summary = {
    continue = {
      { when = "signed_out", start = "auth", present = "sheet" },
      { start = "checkout/address", as = "address" },
    },
  },
  auth = { finished = { start = "checkout/address", as = "address" } },

  address = {
    chosen = {
      steps = {
        { call = "remember" },
        { start = "checkout/shipping", as = "shipping", with = "destination" },
      },
    },
  },
  shipping = {
    chosen = {
      steps = {
        { call = "remember" },
        { start = "checkout/payment", as = "payment", with = "amount" },
      },
    },
  },
  payment = {
    paid = {
      steps = {
        { call = "place_order" },
        { start = "checkout/confirmation", as = "confirmation", with = "order" },
      },
    },
  },
  confirmation = { finished = { finish = true, with = true } },

  -- Every step has a button to leave, and none of them names it: it comes up to here.
  any = { close = { present = "leave_checkout", style = "alert" } },
  leave_checkout = {
    leave = { cancel = true },
    stay = { ignore = true },
  },
}

-- A choice is { address = … } or { method = … }; made again, it replaces the one before.
function checkout:remember(choice)
  for key, value in pairs(choice) do self.state[key] = value end
end

function checkout:destination()
  return { country = self.state.address.country }
end

function checkout:amount()
  return { cents = money.total(self.input.lines) + self.state.method.price }
end

function checkout:place_order(receipt)
  self.state.order = self.services.orders.place {
    email = self:user().email,
    lines = self.input.lines,
    address = self.state.address,
    method = self.state.method.name,
    total = money.format(receipt.cents),
  }
end

function checkout:order()
  return self.state.order
end

return checkout
