-- The assertions on values. Each is given the chain's state and its arguments, and says whether it
-- holds; it leaves the arguments in the order in which messages show them: actual, expected.
local part = ...
local arguments, failing = part "arguments", part "failing"
local insert, remove = arguments.insert, arguments.remove

local function show(value) return part "format".value(value) end

local function require_count(list, name, count)
  if list.n >= count then return end
  failing.fail(part "say"("assertion.internal.argtolittle", { name, count, tostring(list.n) }))
end

local function require_argument(holds, index, name, expected, actual)
  if holds then return end
  failing.fail(part "say"("assertion.internal.badargtype", { index, name, expected, actual }))
end

local function set_message(state, message)
  if message ~= nil then state.failure_message = message end
end

local function swap(list) insert(list, 1, remove(list, 2)) end

local function is_callable(value)
  if type(value) == "function" then return true end
  local metatable = debug.getmetatable(value)
  return type(metatable) == "table" and type(rawget(metatable, "__call")) == "function"
end

-- MARK: Equality

local function equals(state, list)
  require_count(list, "equals", 2)
  local expected, actual = list[1], list[2]
  swap(list)
  set_message(state, list[3])
  local holds = expected == actual
  if not holds then
    local is_deep = type(expected) ~= "table" or type(actual) ~= "table"
    list.difference = { expected = expected, actual = actual, is_deep = is_deep }
  end
  return holds
end

local function same(state, list)
  require_count(list, "same", 2)
  local expected, actual = list[1], list[2]
  local holds, crumbs
  if type(expected) == "table" and type(actual) == "table" then
    holds, crumbs = part "compare".same(expected, actual, true)
    list.fmtargs = list.fmtargs or {}
    list.fmtargs[1], list.fmtargs[2] = { crumbs = crumbs }, { crumbs = crumbs }
  else
    holds = expected == actual
  end
  swap(list)
  set_message(state, list[3])
  if not holds then
    list.difference = { expected = expected, actual = actual, is_deep = true }
  end
  return holds
end

local function is_value(expected)
  return function(state, list)
    local actual = list[1]
    insert(list, 2, expected)
    set_message(state, list[3])
    if actual ~= expected then
      list.difference = { expected = expected, actual = actual, is_deep = true }
    end
    return actual == expected
  end
end

local function is_type(name)
  return function(state, list)
    insert(list, 2, "type " .. name)
    list.nofmt = list.nofmt or {}
    list.nofmt[2] = true
    set_message(state, list[3])
    return list.n > 1 and type(list[1]) == name
  end
end

local function truthy(state, list)
  require_count(list, "truthy", 1)
  set_message(state, list[2])
  return list[1] ~= false and list[1] ~= nil
end

local function falsy(state, list)
  require_count(list, "falsy", 1)
  set_message(state, list[2])
  return not list[1]
end

-- MARK: Numbers, texts, lists

local function near(state, list)
  require_count(list, "near", 3)
  local expected, actual, tolerance = tonumber(list[1]), tonumber(list[2]), tonumber(list[3])
  local wanted = "number or object convertible to a number"
  require_argument(expected, 1, "near", wanted, show(list[1]))
  require_argument(actual, 2, "near", wanted, show(list[2]))
  require_argument(tolerance, 3, "near", wanted, show(list[3]))
  swap(list)
  list[3] = tolerance
  list.nofmt = list.nofmt or {}
  list.nofmt[3] = true
  set_message(state, list[4])
  return actual >= expected - tolerance and actual <= expected + tolerance
end

-- Takes a message from among the optional arguments `init` and `plain`, and gives those.
local function take_options(list, name)
  local message, at = nil, 3
  for index = 3, list.n do
    local value = list[index]
    if value and type(value) ~= "boolean" and not tonumber(value) then
      if index == 3 then at = 4 end
      message = remove(list, index)
      break
    end
  end
  local init = list[3]
  require_argument(init == nil or tonumber(init), at, name, "number", type(init))
  return message, init, list[4]
end

