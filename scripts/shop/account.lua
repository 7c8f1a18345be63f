-- Only ever there while somebody is signed in: the root sees to that. The screen's `show_orders` is
-- not named here, so it goes up to the root.
local session = require "lib.session"

local account = { user = session.user }

function account:start()
  self.router:push("account", self:user())
end

account.transitions = {
  account = {
    show_addresses = function(self)
      local addresses = self.services.accounts.addresses(self:user().email)
      self.router:push("saved_addresses", { addresses = addresses })
    end,
    sign_out = { present = "confirm_sign_out", style = "action_sheet" },
  },
  confirm_sign_out = {
    confirmed = { emit = "sign_out" },
    stay = { ignore = true },
  },
}

return account
