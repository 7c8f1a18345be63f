-- What a test fails with: errors that know their place in the spec, and what is told of them.
local part = ...
local getinfo, metatable_of = debug.getinfo, debug.getmetatable
local sub, gsub, match, format = string.sub, string.gsub, string.match, string.format

local failing = {}

-- A failure's metatable has, by this key, its text without the place, the place, and what differs.
local told = {}
local function text_of_failure(failure) return tostring(failure.message) end

-- A message that is no text stays as it is, as in busted.
local bare = {}
local pending = { __tostring = function(reason) return tostring(reason.message) end }

local function is_own(source) return sub(source, 1, 9) == "=sextant:" end

local function name_of(frame)
  local first = sub(frame.source, 1, 1)
  if first == "=" or first == "@" then return sub(frame.source, 2) end
  return frame.short_src
end

-- The innermost frame of the spec or of what it tests; `skip` goes that many further out. Nothing
-- where that is a function of C, such as `pcall` which was given an assertion itself.
local function place(skip)
  local level = 3
  while true do
    local frame = getinfo(level, "Sl")
    if not frame then return nil end
    if not is_own(frame.source) then
      if skip <= 0 then return frame.currentline > 0 and frame or nil end
      skip = skip - 1
    end
    level = level + 1
  end
end

local function has_text(value)
  if type(value) == "string" then return true end
  local metatable = metatable_of(value)
  return type(metatable) == "table" and type(rawget(metatable, "__tostring")) == "function"
end
failing.has_text = has_text

-- The last assertion that failed within a service of a flow. To the test it comes as a text, by way
-- of the flow.
local far

-- Whether a service of a flow runs, which has a stack of its own.
local function is_in_service()
  local level = 3
  while true do
    local frame = getinfo(level, "S")
    if not frame then return false end
    if frame.source == "=sextant:service" then return true end
    level = level + 1
  end
end

-- Raises a failure of an assertion. Without a place of its own, of the caller's in the spec.
function failing.fail(message, skip, difference, headline)
  local failure = { message = message }
  if has_text(message) then
    local text = tostring(message)
    local frame = place(skip or 0)
    local file, line
    if frame then
      file, line = name_of(frame), frame.currentline
      failure.message = format("%s:%d: %s", frame.short_src, line, text)
    end
    local record = {
      text = headline or text, file = file, line = line, difference = difference,
    }
    setmetatable(failure, { __tostring = text_of_failure, [told] = record })
    if is_in_service() then far = { failure = record, text = match(text, "^[^\n]*") } end
  else
    setmetatable(failure, bare)
  end
  error(failure, 0)
end

-- Raises an error, which is no failure of an assertion, at the caller's place in the spec.
function failing.raise(text)
  local frame = place(0)
  error(frame and format("%s:%d: %s", frame.short_src, frame.currentline, text) or text, 0)
end

function failing.pend(reason) error(setmetatable({ message = reason }, pending), 0) end

-- Bytes that are no UTF-8 are shown by their numbers.
function failing.clean(text)
  if utf8.len(text) then return text end
  return (gsub(text, "[\x80-\xff]", function(byte) return format("\\x%02X", byte:byte()) end))
end
local clean = failing.clean

-- The calls that led here, the innermost first, without ours and C's.
local function frames()
  local list, level = {}, 3
  while #list < 20 do
    local frame = getinfo(level, "Slnt")
    if not frame then break end
    if frame.what ~= "C" and not is_own(frame.source) then
      local name = frame.name or (frame.what == "main" and "main chunk") or "function"
      list[#list + 1] = {
        file = name_of(frame), line = frame.currentline, shown = frame.short_src,
        text = format("%s:%d: in %s", name_of(frame), frame.currentline, name),
      }
    end
    level = level + 1
  end
  return list
end

-- The place that Lua has put in front of a message, taken off it.
local function take_place(record, text, list)
  local shown, line, rest = match(text, "^([^\n]-):(%d+): (.*)$")
  for _, frame in ipairs(shown and list or {}) do
    if frame.shown == shown then
      record.file, record.line = frame.file, math.tointeger(line)
      return rest
    end
  end
  return text
end

local function text_of(value)
  if has_text(value) then return tostring(value) end
  if value == nil then return "nil was raised as an error" end
  return "an error that is no text was raised: " .. part "format".value(value)
end

-- The failure of an assertion within a service, where that is what the error of a flow tells.
function failing.arrived(err)
  local distant = far
  far = nil
  if not distant or type(err) ~= "string" then return nil end
  local is_told = err:find(" failed: ", 1, true) and err:find(distant.text, 1, true)
  return is_told and distant.failure or nil
end

-- What is told of an error. A message handler: it runs where the error was raised.
function failing.record(err)
  local metatable = metatable_of(err)
  if metatable == pending then
    local reason = err.message
    return { outcome = "skipped", message = reason ~= nil and clean(text_of(reason)) or "" }
  end
  local list = frames()
  local record = { outcome = "error", traceback = {} }
  for index, frame in ipairs(list) do record.traceback[index] = clean(frame.text) end
  local failure = type(metatable) == "table" and rawget(metatable, told) or failing.arrived(err)
  if failure then
    record.outcome = "failed"
    record.message, record.file, record.line = failure.text, failure.file, failure.line
    if failure.difference then
      record.difference = part "difference".lines(failure.difference)
    end
  elseif metatable == bare then
    record.outcome = "failed"
    record.message = part "format".value(err.message)
  else
    record.message = take_place(record, gsub(text_of(err), "sextant:%w+:%d+: ", ""), list)
  end
  record.message = clean((gsub(record.message, "%s+$", "")))
  if not record.line and list[1] then record.file, record.line = list[1].file, list[1].line end
  if record.file then record.file = clean(record.file) end
  return record
end

-- Runs it; what is told of its error, or nil.
function failing.attempt(body)
  local ok, record = xpcall(body, failing.record)
  if ok then return nil end
  if type(record) ~= "table" then
    -- The handler could not run: there was no room for it.
    record = { outcome = "error", message = clean(tostring(record)), traceback = {} }
  end
  return record
end

return failing
