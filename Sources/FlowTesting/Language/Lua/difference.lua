-- What differs between two values: a line for each, by its path.
local part = ...
local compare, format, arguments = part "compare", part "format", part "arguments"

local difference = {}

local most = 40 -- lines
local longest = 2000 -- bytes of a value

local function is_name(key) return type(key) == "string" and key:find("^[%a_][%w_]*$") ~= nil end

local function step(path, key)
  if is_name(key) then return path == "" and key or path .. "." .. key end
  local shown = type(key) == "string" and ("%q"):format(key) or format.plain(key)
  return path .. "[" .. shown .. "]"
end

-- A value in one line.
local function short(value, depth, open)
  if type(value) == "string" then
    return (("%q"):format(value):gsub("\\\n", "\\n"):gsub("\\9", "\\t"))
  end
  if type(value) ~= "table" then return format.plain(value) end
  local metatable = debug.getmetatable(value)
  if part "match".is_matcher(value) or (metatable and rawget(metatable, "__tostring")) then
    return part "match".is_matcher(value) and format.value(value) or tostring(value)
  end
  if next(value) == nil then return "{}" end
  if open[value] then return "{ a cycle }" end
  if depth > 3 then return "{ … }" end
  open[value] = true
  local items = {}
  for index, key in ipairs(format.keys(value)) do
    local item = short(value[key], depth + 1, open)
    if key == index then
      items[#items + 1] = item
    else
      local name = is_name(key) and key or "[" .. short(key, depth, open) .. "]"
      items[#items + 1] = name .. " = " .. item
    end
    if #items == 12 and next(value, nil) then
      items[#items + 1] = "…"
      break
    end
  end
  open[value] = nil
  return "{ " .. table.concat(items, ", ") .. " }"
end

local function shown(value)
  local text = short(value, 1, {})
  if #text <= longest then return text end
  return text:sub(1, longest) .. "…"
end

local function split(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = line end
  return lines
end

-- A line of a text, quoted where not all of it could be seen.
local function visible(text)
  if text:find("[%c\127]") or text:find("%s$") then return short(text, 1, {}) end
  return text
end

-- Texts of several lines: those that differ, with a line before and after.
local function compare_texts(add, expected, actual)
  local wanted, given = split(expected), split(actual)
  local first = 1
  while wanted[first] and wanted[first] == given[first] do first = first + 1 end
  local wanted_end, given_end = #wanted, #given
  while wanted_end >= first and given_end >= first and wanted[wanted_end] == given[given_end] do
    wanted_end, given_end = wanted_end - 1, given_end - 1
  end
  if first > 1 then add("  " .. wanted[first - 1]) end
  for index = first, wanted_end do add("- " .. visible(wanted[index])) end
  for index = first, given_end do add("+ " .. visible(given[index])) end
  if wanted_end < #wanted then add("  " .. wanted[wanted_end + 1]) end
end

-- The piece of a long text that is around a place, not cut within a character.
local function piece(text, at)
  local from, to = math.max(1, at - 40), math.min(#text, at + 80)
  while from > 1 and text:byte(from) >= 0x80 and text:byte(from) < 0xC0 do from = from - 1 end
  while to < #text and text:byte(to + 1) >= 0x80 and text:byte(to + 1) < 0xC0 do to = to + 1 end
  local before, after = from > 1 and "… " or "", to < #text and " …" or ""
  return before .. short(text:sub(from, to), 1, {}) .. after
end

-- Long texts of one line: what is around the first byte that differs, and where that is.
local function compare_long(add, expected, actual, path)
  local at = 1
  while at <= #expected and expected:byte(at) == actual:byte(at) do at = at + 1 end
  local name = path == "" and "" or path .. " = "
  add("- " .. name .. piece(expected, at) .. (" (from byte %d)"):format(at))
  add("+ " .. name .. piece(actual, at))
end

local function line(sign, path, value)
  return path == "" and sign .. shown(value) or sign .. path .. " = " .. shown(value)
end

local function is_leaf(value)
  return type(value) ~= "table" or part "match".is_matcher(value)
    or part "spy".is_spy(value)
end

local function walk(add, expected, actual, path, seen)
  if is_leaf(expected) or is_leaf(actual) or path.depth > 60 then
    local is_text = type(expected) == "string" and type(actual) == "string"
    if is_text and (expected:find("\n") or actual:find("\n")) then
      if path.text ~= "" then add("  " .. path.text .. ":") end
      return compare_texts(add, expected, actual)
    end
    if is_text and #expected + #actual > 400 then
      return compare_long(add, expected, actual, path.text)
    end
    add(line("- ", path.text, expected))
    local text = line("+ ", path.text, actual)
    if type(expected) ~= type(actual) and text == line("+ ", path.text, expected) then
      text = text .. " (a " .. type(actual) .. ")"
    end
    return add(text)
  end
  seen[expected] = seen[expected] or {}
  if seen[expected][actual] then return end
  seen[expected][actual] = true
  local count = 0
  local function visit(key)
    local wanted, given = expected[key], actual[key]
    local text = step(path.text, key)
    if given == nil then
      add(line("- ", text, wanted))
      count = count + 1
    elseif wanted == nil then
      add(line("+ ", text, given))
      count = count + 1
    elseif not compare.same(wanted, given) then
      walk(add, wanted, given, { text = text, depth = path.depth + 1 }, seen)
      count = count + 1
    end
  end
  for _, key in ipairs(format.keys(expected)) do visit(key) end
  for _, key in ipairs(format.keys(actual)) do
    if rawget(expected, key) == nil then visit(key) end
  end
  -- A metatable says that they differ, and no entry does.
  if count == 0 then
    add(line("- ", path.text, expected))
    add(line("+ ", path.text, actual) .. " (by their metatable's __eq)")
  end
end

local function walk_lists(add, expected, actual)
  for index = 1, math.max(expected.n or 0, actual and actual.n or 0) do
    local path = { text = "argument " .. index, depth = 1 }
    local wanted, given = expected[index], actual and actual[index]
    local is_matched = part "match".is_matcher(wanted) and wanted(given)
    if not actual or index > (actual.n or 0) then
      add(line("- ", path.text, wanted))
    elseif index > (expected.n or 0) then
      add(line("+ ", path.text, given))
    elseif not is_matched and not compare.same(given, wanted) then
      walk(add, wanted, given, path, {})
    end
  end
end

-- The lines of what differs: `-` is expected, `+` is what there was.
function difference.lines(between)
  local lines, left_out = {}, 0
  local function add(text)
    if #lines < most then
      lines[#lines + 1] = part "failing".clean(text)
    else
      left_out = left_out + 1
    end
  end
  local expected, actual = between.expected, between.actual
  if arguments.is_list(expected) then
    walk_lists(add, expected, actual)
  elseif not between.is_deep then
    add(line("- ", "", expected))
    local text = line("+ ", "", actual)
    if line("+ ", "", expected) == text and type(actual) == type(expected) then
      text = text .. " (another " .. type(actual) .. " like it)"
    end
    add(text)
  else
    walk(add, expected, actual, { text = "", depth = 1 }, {})
  end
  if left_out > 0 then lines[#lines + 1] = ("  … and %d lines more"):format(left_out) end
  return lines
end

return difference
