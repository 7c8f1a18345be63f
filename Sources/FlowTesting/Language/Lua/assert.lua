-- `assert`: a chain of words, and a call that checks.
local part = ...
local words = part "namespaces"

local assert = {}
local first -- the chain of no words

-- What `assert` has besides that few use: a part of its own.
local is_member = {
  add_formatter = true, remove_formatter = true, format = true, set_parameter = true,
  get_parameter = true, add_spy = true, snapshot = true, level = true, get_level = true,
  state = true,
}

-- Chains of words alone mean the same wherever they stand.
local chains = {} -- what is known of each
local chain_metatable = {}

local function new_chain(tokens)
  local chain = setmetatable({}, chain_metatable)
  chains[chain] = { tokens = tokens, version = -1 }
  return chain
end

function chain_metatable:__index(key)
  if self == first and is_member[key] then return part "members"[key] end
  local before = chains[self].tokens
  local chain = new_chain(words.split(key, table.move(before, 1, #before, 1, {})))
  rawset(self, key, chain)
  return chain
end

-- The checks that pass without anything to be made for them.
local quick = {
  equal = function(...)
    local expected, actual = ...
    return expected == actual and select("#", ...) > 1
  end,
  ["true"] = function(...) return (...) == true end,
  ["false"] = function(...) return (...) == false end,
  truthy = function(...) return (...) end,
  ["nil"] = function(...) return (...) == nil and select("#", ...) > 0 end,
}
quick.equals = quick.equal

local function resolve(chain)
  chain.assertion, chain.modifiers = words.resolve("assertion", chain.tokens)
  chain.version = words.version
  local assertion = chain.assertion
  chain.quick = assertion and assertion.is_builtin and quick[assertion.name] or nil
  for _, modifier in ipairs(chain.modifiers) do
    if modifier.callback == words.opposite or not modifier.is_builtin then chain.quick = nil end
  end
end

function chain_metatable:__call(...)
  local chain = chains[self]
  if chain.version ~= words.version then resolve(chain) end
  local holds = chain.quick
  if holds and holds(...) then return ... end
  return part "checking".call(chain, ...)
end

function assert.register(_, ...) words.register(...) end
function assert.unregister(_, ...) words.unregister(...) end

assert._VERSION = "Luassert 1.9.0"
assert._DESCRIPTION = "The assertions of luassert, as Sextant has them."

first = new_chain {}
local metatable = { __index = first }

function metatable:__call(holds, message, level, ...)
  if not holds then
    if message == nil then message = "assertion failed!" end
    part "failing".fail(message, (self:get_level(level) or 1) - 1)
  end
  return holds, message, level, ...
end

return setmetatable(assert, metatable)
