--version
--file home.lua
return { version = 2, state = { a = 1 }, start = function(self) end,
  migrate = function(state) state.self = state return state end }
--version
--file home.lua
return { version = 3, start = function(self) end, migrate = function() return { f = print } end }
--version
--file home.lua
return { version = 4, start = function(self) end, migrate = function() while true do end end }
--version
--file home.lua
return { version = 5, start = function(self) end, migrate = function() return coroutine.yield() end }
--version
--file home.lua
return { version = 6, start = function(self) end,
  migrate = function(state) return setmetatable({}, { __index = function() error(state) end }) end }
--version
--file home.lua
return { version = 0/0, start = function(self) end, migrate = function() return nil end }
