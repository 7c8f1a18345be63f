-- What a spec sets up in the assertions, in layers that can be reverted: formatters, parameters,
-- spies.
local part = ...

local snapshots = {}
local current
local nothing = {} -- a parameter that was set to nil
local metatable = { __call = function(snapshot) snapshot:revert() end }

-- Reverts a layer and those above it; without one the topmost, but never the first.
local function revert(snapshot)
  if not snapshot then
    snapshot = current
    if not snapshot.previous then return end
  end
  if getmetatable(snapshot) ~= metatable then
    error("Value provided is not a valid snapshot", 2)
  end
  if snapshot.next then snapshot.next:revert() end
  snapshot.formatters, snapshot.parameters = {}, {}
  for spy in pairs(snapshot.spies) do
    snapshot.spies[spy] = nil
    spy:revert()
  end
  setmetatable(snapshot, nil)
  current = snapshot.previous
  current.next = nil
end

function snapshots.take()
  local snapshot = setmetatable({
    formatters = {}, parameters = {}, spies = {},
    previous = current, revert = revert,
  }, metatable)
  if current then current.next = snapshot end
  current = snapshot
  return snapshot
end

function snapshots.add_formatter(formatter) table.insert(current.formatters, 1, formatter) end

function snapshots.remove_formatter(formatter)
  local layer = current
  while layer do
    for index, known in ipairs(layer.formatters) do
      if known == formatter then
        table.remove(layer.formatters, index)
        break
      end
    end
    layer = layer.previous
  end
end

function snapshots.format(value, options)
  local layer = current
  while layer do
    for _, formatter in ipairs(layer.formatters) do
      local shown = formatter(value, options)
      if shown ~= nil then return shown end
    end
    layer = layer.previous
  end
end

function snapshots.set_parameter(name, value)
  if value == nil then value = nothing end
  current.parameters[name] = value
end

function snapshots.get_parameter(name)
  local layer = current
  while layer do
    local value = layer.parameters[name]
    if value ~= nil then
      if value == nothing then return nil end
      return value
    end
    layer = layer.previous
  end
end

-- The first layer is never reverted, so it keeps no spies.
function snapshots.add_spy(spy)
  local spies = current.previous and current.spies
  if spies then spies[spy] = true end
  if part "language".is_in_test() then part "scope".note_spy(spy, spies) end
end

snapshots.take()
snapshots.set_parameter("TableFormatLevel", 3)
snapshots.set_parameter("TableFormatShowRecursion", false)
snapshots.set_parameter("TableErrorHighlightCharacter", "*")
snapshots.set_parameter("TableErrorHighlightColor", "none")

return snapshots
