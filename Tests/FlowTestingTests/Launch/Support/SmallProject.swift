/// A project with a bit of everything that tests drive.
enum SmallProject {
  static let files: [String: String] = [
    "app.lua": """
    local app = {}
    function app:start(input)
      self.state.visits = 1
      self.router:push("home", { name = input.name })
    end
    app.transitions = {
      home = {
        open = { push = "item", with = true },
        sign_in = { start = "auth", present = "sheet" },
        ask = { present = "question", style = "alert" },
        go_wrong = function(self) self.router:push("never") error("it broke") end,
        later = function(self) self:after(3, "tick") end,
        leave = function(self) self:finish { bye = true } end,
        call_off = { cancel = "tired" },
        say = function(self) self:emit("hello", { n = 1 }) end,
        find = function(self, query)
          local found, problem = self.services.catalog.find(query.text)
          if found then self.router:push("found", found) else self.router:update { problem = problem } end
        end,
        keep = function(self) self.services.store.set("kept", 7) end,
      },
      item = { close = { pop = true } },
      question = { yes = { push = "answer" } },
      auth = { finished = { update = "home", with = true } },
      timer = { tick = { push = "late" } },
      app = { did_enter_background = { push = "background" } },
    }
    app.links = { ["item/:n"] = { push = "item", with = true } }
    return app
    """,
    "auth.lua": """
    local auth = {}
    function auth:start() self.state.tries = 0 self.router:push("login") end
    auth.transitions = {
      login = {
        submitted = function(self, fields)
          self.state.tries = self.state.tries + 1
          local user, problem = self.services.accounts.sign_in(fields.email)
          if not user then return self.router:update { problem = problem } end
          self:finish(user)
        end,
        help = { push = "help" },
      },
    }
    return auth
    """,
    "services.lua": """
    return {
      accounts = {
        sign_in = function(email) return { name = "Ada", email = email } end,
        sign_out = function() return true end,
      },
      catalog = { find = function(text) return { text = text, from = "services.lua" } end },
    }
    """,
  ]
}
