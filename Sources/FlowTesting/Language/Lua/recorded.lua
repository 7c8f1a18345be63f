-- `assert.matches_snapshot(value, name)`: compares with what was shown when it was written down.
local part, host = ...
local failing, words, notation = part "failing", part "namespaces", part "notation"

-- What differs, by its path; where no path differs (1 and 1.0), as text.
local function difference(stored, text)
  local was_read, expected = notation.value(stored)
  local is_read, actual = notation.value(text)
  if was_read and is_read and not part "compare".same(expected, actual) then
    return { expected = expected, actual = actual, is_deep = true }
  end
  return { expected = stored, actual = text, is_deep = true }
end

local function fail(state, text, between)
  local own = rawget(state, "failure_message")
  if own ~= nil then text = tostring(own) .. "\n" .. text end
  failing.fail(text, 0, between)
end

local function matches_snapshot(state, list)
  part "assertions".require_count(list, "matches_snapshot", 1)
  if not state.mod then
    failing.raise("a snapshot can only be matched: that a value is another says nothing about it; "
      .. "compare it with what it must not be, by assert.are_not.same")
  end
  local value, name = list[1], list[2]
  if name ~= nil and (type(name) ~= "string" or name == "") then
    failing.raise("the name of a snapshot is a text: assert.matches_snapshot(value, \"name\")")
  end
  local text, problem = notation.text(value)
  if not text then failing.raise(problem) end
  local outcome, message, stored = host.match_snapshot(text, name)
  if outcome == "refused" then failing.raise(message) end
  if outcome == "missing" then fail(state, message) end
  if outcome == "other" then fail(state, message, difference(stored, text)) end
  return true
end

words.register("assertion", "matches_snapshot", matches_snapshot)
words.register("assertion", "match_snapshot", matches_snapshot)
