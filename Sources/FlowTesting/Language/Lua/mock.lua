-- `mock`: spies, or stubs, on all functions of a table and of the tables within.
local part, host = ...
local spy, stub = part "spy", part "stub"

local mock = setmetatable(host.shells.mock, nil)

function mock.new(object, does_stub, func, owner, key)
  local seen = {}
  local function make(value, within, name)
    if type(value) == "table" then
      if spy.is_spy(value) or seen[value] then return value end
      seen[value] = true
      for inner, item in pairs(value) do value[inner] = make(item, value, inner) end
    elseif type(value) == "function" then
      if does_stub then return stub(within, name, func) end
      if within == nil then return spy.new(value) end
      return spy.on(within, name)
    end
    return value
  end
  return make(object, owner, key)
end

local function each_spy(object, action, seen)
  if type(object) ~= "table" or seen[object] then return object end
  seen[object] = true
  if spy.is_spy(object) then return object[action](object) end
  for _, value in pairs(object) do each_spy(value, action, seen) end
  return object
end

function mock.clear(object) return each_spy(object, "clear", {}) end
function mock.revert(object) return each_spy(object, "revert", {}) end

return setmetatable(mock, { __call = function(_, ...) return mock.new(...) end })
