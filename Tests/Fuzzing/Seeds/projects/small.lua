--file app.lua
local words = require "lib.words"
local app = {}
function app:start() self.router:push("home", { title = words.title }) end
app.transitions = { home = {
  go = { { when = "ready", start = "child", present = "sheet", with = true }, { update = true } },
  stop = { finish = true },
}, child = { finished = { pop_to_root = true } } }
function app:ready() return self.router ~= nil end
return app
--file lib/words.lua
return { title = "Words" }
--file child.lua
return { start = function(self, input) self.router:push("inner", input) end,
  transitions = { inner = { done = { finish = true, with = true } } } }
--file screens.lua
return { home = { title = "{title}", body = { { button = "Go", event = "go" } } } }
--file services.lua
return { a = { b = function(x) sleep(1) return x end } }
--file experiments.lua
return { slot = { by = "id", variants = { { name = "a", script = "child", weight = 1 } } } }
--file protocols.lua
return { types = { t = { n = "integer?" } }, p = { input = { ["x?"] = "t" }, handles = { "go" } } }
