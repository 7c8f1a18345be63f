-- Puts the words of the language into a file's environment, and gives what drives it.
local part, host = ...
local globals, builtins = host.globals, host.builtins

-- A file's state ends with its tests: garbage is let gather for longer than Lua would.
collectgarbage("setpause", 400)

-- What few specs need is loaded when it is first touched.
local shells = {}
host.shells = shells
for _, name in ipairs { "spy", "stub", "mock", "match" } do
  local shell = {}
  shells[name] = setmetatable(shell, {
    __index = function(_, key) return part(name)[key] end,
    __newindex = function(_, key, value) rawset(part(name), key, value) end,
    __call = function(_, ...) return part(name)(...) end,
  })
  builtins[name] = shell
end

local session = part "language"
builtins.assert = part "assert"

if globals.package then
  -- Lua's own libraries are open.
  host.require, host.loaded = globals.require, globals.package.loaded
  part "modules".preload(globals.package.preload)
  globals.package.path = host.path .. ";" .. globals.package.path
  -- Lua files that are found are told, so that a change of one can be traced to its specs.
  local search = globals.package.searchers[2]
  globals.package.searchers[2] = function(name)
    local loader, path = search(name)
    if type(path) == "string" then host.note(path) end
    return loader, path
  end
  local write = globals.print
  globals.print = function(...)
    local words = table.pack(...)
    for index = 1, words.n do words[index] = globals.tostring(words[index]) end
    write(table.concat(words, "\t"))
  end
else
  host.loaded = {}
  host.require = function(name) return part "modules".require(name) end
  globals.require = host.require
end

session.window = part "scope".window
return session
