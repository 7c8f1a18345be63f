-- What an insulated block may spoil: Lua's globals and the modules that are loaded.
local _, host = ...
local globals = host.globals

local insulation = {}

local function copy(list)
  local copied = {}
  for key, value in next, list do copied[key] = value end
  return copied
end

local function put_back(list, saved)
  for key in next, copy(list) do rawset(list, key, saved[key]) end
  for key, value in next, saved do rawset(list, key, value) end
end

function insulation.save()
  return {
    metatable = debug.getmetatable(globals), globals = copy(globals), loaded = copy(host.loaded),
  }
end

function insulation.restore(saved)
  debug.setmetatable(globals, saved.metatable)
  put_back(globals, saved.globals)
  put_back(host.loaded, saved.loaded)
end

return insulation
