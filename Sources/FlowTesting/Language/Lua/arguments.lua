-- Lists of arguments and results, which may hold nil; `n` says how long they are.
local arguments = {}
local list_metatable = {}

function arguments.make(...)
  local list = { ... }
  list.n = select("#", ...)
  return setmetatable(list, list_metatable)
end

function arguments.is_list(value) return getmetatable(value) == list_metatable end

function arguments.unpack(list, first, last)
  return table.unpack(list, first or 1, last or list.n or #list)
end

-- Inserts a value, or nil, and moves what follows.
function arguments.insert(list, ...)
  local count = list.n or #list
  local at, value = count + 1, (...)
  if select("#", ...) > 1 then at, value = ... end
  for index = count, at, -1 do list[index + 1] = list[index] end
  list[at] = value
  list.n = math.max(count + 1, at)
end

function arguments.remove(list, at)
  local count = list.n or #list
  at = at or count
  local removed = list[at]
  if at > count then
    list.n = count
    list[at] = nil
    return removed
  end
  for index = at, count do list[index] = list[index + 1] end
  list[count] = nil
  list.n = count - 1
  return removed
end

function arguments.clear(list)
  for index = list.n, 1, -1 do list[index] = nil end
  list.n = nil
end

return arguments
