-- Asks who is coming until there is an answer, and finishes with { name = … }.
local guest = {}

function guest:start(input)
  local name
  while not name do
    local answer = self:ask("name", { party = input.party })
    if answer.name ~= "" then
      name = answer.name
    else
      self.router:update("name", { problem = "Please tell us a name." })
    end
  end
  self:finish { name = name }
end

return guest
