-- Puts the words of the language into a file's environment, and gives what drives it.
local part, host = ...
local globals, builtins = host.globals, host.builtins

-- A file's state ends with its tests: garbage is let gather for longer than Lua would.
collectgarbage("setpause", 400)

-- What few specs need is loaded when it is first touched.
local part_of = {}
local shell = {
  __index = function(self, key) return part(part_of[self])[key] end,
  __newindex = function(self, key, value) rawset(part(part_of[self]), key, value) end,
  __call = function(self, ...) return part(part_of[self])(...) end,
}
local shells = {
  spy = setmetatable({}, shell), stub = setmetatable({}, shell), mock = setmetatable({}, shell),
  match = setmetatable({}, shell),
}
host.shells = shells
for name, own in pairs(shells) do
  part_of[own] = name
  builtins[name] = own
end

local session = part "language"
builtins.assert = part "assert"

if globals.package then
  -- Lua's own libraries are open.
  host.require, host.loaded = globals.require, globals.package.loaded
  part "modules".preload(globals.package.preload)
  globals.package.path = host.path .. ";" .. globals.package.path
  -- As for a program that is given no arguments.
  globals.arg = { [0] = "sextant" }
  -- Lua files that are found are told, and where one was looked for, so that a change of one can be
  -- traced to its specs.
  local search = globals.package.searchers[2]
  globals.package.searchers[2] = function(name)
    local loader, path = search(name)
    local place = tostring(name):gsub("%.", "/"):gsub("%%", "%%%%")
    for template in globals.package.path:gmatch("[^;]+") do
      local candidate = template:gsub("%?", place)
      if candidate == path then break end
      host.seek(candidate)
    end
    if type(path) == "string" then host.note(path) end
    if host.count_lines and type(loader) == "function" then host.count_lines(loader, path) end
    return loader, path
  end
  if host.count_lines then
    local load_file = globals.loadfile
    function globals.loadfile(path, ...)
      local chunk, problem = load_file(path, ...)
      if chunk and path then host.count_lines(chunk, path) end
      return chunk, problem
    end
    function globals.dofile(path)
      local chunk, problem = globals.loadfile(path)
      if not chunk then error(problem, 0) end
      return chunk()
    end
  end
  local write = globals.print
  globals.print = function(...)
    local words = table.pack(...)
    for index = 1, words.n do words[index] = globals.tostring(words[index]) end
    write(table.concat(words, "\t"))
  end
  -- What is written to the standard output is kept with the test, as what is printed.
  local io = globals.io
  local write_out = io.write
  io.write = function(...)
    local pieces = table.pack(...)
    for index = 1, pieces.n do
      local kind = type(pieces[index])
      if kind ~= "string" and kind ~= "number" then return write_out(...) end
    end
    if io.output() ~= io.stdout then return write_out(...) end
    host.write(table.concat(pieces))
    return io.stdout
  end
else
  host.loaded = {}
  host.require = function(name) return part "modules".require(name) end
  globals.require = host.require
end

session.window = part "scope".window
return session
