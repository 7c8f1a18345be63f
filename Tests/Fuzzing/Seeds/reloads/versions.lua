--file lib/money.lua
return { whole = function(n) return n + 1 end }
--version
--file home.lua
this is no Lua
--version
--file home.lua
local home = { version = 2, migrate = function(state, from) return { from = from } end }
function home:start() self.router:push("list") end
home.transitions = { detail = { tell = { push = "told" } } }
return home
--gone auth.lua
--version
--file auth.lua
return { start = function(self) self.router:push("login") end, version = "a", migrate = function() error("x") end }
--file app.lua
return { start = function(self) end, version = 2, migrate = function(state) return state end }
--version
--gone app.lua
--gone experiments.lua
--file screens.lua
return {}
