-- `assert`: a chain of words, and a call that checks.
local part = ...
local failing, words = part "failing", part "namespaces"
local fail = failing.fail

local assert = {}

-- What an assertion raises. Where it has a difference to show, its text is only the headline.
local function refuse(state, assertion, list)
  local key = state.mod and assertion.positive_message or assertion.negative_message
  local difference = state.mod and list.difference or nil
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

-- MARK: Chains that have taken something, such as `assert.spy(s)`

local state_metatable = {}

function state_metatable:__index(key)
  words.split(key, rawget(self, "tokens"))
  return self
end

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

function assert.state() return setmetatable({ mod = true, tokens = {} }, state_metatable) end

-- MARK: Chains of words alone, which mean the same wherever they stand

local chains = {} -- what is known of each
local chain_metatable = {}

local function new_chain(tokens)
  local chain = setmetatable({}, chain_metatable)
  chains[chain] = { tokens = tokens, version = -1 }
  return chain
end

function chain_metatable:__index(key)
  local before = chains[self].tokens
  local chain = new_chain(words.split(key, table.move(before, 1, #before, 1, {})))
  rawset(self, key, chain)
  return chain
end

-- The checks that pass without anything to be made for them.
local quick = {
  equal = function(...) return select("#", ...) > 1 and (...) == (select(2, ...)) end,
  ["true"] = function(...) return (...) == true end,
  ["false"] = function(...) return (...) == false end,
  truthy = function(...) return (...) end,
  ["nil"] = function(...) return select("#", ...) > 0 and (...) == nil end,
}
quick.equals = quick.equal

local function resolve(chain)
  chain.assertion, chain.modifiers = words.resolve("assertion", chain.tokens)
  chain.version = words.version()
  local assertion = chain.assertion
  chain.quick = assertion and assertion.is_builtin and quick[assertion.name] or nil
  for _, modifier in ipairs(chain.modifiers) do
    if modifier.callback == words.opposite or not modifier.is_builtin then chain.quick = nil end
  end
end

function chain_metatable:__call(...)
  local chain = chains[self]
  if chain.version ~= words.version() then resolve(chain) end
  if chain.quick and chain.quick(...) then return ... end
  local state = assert.state()
  local assertion = chain.assertion
  if assertion then
    for _, modifier in ipairs(chain.modifiers) do modifier.callback(state) end
    return check(state, assertion, ...)
  end
  local list = part "arguments".make(...)
  for _, modifier in ipairs(chain.modifiers) do modifier.callback(state, list, 2) end
  return state
end

-- MARK: The rest of what `assert` can do

function assert.register(_, ...) words.register(...) end
function assert.unregister(_, ...) words.unregister(...) end
function assert.add_formatter(_, formatter) part "snapshots".add_formatter(formatter) end
function assert.remove_formatter(_, formatter) part "snapshots".remove_formatter(formatter) end
function assert.format(_, list) return part "format".list(list) end
function assert.set_parameter(_, name, value) part "snapshots".set_parameter(name, value) end
function assert.get_parameter(_, name) return part "snapshots".get_parameter(name) end
function assert.add_spy(_, spy) part "snapshots".add_spy(spy) end
function assert.snapshot() return part "snapshots".take() end

local level_metatable = {}
function assert.level(_, level) return setmetatable({ level = level }, level_metatable) end
function assert.get_level(_, level)
  return getmetatable(level) == level_metatable and level.level or nil
end

assert._VERSION = "Luassert 1.9.0"
assert._DESCRIPTION = "The assertions of luassert, as Sextant has them."

local first = new_chain {}
local metatable = { __index = first }

function metatable:__call(holds, message, level, ...)
  if not holds then
    if message == nil then message = "assertion failed!" end
    fail(message, (self:get_level(level) or 1) - 1)
  end
  return holds, message, level, ...
end

part "names"
words.open()

return setmetatable(assert, metatable)
