-- `assert.array(list).has.no.holes(length)`
local part = ...
local words, failing = part "namespaces", part "failing"

words.register("modifier", "array", function(state, list)
  if list.n == 0 then failing.fail("No array provided to the array-modifier") end
  if rawget(state, "array") ~= nil then failing.fail("Array already set") end
  rawset(state, "array", list[1])
  return state
end)

-- Gives the first hole too.
words.register("assertion", "holes", function(state, list)
  local length, values = list[1], rawget(state, "array")
  if values == nil then
    failing.fail("No array set, please use the array modifier to set the array to validate")
  end
  if length == nil then
    length = 0
    for key in pairs(values) do
      if math.tointeger(key) and key > length then length = key end
    end
  end
  if type(length) ~= "number" then
    failing.fail("expected array length to be of type 'number', got: " .. tostring(length))
  end
  local hole
  for index = 1, length do
    if values[index] == nil then
      hole = index
      break
    end
  end
  list[1], list.n = hole, hole and 1 or 0
  return hole ~= nil, { hole }
end, "assertion.array_holes.positive", "assertion.array_holes.negative")

return true
