--version
--file lib/money.lua
local all = {} for i = 1, 100 do all[i] = require("lib.money") end return all
--version
--file lib/money.lua
return require("lib.other")
--file lib/other.lua
return { whole = function() return 0 end }
--version
--gone lib/other.lua
--version
--gone lib/money.lua
--gone lib/other.lua
--version
--file home.lua
return setmetatable({}, { __index = function(t, k) return t[k .. k] end })
--version
--file home.lua
local m = {} local home = setmetatable({ start = function(self) self.router:push("list") end }, m) m.__mode = "kv"
return home
--version
--file a b/.lua
return {}
