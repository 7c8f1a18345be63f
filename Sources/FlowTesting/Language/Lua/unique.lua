-- Whether no two values of a table are equal, or, where it goes deep, the same.
local part = ...

return function(values, is_deep)
  for key, value in pairs(values) do
    for other_key, other in pairs(values) do
      if key ~= other_key then
        if value == other then return false end
        if is_deep and part "compare".same(value, other, true) then return false end
      end
    end
  end
  return true
end
