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
    submitted = {
      { unless = "is_complete", update = true, with = "complaint" },
      { emit = "chosen", with = "choice" },
    },
  },
}

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
