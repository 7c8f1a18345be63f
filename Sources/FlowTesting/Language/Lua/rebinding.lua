-- Gives a function a global of its own, in front of those that it sees.
return function(callable, name, value)
  local metatable = debug.getmetatable(callable)
  local func = type(metatable) == "table" and metatable.__call or callable
  for index = 1, 255 do
    local upvalue, env = debug.getupvalue(func, index)
    if upvalue == nil then return end
    if upvalue == "_ENV" then
      local own = setmetatable({ [name] = value }, { __index = env })
      debug.upvaluejoin(func, index, function() return own end, 1)
      return
    end
  end
end
