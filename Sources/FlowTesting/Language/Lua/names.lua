-- What the assertions on values are called. What they do is loaded when one is first needed: of
-- those that pass, most need nothing.
local part = ...
local words = part "namespaces"

local function register(assertion, text, ...)
  local key = "assertion." .. text
  local positive, negative = key .. ".positive", key .. ".negative"
  local function callback(...) return part "assertions".by_name[assertion](...) end
  for _, name in ipairs { ... } do
    words.register("assertion", name, callback, positive, negative)
  end
end

for _, name in ipairs {
  "true", "false", "boolean", "number", "string", "table", "nil", "userdata", "function", "thread",
  "same",
} do
  register(name, "same", name)
end
register("equals", "equals", "equals", "equal")
register("matches", "matches", "matches", "match")
register("near", "near", "near")
register("unique", "unique", "unique")
register("truthy", "truthy", "truthy")
register("falsy", "falsy", "falsy")
register("error", "error", "error", "errors")
register(
  "error_matches", "error", "error_matches", "error_match", "matches_error", "match_error")
register("returned_arguments", "returned_arguments", "returned_arguments")
