-- What `assert` has besides its chains of words that few use.
local part = ...

local members = { state = part "checking".state }

function members.add_formatter(_, formatter) part "snapshots".add_formatter(formatter) end
function members.remove_formatter(_, formatter) part "snapshots".remove_formatter(formatter) end
function members.format(_, list) return part "format".list(list) end
function members.set_parameter(_, name, value) part "snapshots".set_parameter(name, value) end
function members.get_parameter(_, name) return part "snapshots".get_parameter(name) end
function members.add_spy(_, spy) part "snapshots".add_spy(spy) end
function members.snapshot() return part "snapshots".take() end

local level_metatable = {}
function members.level(_, level) return setmetatable({ level = level }, level_metatable) end
function members.get_level(_, level)
  return getmetatable(level) == level_metatable and level.level or nil
end

return members
