-- Files beside a spec. Only where the libraries are open: the sandbox has no files.
local _, host = ...
local globals = host.globals

local fixtures = {}

local function check(path, name, allows_none)
  if type(path) == "string" or (allows_none and path == nil) then return end
  local wanted = allows_none and "string (relative filename) or nil" or "string (relative filename)"
  error(("bad argument to '%s' expected a %s, got: %s"):format(name, wanted, type(path)), 3)
end

-- The absolute path of a file beside the spec.
local function path_of(path)
  if not host.folder then error("fixtures are files, which the sandbox has not: --libs all", 3) end
  local whole = host.folder .. "/" .. (path or "")
  local steps = {}
  for step in whole:gmatch("[^/]+") do
    if step == ".." then
      steps[#steps] = nil
    elseif step ~= "." then
      steps[#steps + 1] = step
    end
  end
  return "/" .. table.concat(steps, "/")
end

function fixtures.path(path)
  check(path, "path", true)
  return path_of(path)
end

local function read(path, mode)
  local file, problem = globals.io.open(path_of(path), mode)
  local contents = file and file:read("a")
  if file then file:close() end
  if not contents then
    error(("Error reading file '%s': %s"):format(path_of(path), problem or "it is a folder"), 3)
  end
  return contents
end

function fixtures.read(path, is_binary)
  check(path, "read")
  return read(path, is_binary and "rb" or "r")
end

function fixtures.load(path)
  check(path, "load")
  if not path:find("%.lua$") then path = path .. ".lua" end
  local chunk, problem = globals.load(read(path, "r"), "@" .. path_of(path))
  if not chunk then
    error(("Error loading code from '%s': %s"):format(path, problem), 2)
  end
  return chunk()
end

return fixtures
