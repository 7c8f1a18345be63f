-- The assertions, modifiers and matchers by name, and what a chain of words such as
-- `is_not_equal` means.
local part = ...

local namespaces = { assertion = {}, modifier = {}, matcher = {} }
local words = { namespaces = namespaces }
local version = 0
local is_complete = false
local is_builtin = true -- what is registered now

-- What is registered only when something is missing: most specs use little of it.
local function complete()
  if is_complete then return false end
  is_complete = true
  part "spy"
  part "arrays"
  part "matchers"
  part "recorded"
  return true
end

-- Grows whenever a name may mean something else.
function words.version() return version end

function words.register(space, name, callback, positive, negative)
  name = name:lower()
  namespaces[space] = namespaces[space] or {}
  namespaces[space][name] = {
    callback = callback, name = name, positive_message = positive, negative_message = negative,
    is_builtin = is_builtin,
  }
  version = version + 1
end

-- What is registered from now on may be the spec's.
function words.open() is_builtin = false end

function words.unregister(space, name)
  complete()
  namespaces[space] = namespaces[space] or {}
  namespaces[space][name:lower()] = nil
  version = version + 1
end

function words.split(key, onto)
  if type(key) ~= "string" then
    error("an assertion is named by words, not by a " .. type(key), 3)
  end
  for token in key:lower():gmatch("[^_]+") do onto[#onto + 1] = token end
  return onto
end

-- The longest names that the tokens make, read from the end.
local function keys_of(space, tokens)
  local known, modifiers = namespaces[space], namespaces.modifier
  local keys, key = {}, nil
  local index = #tokens
  while index > 0 do
    key = key and tokens[index] .. "_" .. key or tokens[index]
    while index > 1 and known[tokens[index - 1] .. "_" .. key] do
      index = index - 1
      key = tokens[index] .. "_" .. key
    end
    if modifiers[key] or known[key] then
      table.insert(keys, 1, key)
      key = nil
    end
    index = index - 1
  end
  return keys, key
end

function words.keys(space, tokens)
  local keys, unknown = keys_of(space, tokens)
  if unknown and complete() then keys, unknown = keys_of(space, tokens) end
  if unknown then
    part "failing".raise("luassert: unknown modifier/" .. space .. ": '" .. unknown .. "'")
  end
  return keys
end

-- What the tokens ask for: the assertion or matcher, and the modifiers, first to last.
function words.resolve(space, tokens)
  local found, modifiers = nil, {}
  for _, key in ipairs(words.keys(space, tokens)) do
    found = namespaces[space][key] or found
    modifiers[#modifiers + 1] = namespaces.modifier[key]
  end
  return found, modifiers
end

local function same(state) return state end
local function opposite(state)
  state.mod = not state.mod
  return state
end
for _, name in ipairs { "is", "are", "was", "has", "does", "a", "an", "the" } do
  words.register("modifier", name, same)
end
words.register("modifier", "not", opposite)
words.register("modifier", "no", opposite)
words.register("modifier", "message", function(state, list) state.failure_message = list[1] end)
words.opposite = opposite

return words
