-- What the names in a spec file mean: each block has an environment that looks into that of the
-- block around it, then into the words of the language, then into Lua's globals.
local part, host = ...
local globals, builtins = host.globals, host.builtins

local scope = {}
setmetatable(builtins, { __index = globals })

-- The spec's `_ENV`, a window on the environment of whatever runs.
local window_metatable = {}
local window = setmetatable({}, window_metatable)
scope.window = window

-- Names are read in `env` from now on, and written there too or where `target` says.
function scope.use(env, target)
  window_metatable.__index = env
  window_metatable.__newindex = target or env
end
scope.use(builtins)

-- What a test assigns is gone with it: its environment is made when it assigns first.
local function of_test(outer)
  return function(_, name, value)
    local env = setmetatable({ [name] = value }, { __index = outer })
    window_metatable.__index = env
    window_metatable.__newindex = env
  end
end

-- A block is entered: its environment is there, and what it will spoil is kept.
function scope.open(block)
  local parent = block.parent
  local metatable = { __index = parent and parent.env or builtins }
  if block.kind == "expose" then
    metatable.__newindex = parent.parent and parent.parent.env or builtins
  elseif block.kind == "insulate" then
    block.saved = part "insulation".save()
  end
  block.env = setmetatable({}, metatable)
  block.env_of_test = of_test(block.env)
end

function scope.close(block)
  local parent = block.parent
  if block.kind == "expose" and parent and parent.saved then
    parent.saved = part "insulation".save()
  end
  if block.saved then
    part "insulation".restore(block.saved)
    block.saved = nil
  end
end

-- MARK: Spies of a test

local spies = {}

-- A spy is reverted with its test; the layer that it is in is not to keep it any longer.
function scope.note_spy(spy, layer) spies[#spies + 1] = { spy = spy, layer = layer } end

function scope.revert_spies()
  for index = #spies, 1, -1 do
    local spy, layer = spies[index].spy, spies[index].layer
    spies[index] = nil
    if layer then layer[spy] = nil end
    spy:revert()
  end
end

return scope
