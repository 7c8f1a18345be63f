-- The matchers: each is given its arguments and answers with what judges a value.
local part = ...
local words, assertions, compare, match =
  part "namespaces", part "assertions", part "compare", part "match"
local require_count, require_argument = assertions.require_count, assertions.require_argument

local function register(name, make)
  words.register("matcher", name, function(_, list) return make(list, list[1]) end)
end

for _, name in ipairs {
  "boolean", "number", "string", "table", "nil", "userdata", "function", "thread",
} do
  register(name, function() return function(value) return type(value) == name end end)
end
register("true", function() return function(value) return value == true end end)
register("false", function() return function(value) return value == false end end)
register("truthy", function() return function(value) return value and true or false end end)
register("falsy", function() return function(value) return not value end end)
register("unique", function(_, is_deep)
  return function(value) return part "unique"(value, is_deep) end
end)

for _, name in ipairs { "equal", "equals" } do
  register(name, function(list, expected)
    require_count(list, "equals", 1)
    return function(value) return value == expected end
  end)
end

register("same", function(list, expected)
  require_count(list, "same", 1)
  return function(value)
    if type(value) == "table" and type(expected) == "table" then
      return (compare.same(value, expected, true))
    end
    return value == expected
  end
end)

register("near", function(list)
  require_count(list, "near", 2)
  local expected, tolerance = tonumber(list[1]), tonumber(list[2])
  local wanted = "number or object convertible to a number"
  require_argument(expected, 1, "near", wanted, part "format".value(list[1]))
  require_argument(tolerance, 2, "near", wanted, part "format".value(list[2]))
  return function(value)
    local actual = tonumber(value)
    if not actual then return false end
    return actual >= expected - tolerance and actual <= expected + tolerance
  end
end)

for _, name in ipairs { "match", "matches" } do
  register(name, function(list, pattern)
    local init, is_plain = list[2], list[3]
    require_count(list, "matches", 1)
    require_argument(type(pattern) == "string", 1, "matches", "string", type(pattern))
    require_argument(init == nil or tonumber(init), 2, "matches", "number", type(init))
    return function(value)
      local kind, metatable = type(value), getmetatable(value)
      local is_text = kind == "string" or kind == "number"
        or kind == "table" and type(metatable) == "table" and metatable.__tostring
      return is_text and tostring(value):find(pattern, init, is_plain) ~= nil or false
    end
  end)
end

register("ref", function(list, object)
  local kind = type(object)
  require_count(list, "ref", 1)
  local is_object = kind == "table" or kind == "function" or kind == "thread" or kind == "userdata"
  require_argument(is_object, 1, "ref", "object", kind)
  return function(value) return value == object end
end)

-- MARK: Of several

local function register_several(name, shown, judge)
  register(name, function(list)
    require_count(list, shown, 1)
    for index = 1, list.n do
      require_argument(match.is_matcher(list[index]), 1, shown, "matcher", type(list[index]))
    end
    return function(value) return judge(list, value) end
  end)
end

-- Whether one of the matchers judges the value so.
local function has_one(list, value, judgement)
  for _, matcher in ipairs(list) do
    if matcher(value) == judgement then return true end
  end
  return false
end

register_several("none_of", "none", function(list, value) return not has_one(list, value, true) end)
register_several("any_of", "any", function(list, value) return has_one(list, value, true) end)
register_several("all_of", "all", function(list, value) return not has_one(list, value, false) end)

return true
