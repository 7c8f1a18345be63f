-- Deep comparison and copies.
local part = ...
local metatable_of = debug.getmetatable

local compare = {}

-- Whether two values are the same throughout; if not, the keys that lead to the first difference,
-- the innermost first. Metatables with an `__eq` in common decide for themselves, but for the two
-- values themselves where `ignores_metatable` says so. Cycles are the same where they meet.
local function same(left, right, ignores_metatable, pairs_seen)
  if type(left) ~= "table" or type(right) ~= "table" then return left == right end
  local metatable = metatable_of(left)
  local decides = metatable and metatable == metatable_of(right) and metatable.__eq
  if decides and not ignores_metatable then return left == right end
  if not decides and rawequal(left, right) then return true end
  local seen = pairs_seen[left]
  if seen then
    if seen[right] then return true end
    seen[right] = true
  else
    pairs_seen[left] = { [right] = true }
  end
  for key, value in next, left do
    local other = right[key]
    if other == nil then return false, { key } end
    local is_same, crumbs = same(value, other, nil, pairs_seen)
    if not is_same then
      crumbs = crumbs or {}
      crumbs[#crumbs + 1] = key
      return false, crumbs
    end
  end
  for key in next, right do
    if left[key] == nil then return false, { key } end
  end
  return true
end

function compare.same(left, right, ignores_metatable)
  return same(left, right, ignores_metatable, {})
end

function compare.shallow_copy(value)
  if type(value) ~= "table" then return value end
  local copy = setmetatable({}, getmetatable(value))
  for key, item in next, value do copy[key] = item end
  return copy
end

-- Spies are not copied: who compares them means the spy.
function compare.deep_copy(value, with_metatables, copies)
  if type(value) ~= "table" then return value end
  copies = copies or {}
  if copies[value] then return copies[value] end
  local copy = {}
  copies[value] = copy
  local is_spy = part "spy".is_spy
  for key, item in next, value do
    copy[key] = is_spy(item) and item or compare.deep_copy(item, with_metatables, copies)
  end
  local metatable = metatable_of(value)
  if with_metatables then metatable = compare.deep_copy(metatable, false, copies) end
  return debug.setmetatable(copy, metatable)
end

-- A list of arguments as it is now, and what it refers to.
function compare.keep(list)
  local values = setmetatable({}, getmetatable(list))
  local is_spy, is_matcher = part "spy".is_spy, part "match".is_matcher
  for key, value in pairs(list) do
    local is_kept = is_matcher(value) or is_spy(value)
    values[key] = is_kept and value or compare.deep_copy(value)
  end
  return { vals = values, refs = compare.shallow_copy(list) }
end

local function fits(values, references, expected)
  local match = part "match"
  for index, value in pairs(values) do
    local wanted = expected[index]
    if match.is_matcher(wanted) then
      if match.is_ref_matcher(wanted) then value = references[index] end
      if not wanted(value) then return false end
    elseif wanted == nil or not compare.same(value, wanted) then
      return false
    end
  end
  for index, wanted in pairs(expected) do
    if values[index] == nil and not (match.is_matcher(wanted) and wanted(nil)) then return false end
  end
  return true
end

-- The last of the kept lists that fits what is expected.
function compare.find_last(kept, expected)
  for index = #kept, 1, -1 do
    if fits(kept[index].vals, kept[index].refs, expected) then return kept[index] end
  end
end

-- The first of the expected lists that these arguments fit.
function compare.find_expected(expected, list)
  for _, item in ipairs(expected) do
    if fits(list, list, item.vals) then return item end
  end
end

return compare
