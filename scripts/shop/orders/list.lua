-- What the user ordered. Which one to show is for the parent to say: `selected` goes up to it.
local session = require "lib.session"

local list = { user = session.user }

function list:start()
  self.router:push("order_list", self:contents())
end

list.transitions = {
  parent = {
    refresh = function(self) self.router:update("order_list", self:contents()) end,
  },
}

function list:contents()
  return { orders = self.services.orders.of(self:user().email) }
end

return list
