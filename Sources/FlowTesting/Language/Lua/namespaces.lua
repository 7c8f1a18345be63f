-- The assertions, modifiers and matchers by name, and what a chain of words such as
-- `is_not_equal` means.
local part = ...

-- Grows whenever a name may mean something else.
local words = { version = 0 }
local is_complete = false

-- The assertions on values: what each name asks for. What they do is loaded when one is first
-- needed: of those that pass, most need nothing.
local assertions = {
  ["true"] = "true", ["false"] = "false", ["nil"] = "nil", ["function"] = "function",
  boolean = "boolean", number = "number", string = "string", table = "table",
  userdata = "userdata", thread = "thread", same = "same", equals = "equals", equal = "equals",
  matches = "matches", match = "matches", near = "near", unique = "unique", truthy = "truthy",
  falsy = "falsy", error = "error", errors = "error", error_matches = "error_matches",
  error_match = "error_matches", matches_error = "error_matches", match_error = "error_matches",
  returned_arguments = "returned_arguments",
}

-- Which message those have that have none of their own.
local message_of = {
  ["true"] = "same", ["false"] = "same", ["nil"] = "same", ["function"] = "same",
  boolean = "same", number = "same", string = "same", table = "same", userdata = "same",
  thread = "same", error_matches = "error",
}

local function known_assertion(space, name)
  local assertion = assertions[name]
  if not assertion then return nil end
  local key = "assertion." .. (message_of[assertion] or assertion)
  local made = {
    callback = function(...) return part "assertions".by_name[assertion](...) end, name = name,
    positive_message = key .. ".positive", negative_message = key .. ".negative",
    is_builtin = true,
  }
  space[name] = made
  return made
end

local function same(state) return state end
function words.opposite(state)
  state.mod = not state.mod
  return state
end
local function take_message(state, list) state.failure_message = list[1] end

local modifying = {
  is = same, are = same, was = same, has = same, does = same, a = same, an = same, the = same,
  ["not"] = words.opposite, no = words.opposite, message = take_message,
}

local function known_modifier(space, name)
  local callback = modifying[name]
  if not callback then return nil end
  local made = { callback = callback, name = name, is_builtin = true }
  space[name] = made
  return made
end

local namespaces = {
  assertion = setmetatable({}, { __index = known_assertion }),
  modifier = setmetatable({}, { __index = known_modifier }), matcher = {},
}
words.namespaces = namespaces

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

function words.register(space, name, callback, positive, negative)
  name = name:lower()
  namespaces[space] = namespaces[space] or {}
  namespaces[space][name] = {
    callback = callback, name = name, positive_message = positive, negative_message = negative,
  }
  words.version = words.version + 1
end

function words.unregister(space, name)
  complete()
  namespaces[space] = namespaces[space] or {}
  name = name:lower()
  namespaces[space][name] = nil
  if space == "assertion" then assertions[name] = nil end
  if space == "modifier" then modifying[name] = nil end
  words.version = words.version + 1
end

function words.split(key, onto)
  if type(key) ~= "string" then
    error("an assertion is named by words, not by a " .. type(key), 3)
  end
  for token in key:lower():gmatch("[^_]+") do onto[#onto + 1] = token end
  return onto
end

-- A chain that has taken something goes on by the words of a key.
function words.go_on(state, key)
  words.split(key, rawget(state, "tokens"))
  return state
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

return words
