-- Where to: one of the user's addresses, or a new one.
local session = require "lib.session"

local address = { user = session.user }

function address:start()
  local addresses = self.services.accounts.addresses(self:user().email)
  self.router:push("addresses", { addresses = addresses })
end

address.transitions = {
  addresses = {
    selected = { emit = "chosen", with = "choice" },
    add = { push = "address_form" },
  },
  address_form = {
    typed = function(self, fields) self.state.draft = fields end,
    submitted = {
      { unless = "is_complete", update = true, with = "complaint" },
      { steps = { { call = "forget_draft" }, { emit = "chosen", with = "choice" } } },
    },
    leave_blocked = { present = "discard_address", style = "alert" },
  },
  discard_address = {
    discard = function(self)
      self:forget_draft()
      self.router:proceed() -- does what was refused: going back, or following a link
    end,
    keep = { ignore = true },
  },
}

-- Asked before the form goes, other than by this coordinator itself.
address.can_leave = { address_form = "has_no_draft" }

function address:has_no_draft()
  return self.state.draft == nil
end

function address:forget_draft()
  self.state.draft = nil
end

function address:is_complete(fields)
  return fields.street ~= "" and fields.city ~= "" and fields.country ~= ""
end

function address:complaint()
  return { problem = "Please fill in street, city and country." }
end

function address:choice(fields)
  return { address = fields }
end

return address
