-- `match`: arguments that are described and not given: `match.is_table()`, `match.no.near(1, 2)`.
local part, host = ...
local words, arguments = part "namespaces", part "arguments"

local matcher_metatable = {}

function matcher_metatable:__call(value) return self.callback(value) == self.mod end

local match = setmetatable(host.shells.match, nil)

match._ = setmetatable({
  name = "_", mod = true, arguments = { n = 0 }, callback = function() return true end,
}, matcher_metatable)

function match.is_matcher(value)
  return type(value) == "table" and getmetatable(value) == matcher_metatable
end

function match.is_ref_matcher(value) return match.is_matcher(value) and value.name == "ref" end

local state_metatable = { __index = words.go_on }

function state_metatable:__call(...)
  part "matchers"
  local matcher, modifiers = words.resolve("matcher", self.tokens)
  self.tokens = {}
  local list = arguments.make(...)
  if not matcher then
    for _, modifier in ipairs(modifiers) do modifier.callback(self, list, 2) end
    return self
  end
  for _, modifier in ipairs(modifiers) do modifier.callback(self) end
  return setmetatable({
    name = matcher.name, mod = self.mod, arguments = list,
    callback = matcher.callback(self, list, 2),
  }, matcher_metatable)
end

function match.state() return setmetatable({ mod = true, tokens = {} }, state_metatable) end

return setmetatable(match, { __index = function(_, key) return match.state()[key] end })
