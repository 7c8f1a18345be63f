local app = { links = { ["*"] = { show = "found", with = true } } }
function app:start()
  self.router:split { primary = { start = "home" }, secondary = { screen = "empty" } }
end
app.can_leave = { empty = function() return false end }
app.transitions = { empty = { back = { ignore = true }, go = { show_detail = "item", with = true } },
  home = { cancelled = { finish = true } },
  tabs = { a = { ignore = true } },
  timer = { tick = { emit = "x" } } }
return app