-- What a text matches: whether it does, and the captures.
local function find(text, pattern, init, is_plain)
  if is_plain then
    local holds = text:find(pattern, init, is_plain) ~= nil
    return holds, holds and { pattern } or {}
  end
  local captures = { text:match(pattern, init) }
  return captures[1] ~= nil, captures
end

local function matches(state, list)
  require_count(list, "matches", 2)
  local pattern, given, actual = list[1], list[2], nil
  if failing.has_text(given) or type(given) == "number" then actual = tostring(given) end
  local message, init, is_plain = take_options(list, "matches")
  require_argument(type(pattern) == "string", 1, "matches", "string", type(pattern))
  local wanted = "string or object convertible to a string"
  require_argument(actual, 2, "matches", wanted, show(given))
  swap(list)
  set_message(state, message)
  return find(actual, pattern, init, is_plain)
end

local function unique(state, list)
  local values, is_deep, message = list[1]
  if type(list[2]) == "boolean" or (list[2] == nil and list.n > 2) then
    is_deep, message = list[2], list[3]
  else
    if type(list[3]) == "boolean" then is_deep = list[3] end
    message = list[2]
  end
  set_message(state, message)
  return part "unique"(values, is_deep)
end

-- MARK: Errors

-- Calls it and takes the error it raises, without the place in front.
local function catch(list, func)
  local results = part "compare".shallow_copy(list)
  local ok, err = pcall(func)
  if type(err) == "string" then err = err:gsub("^.-:%d+: ", "", 1) end
  results[1] = err
  list.nofmt = { [1] = ok or nil }
  list.n = 2
  list[1] = ok and "(no error)" or err
  return ok, err, results
end

local function has_error(state, list)
  local func, expected, message = list[1], list[2], list[3]
  require_argument(is_callable(func), 1, "error", "function or callable object", type(func))
  local ok, err, results = catch(list, func)
  list[2] = expected == nil and "(error)" or expected
  list.nofmt[2] = expected == nil
  set_message(state, message)
  if ok or expected == nil then return not ok, results end
  local holds
  if type(expected) == "string" and failing.has_text(err) then
    err = tostring(err)
    results[1] = err
    holds = expected == err
  elseif type(expected) == "number" and type(err) == "string" then
    holds = tostring(expected) == tostring(tonumber(err))
  elseif type(expected) == "table" and type(err) == "table" then
    holds = part "compare".same(expected, err, true)
  else
    holds = expected == err
  end
  if not holds then list.difference = { expected = expected, actual = err, is_deep = true } end
  return holds, results
end

local function error_matches(state, list)
  local func, pattern = list[1], list[2]
  require_count(list, "error_matches", 2)
  require_argument(is_callable(func), 1, "error_matches", "function or callable object", type(func))
  local is_pattern = pattern == nil or type(pattern) == "string"
  require_argument(is_pattern, 2, "error", "string", type(pattern))
  local message, init, is_plain = take_options(list, "matches")
  local ok, err, results = catch(list, func)
  list[2] = pattern
  set_message(state, message)
  if ok then return false, results end
  if err == nil and pattern == nil then return true, {} end
  if failing.has_text(err) or type(err) == "number" or type(err) == "boolean" then
    err = tostring(err)
    results[1] = err
  end
  if type(err) ~= "string" then return false, results end
  local holds, captures = find(err, pattern, init, is_plain)
  return holds, holds and captures or results
end

local function returned_arguments(_, list)
  list[1], list[2] = tostring(list[1]), tostring(list.n - 1)
  list.nofmt = list.nofmt or {}
  list.nofmt[1], list.nofmt[2] = true, true
  if list.n < 2 then list.n = 2 end
  return list[1] == list[2]
end

-- MARK: What `names` calls

local assertions = {
  equals = equals, same = same, matches = matches, near = near, unique = unique, truthy = truthy,
  falsy = falsy, error = has_error, error_matches = error_matches,
  returned_arguments = returned_arguments,
  ["true"] = is_value(true), ["false"] = is_value(false),
}
for _, name in ipairs {
  "boolean", "number", "string", "table", "nil", "userdata", "function", "thread",
} do
  assertions[name] = is_type(name)
end

return { is_callable = is_callable, require_count = require_count,
  require_argument = require_argument, by_name = assertions }
