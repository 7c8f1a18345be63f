-- How: what can be sent to { country = … }.
local shipping = {}

function shipping:start(input)
  local methods = self.services.shipping.methods(input.country)
  self.router:push("methods", { country = input.country, methods = methods })
end

shipping.transitions = {
  methods = {
    selected = { emit = "chosen", with = function(self, method) return { method = method } end },
  },
}

return shipping
