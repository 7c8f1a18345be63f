local app = { state = function(self, input) return { n = 1 } end }
local mt = setmetatable({}, { __index = function(t, k) return t[k .. "x"] end })
function app:start()
  self.router:push("home")
  pcall(function() while true do end end)
end
app.transitions = { home = {
  a = function(self) while true do end end,
  b = function(self) local t = {} while true do t[#t + 1] = ("x"):rep(1000) end end,
  c = function(self) return mt.y end,
  d = function(self) self.state.x = self error({}) end,
  e = function(self) local c = coroutine.wrap(function() self:wait(1) end) c() c() end,
  f = function(self) self.router:set_tabs { { name = "t", start = "home" } } self.router:pop() end,
  g = function(self) for i = 1, 1e9 do self:after(i, "x" .. i) end end,
  h = function(self) self.children:start("app") end,
} }
return app
