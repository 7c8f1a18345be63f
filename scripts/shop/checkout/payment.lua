-- Takes the money.
local money = require "lib.money"

local payment = {}

payment.contract = {
  input = { cents = "integer" },
  emits = { paid = { cents = "integer" } },
}

function payment:start(input)
  self.router:push("card", { amount = money.format(input.cents) })
end

payment.transitions = {
  card = {
    submitted = function(self, card)
      self.router:update { note = "One moment…", problem = "" }
      local receipt, problem = self.services.payments.charge(card, self.input.cents)
      if receipt then
        self:emit("paid", receipt)
      else
        self.router:update { number = card.number, note = "", problem = problem }
      end
    end,
  },
  app = {
    -- The system takes a picture of the app now: the card must not be in it.
    did_enter_background = {
      update = "card", with = function() return { number = "", code = "" } end,
    },
  },
}

return payment
