-- How values are shown.
local part, host = ...
local snapshots, arguments = part "snapshots", part "arguments"
local text_of = host.globals.tostring

local format = {}

-- A number with as many digits as it takes to read it back; one so large that its neighbours are no
-- whole numbers apart has all that luassert shows.
local function number(value)
  if value ~= value then return "NaN" end
  if value == math.huge then return "Inf" end
  if value == -math.huge then return "-Inf" end
  if math.type(value) == "integer" then return ("%d"):format(value) end
  local text = ("%.14g"):format(value)
  if value >= 2 ^ 53 or value <= -2 ^ 53 then text = ("%.20g"):format(value) end
  if tonumber(text) ~= value then text = ("%.16g"):format(value) end
  if tonumber(text) ~= value then text = ("%.17g"):format(value) end
  if not text:find("[%.,]") then
    text = text:gsub("%d+", "%0.0", 1)
  end
  return text
end

local function plain(value)
  if type(value) == "number" then return number(value) end
  if type(value) == "string" then return "'" .. value .. "'" end
  return text_of(value)
end
format.plain = plain

local ranks = {
  number = 1, boolean = 2, string = 3, table = 4, ["function"] = 5, userdata = 6, thread = 7,
}

-- The keys of a table: those of its list, then numbers, booleans, strings, others.
function format.keys(of)
  local keys, length = {}, #of
  for key in next, of do keys[#keys + 1] = key end
  local function rank(key)
    local is_listed = math.type(key) == "integer" and key >= 1 and key <= length
    return is_listed and 0 or ranks[type(key)]
  end
  table.sort(keys, function(left, right)
    local left_rank, right_rank = rank(left), rank(right)
    if left_rank ~= right_rank then return left_rank < right_rank end
    local kind = type(left)
    if kind == "number" or kind == "string" then return left < right end
    return kind == "boolean" and left and not right
  end)
  return keys
end

local function coloured(text, colours)
  local found, term = pcall(host.require, "term")
  if not found then return text end
  for colour in tostring(colours):gmatch("[^%.]+") do
    if colour ~= "none" then text = term.colors[colour](text) end
  end
  return text
end

local function tree(of, crumbs)
  local deepest = snapshots.get_parameter("TableFormatLevel")
  local shows_recursion = snapshots.get_parameter("TableFormatShowRecursion")
  local mark = snapshots.get_parameter("TableErrorHighlightCharacter") or ""
  local colour = snapshots.get_parameter("TableErrorHighlightColor") or "none"
  local open = {}
  local function write(value, level, is_on_way)
    if shows_recursion and open[value] then return "{ ... recursive }" end
    if next(value) == nil then return "{ }" end
    if level > deepest and deepest >= 0 then return "{ ... more }" end
    open[value] = true
    local lines = { "{" }
    for _, key in ipairs(format.keys(value)) do
      local item = value[key]
      local is_marked = is_on_way and key == crumbs[#crumbs - level + 1]
      local sign = is_marked and mark or ""
      local shown = type(item) == "table" and write(item, level + 1, is_marked) or plain(item)
      local name = type(key) == "string" and key or plain(key)
      local margin = (" "):rep(level * 2 - #sign)
      if sign ~= "" then sign = coloured(sign, colour) end
      lines[#lines + 1] = ("%s%s[%s] = %s"):format(margin, sign, name, shown)
    end
    open[value] = nil
    return table.concat(lines, "\n") .. " }"
  end
  return write(of, 1, true)
end

-- A table's own name, which its metatable may not give another.
local function name_of(of)
  local metatable = debug.getmetatable(of)
  if metatable == nil then return text_of(of) end
  if rawget(metatable, "__metatable") ~= nil then return "table" end
  debug.setmetatable(of, nil)
  local name = text_of(of)
  debug.setmetatable(of, metatable)
  return name
end

local builtin = {}

function builtin.string(value) return ("(string) '%s'"):format(value) end
function builtin.number(value) return "(number) " .. number(value) end
function builtin.boolean(value) return "(boolean) " .. text_of(value) end
builtin["nil"] = function() return "(nil)" end
function builtin.userdata(value) return ("(userdata) '%s'"):format(text_of(value)) end
function builtin.thread(value) return ("(thread) '%s'"):format(text_of(value)) end

builtin["function"] = function(value)
  local info = debug.getinfo(value, "S")
  return ("%s @ line %d in %s"):format(text_of(value), info.linedefined, info.source)
end

local function matcher(value)
  if value.name == "_" then return "(matcher) _ *anything*" end
  local shown = {}
  for index = 1, value.arguments.n do shown[index] = format.value(value.arguments[index]) end
  local sign = value.mod and "is" or "no"
  return ("(matcher) %s.%s(%s)"):format(sign, value.name, table.concat(shown, ", "))
end

function builtin.table(value, options)
  if arguments.is_list(value) then
    local shown = {}
    for index = 1, value.n do shown[index] = format.value(value[index]) end
    return "(values list) (" .. table.concat(shown, ", ") .. ")"
  end
  if part "match".is_matcher(value) then return matcher(value) end
  return ("(%s) %s"):format(name_of(value), tree(value, options and options.crumbs or {}))
end

-- A value as messages show it; formatters that were added come first.
function format.value(value, options)
  local shown = snapshots.format(value, options)
  if shown ~= nil then return shown end
  return builtin[type(value)](value, options)
end

-- Shows arguments in place, but for those that `nofmt` excepts.
function format.list(list)
  local excepted, options = list.nofmt or {}, list.fmtargs or {}
  for index = 1, list.n or #list do
    if not excepted[index] then list[index] = format.value(list[index], options[index]) end
  end
  return list
end

return format
