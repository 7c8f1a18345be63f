-- Values as text that people read and compare, and that Lua reads: what snapshots are kept as.
local part = ...
local format = part "format"

local notation = {}

local deepest = 100 -- tables
local largest = 1 << 20 -- bytes
local widest = 72 -- columns of a list in one line

local escapes = { ["\\"] = "\\\\", ['"'] = '\\"', ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r" }

local function hexadecimal(byte) return ("\\x%02X"):format(byte:byte()) end

local function quoted(text)
  text = text:gsub('[%c\127\\"]', function(sign) return escapes[sign] or hexadecimal(sign) end)
  if not utf8.len(text) then text = text:gsub("[\x80-\xff]", hexadecimal) end
  return '"' .. text .. '"'
end

-- A text; of several lines, one below the other.
local function text_of(text, margin)
  if not text:find("\n.") then return quoted(text) end
  local lines = {}
  for line in text:gmatch("[^\n]*\n?") do
    if line ~= "" then lines[#lines + 1] = quoted(line) end
  end
  return table.concat(lines, "\n" .. margin .. "  .. ")
end

local function number(value)
  if value ~= value then return "0/0" end
  if value == math.huge then return "1/0" end
  if value == -math.huge then return "-1/0" end
  if value == math.mininteger and math.type(value) == "integer" then return "0x8000000000000000" end
  if math.type(value) == "integer" then return ("%d"):format(value) end
  local text = ("%.14g"):format(value)
  if tonumber(text) ~= value then text = ("%.17g"):format(value) end
  return text:find("[%.e]") and text or text .. ".0"
end

local function is_name(key)
  return type(key) == "string" and key:find("^[%a_][%w_]*$") ~= nil
    and load("local " .. key, "=key", "t", {}) ~= nil
end

local function refuse(path, why) error({ problem = path .. " " .. why }, 0) end

local write

local function step(path, key)
  if is_name(key) then return path .. "." .. key end
  return path .. "[" .. (type(key) == "string" and quoted(key) or tostring(key)) .. "]"
end

local function key_text(key, path)
  if is_name(key) then return key end
  local kind = type(key)
  if kind == "string" then return "[" .. quoted(key) .. "]" end
  if kind == "number" then return "[" .. number(key) .. "]" end
  if kind == "boolean" then return "[" .. tostring(key) .. "]" end
  refuse(path, "has a " .. kind .. " as a key, which a snapshot cannot show")
end

local function is_scalar(value)
  local kind = type(value)
  return kind == "number" or kind == "boolean" or (kind == "string" and not value:find("\n"))
end

-- A list of nothing but numbers, booleans and texts, where it fits into a line.
local function short_list(value, keys, margin)
  for index, key in ipairs(keys) do
    if key ~= index or not is_scalar(rawget(value, key)) then return nil end
  end
  local items = {}
  for index in ipairs(keys) do items[index] = write(rawget(value, index), "", "", {}) end
  local text = "{ " .. table.concat(items, ", ") .. " }"
  return #text + #margin <= widest and text or nil
end

local function tree(value, path, margin, open)
  if open[value] then refuse(path, "contains itself, which a snapshot cannot show") end
  if #open >= deepest then
    refuse(path, "is more than " .. deepest .. " tables deep: show a part of it")
  end
  if next(value) == nil then return "{}" end
  local keys = format.keys(value)
  local short = short_list(value, keys, margin)
  if short then return short end
  open[value], open[#open + 1] = true, value
  local inner, lines = margin .. "  ", { "{" }
  for index, key in ipairs(keys) do
    local name = key == index and "" or key_text(key, path) .. " = "
    local text = write(rawget(value, key), step(path, key), inner, open)
    lines[#lines + 1] = inner .. name .. text .. ","
  end
  open[value], open[#open] = nil, nil
  lines[#lines + 1] = margin .. "}"
  return table.concat(lines, "\n")
end

-- What a host's object shows of itself, as a flow does.
local function shown(value)
  local ok, plain = pcall(function() return value.shown end)
  return ok and type(plain) == "table" and plain or nil
end

function write(value, path, margin, open)
  local kind = type(value)
  if kind == "nil" or kind == "boolean" then return tostring(value) end
  if kind == "number" then return number(value) end
  if kind == "string" then return text_of(value, margin) end
  local plain = kind == "userdata" and shown(value) or nil
  if kind == "table" or plain then return tree(plain or value, path, margin, open) end
  refuse(path, "is a " .. kind .. ", which a snapshot cannot show: leave it out")
end

-- The text of a value; nil and why where it has none.
function notation.text(value)
  local ok, text = pcall(write, value, "value", "", {})
  if not ok then
    if type(text) == "table" and text.problem then return nil, text.problem end
    error(text, 0)
  end
  if #text <= largest then return text end
  return nil, ("the value is larger than a snapshot may be (%d KiB): show a part of it")
    :format(largest >> 10)
end

-- With NaN, which equals nothing, as a text.
local function comparable(value)
  if value ~= value then return number(value) end
  if type(value) == "table" then
    for key, item in next, value do value[key] = comparable(item) end
  end
  return value
end

-- Whether a text is that of a value, and the value.
function notation.value(text)
  local chunk = load("return " .. text, "=snapshot", "t", {})
  if not chunk then return false end
  local ok, value = pcall(chunk)
  if not ok then return false end
  return true, comparable(value)
end

return notation
