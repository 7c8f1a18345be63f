--file app.lua
local app = {}
function app:start()
  self.state.names = { ["\u{e9}"] = 1, ["e\u{301}"] = 2 }
  self.router:push("home", { ["\u{e9}"] = 1, ["e\u{301}"] = 2, [1] = 3 })
end
app.transitions = { home = { count = function(self)
  local n = 0
  for _ in pairs(self.state.names) do n = n + 1 end
  assert(n == 2)
end } }
return app
