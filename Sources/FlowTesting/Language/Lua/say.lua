-- Texts by key and language.
local registry = { en = {} }
local language, fallback = "en", "en"

local say = { _registry = registry }

function say:set_namespace(name)
  registry[name] = registry[name] or {}
  language = name
end

function say:set_fallback(name)
  registry[name] = registry[name] or {}
  fallback = name
end

function say:set(key, text) registry[language][key] = text end

local metatable = { __index = function(_, key) return registry[key] end }

function metatable:__call(key, values)
  if values ~= nil and type(values) ~= "table" then
    error(("expected parameter table to be a table, got '%s'"):format(type(values)), 2)
  end
  local text = registry[language][key]
  if text == nil then text = registry[fallback][key] end
  if text == nil then return nil end
  local shown, count = {}, math.max(values and values.n or 0, values and #values or 0)
  for index = 1, count do shown[index] = tostring(values[index]) end
  text = tostring(text)
  return count > 0 and text:format(table.unpack(shown, 1, count)) or text
end

-- Of both signs of an assertion: what holds for it, and for its opposite.
for key, text in pairs {
  same = {
    "Expected objects to be the same.\nPassed in:\n%s\nExpected:\n%s",
    "Expected objects to not be the same.\nPassed in:\n%s\nDid not expect:\n%s",
  },
  equals = {
    "Expected objects to be equal.\nPassed in:\n%s\nExpected:\n%s",
    "Expected objects to not be equal.\nPassed in:\n%s\nDid not expect:\n%s",
  },
  near = {
    "Expected values to be near.\nPassed in:\n%s\nExpected:\n%s +/- %s",
    "Expected values to not be near.\nPassed in:\n%s\nDid not expect:\n%s +/- %s",
  },
  matches = {
    "Expected strings to match.\nPassed in:\n%s\nExpected:\n%s",
    "Expected strings not to match.\nPassed in:\n%s\nDid not expect:\n%s",
  },
  unique = {
    "Expected object to be unique:\n%s", "Expected object to not be unique:\n%s",
  },
  error = {
    "Expected a different error.\nCaught:\n%s\nExpected:\n%s",
    "Expected no error, but caught:\n%s",
  },
  truthy = {
    "Expected to be truthy, but value was:\n%s", "Expected to not be truthy, but value was:\n%s",
  },
  falsy = {
    "Expected to be falsy, but value was:\n%s", "Expected to not be falsy, but value was:\n%s",
  },
  called = {
    "Expected to be called %s time(s), but was called %s time(s)",
    "Expected not to be called exactly %s time(s), but it was.",
  },
  called_at_least = { "Expected to be called at least %s time(s), but was called %s time(s)" },
  called_at_most = { "Expected to be called at most %s time(s), but was called %s time(s)" },
  called_more_than = { "Expected to be called more than %s time(s), but was called %s time(s)" },
  called_less_than = { "Expected to be called less than %s time(s), but was called %s time(s)" },
  called_with = {
    "Function was never called with matching arguments.\n"
      .. "Called with (last call if any):\n%s\nExpected:\n%s",
    "Function was called with matching arguments at least once.\n"
      .. "Called with (last matching call):\n%s\nDid not expect:\n%s",
  },
  returned_with = {
    "Function never returned matching arguments.\n"
      .. "Returned (last call if any):\n%s\nExpected:\n%s",
    "Function returned matching arguments at least once.\n"
      .. "Returned (last matching call):\n%s\nDid not expect:\n%s",
  },
  returned_arguments = {
    "Expected %s results(s) to be returned, but got %s",
    "Expected not %s results(s) to be returned, but got %s",
  },
  array_holes = {
    "Expected array to have holes, but none were found.\n",
    "Expected array to not have holes, but found a hole at index: %s\n",
  },
} do
  registry.en["assertion." .. key .. ".positive"] = text[1]
  registry.en["assertion." .. key .. ".negative"] = text[2]
end
registry.en["assertion.internal.argtolittle"] =
  "the '%s' function requires a minimum of %s arguments, got: %s"
registry.en["assertion.internal.badargtype"] = "bad argument #%s to '%s' (%s expected, got %s)"

return setmetatable(say, metatable)
