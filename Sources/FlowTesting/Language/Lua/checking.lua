-- What an assertion does that is not known to hold by itself.
local part = ...
local failing, words = part "failing", part "namespaces"
local fail = failing.fail

local checking = {}

-- Whether the spec has said itself how what differs is to be shown.
local function has_formatter(difference)
  local format = part "snapshots".format
  return format(difference.expected) ~= nil or format(difference.actual) ~= nil
end

-- What an assertion raises. Where it has a difference to show, its text is only the headline.
local function refuse(state, assertion, list)
  local key = state.mod and assertion.positive_message or assertion.negative_message
  local difference = state.mod and list.difference or nil
  if difference and has_formatter(difference) then difference = nil end
  local text = key ~= nil and part "say"(key, part "format".list(list)) or nil
  local own = rawget(state, "failure_message")
  if own ~= nil then
    own = failing.has_text(own) and tostring(own) or part "format".value(own)
  end
  local headline
  if text and difference then
    headline = text:match("^[^\n]*")
    if own then headline = own .. "\n" .. headline end
  end
  if text and own then text = own .. "\n" .. text end
  fail(text or own or "assertion failed!", 0, difference, headline)
end

local function check(state, assertion, ...)
  local list = part "arguments".make(...)
  local holds, results = assertion.callback(state, list, 2)
  if (not holds) == state.mod then refuse(state, assertion, list) end
  if results then return part "arguments".unpack(results) end
  return ...
end

-- Chains that have taken something, such as `assert.spy(s)`

local state_metatable = { __index = words.go_on }

function state_metatable:__call(...)
  local assertion, modifiers = words.resolve("assertion", self.tokens)
  if assertion then
    for _, modifier in ipairs(modifiers) do modifier.callback(self) end
    return check(self, assertion, ...)
  end
  local list = part "arguments".make(...)
  self.tokens = {}
  for _, modifier in ipairs(modifiers) do modifier.callback(self, list, 2) end
  return self
end

function checking.state() return setmetatable({ mod = true, tokens = {} }, state_metatable) end

-- Calls a chain of words alone.
function checking.call(chain, ...)
  local state = checking.state()
  local assertion = chain.assertion
  if assertion then
    for _, modifier in ipairs(chain.modifiers) do modifier.callback(state) end
    return check(state, assertion, ...)
  end
  local list = part "arguments".make(...)
  for _, modifier in ipairs(chain.modifiers) do modifier.callback(state, list, 2) end
  return state
end

return checking
