local money = require "lib.money"
local app = { version = 1, state = { count = 0 } }
function app:start(input)
  self.state.count = 1
  self.router:set_tabs {
    { name = "home", start = "home", title = "Home", icon = "house" },
    { name = "cart", start = "basket", input = { n = 2 } },
    { name = "mine", start = "home" },
  }
  self.router:set_badge("cart", money.whole(3))
  self:set_attribute("user_id", 42)
  self.services.store.set("seen", { on = 1.0 })
  self.children:start("quiet", nil, { present = "full_screen", as = "silent" })
  self:after(30, "remind", { n = 1 })
  self:after(20, "hurry")
end
app.transitions = {
  timer = {
    remind = function(self, payload) self.state.count = self.state.count + payload.n end,
    hurry = function(self) self.router:set_badge("cart", self.state.count) end,
  },
  any = {
    told = function(self, payload) self.state.told = payload end,
    buy = { start = "checkout", with = true, once = true },
    fail = function(self) self.state.count = 0 error("no") end,
  },
  auth = { finished = function(self, email) self.state.email = email end },
  silent = { finished = { present = "done", style = "alert" } },
  checkout = { ended = { update = true } },
  app = {
    sign_in = { start = "auth", present = "sheet", with = true },
    speak = function(self)
      local quiet = self.children:find("silent")
      if quiet then quiet:send("speak") end
    end,
    interrupted = function(self, what) self:log(what.event) end,
  },
}
app.links = {
  ["cart"] = { select_tab = "cart" },
  ["home/*"] = { select_tab = "home" },
  ["product/:id"] = {
    { when = "is_anonymous", defer = true },
    { start = "checkout", with = true, present = "sheet" },
  },
}
function app:is_anonymous() return self.state.email == nil end
return app
