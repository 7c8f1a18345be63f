-- Loads the parts of the language when they are first asked for.
local load, host = ...
local parts = {}

local function part(name)
  local known = parts[name]
  if known == nil then
    known = load(name)(part, host)
    parts[name] = known
  end
  return known
end
host.part = part

return part "main"
