-- What `require` gives for the names of busted and luassert, and, in the sandbox, for all others.
local part, host = ...
local builtins = host.builtins
local failing = part "failing"

-- `require "busted"`: the words of the language, and little more.
local function busted()
  local channels = part "channels"
  local api = {
    version = "2.1.1", fail = function(message, level)
      failing.fail(message, type(level) == "number" and level - 1 or 0)
    end,
    publish = channels.publish, subscribe = channels.subscribe, unsubscribe = channels.unsubscribe,
    gettime = host.clock, monotime = host.clock,
    sleep = function() end, parent = function() end, children = function() return {} end,
    bindfenv = function(callable, name, value) part "rebinding"(callable, name, value) end,
  }
  for _, word in ipairs {
    "describe", "context", "insulate", "expose", "it", "spec", "test", "pending", "before_each",
    "after_each", "setup", "teardown", "lazy_setup", "lazy_teardown", "strict_setup",
    "strict_teardown", "assert", "spy", "stub", "mock", "match",
  } do
    api[word] = builtins[word]
  end
  return setmetatable({}, {
    __index = api, __newindex = function() error("Attempt to modify busted", 2) end,
  })
end

-- `luassert.util`, as specs of assertions use it.
local function util()
  local arguments, compare, words = part "arguments", part "compare", part "namespaces"
  return {
    pack = table.pack, unpack = arguments.unpack, make_arglist = arguments.make,
    is_arglist = arguments.is_list, tinsert = arguments.insert, tremove = arguments.remove,
    cleararglist = arguments.clear, deepcompare = compare.same, deepcopy = compare.deep_copy,
    shallowcopy = compare.shallow_copy, copyargs = compare.keep, matchargs = compare.find_last,
    matchoncalls = compare.find_expected, callable = part "assertions".is_callable,
    hastostring = failing.has_text, extract_keys = words.keys,
    errorlevel = function(level) return (level or 1) + 1 end,
  }
end

local function state()
  local snapshots = part "snapshots"
  return {
    snapshot = snapshots.take, add_formatter = snapshots.add_formatter,
    remove_formatter = snapshots.remove_formatter, set_parameter = snapshots.set_parameter,
    get_parameter = snapshots.get_parameter, add_spy = snapshots.add_spy,
    format_argument = function(value, _, options) return part "format".value(value, options) end,
  }
end

local function nothing() return true end
local function assert_itself() return builtins.assert end

local known = {
  busted = busted, luassert = assert_itself, ["luassert.assert"] = assert_itself,
  say = function() return part "say" end,
  ["busted.runner"] = function() return nothing end,
  ["busted.fixtures"] = function() return part "fixtures" end,
  ["luassert.util"] = util, ["luassert.state"] = state,
  ["luassert.namespaces"] = function() return part "namespaces".namespaces end,
  ["luassert.formatters.binarystring"] = function() return part "binary" end,
}
for _, name in ipairs { "spy", "stub", "mock", "match" } do
  known["luassert." .. name] = function() return builtins[name] end
end
for _, name in ipairs {
  "assertions", "modifiers", "array", "matchers", "matchers.core", "matchers.composite",
  "formatters", "languages.en",
} do
  known["luassert." .. name] = nothing
end

local modules = {}

-- Where Lua's own `require` looks first.
function modules.preload(into)
  for name, make in pairs(known) do into[name] = make end
end

-- `require` of the sandbox: what is built in, then the project's own files.
local loading = {}
local leaving = { __close = function() loading[#loading] = nil end }

function modules.require(name)
  if type(name) ~= "string" then failing.raise("require takes the name of a module") end
  local loaded = host.loaded
  if loaded[name] ~= nil then return loaded[name] end
  if known[name] then
    loaded[name] = known[name]()
    return loaded[name]
  end
  local chunk, problem = host.find(name)
  if not chunk then failing.raise(problem) end
  for index, outer in ipairs(loading) do
    if outer == name then
      local circle = table.concat(loading, " → ", index) .. " → " .. name
      failing.raise("modules require each other in a circle: " .. circle)
    end
  end
  loading[#loading + 1] = name
  -- Not by pcall: an error is told where it was raised, within the module.
  local left <close> = setmetatable({}, leaving) -- luacheck: ignore
  local value = chunk(name)
  if value == nil then value = loaded[name] == nil and true or loaded[name] end
  loaded[name] = value
  return value
end

return modules
