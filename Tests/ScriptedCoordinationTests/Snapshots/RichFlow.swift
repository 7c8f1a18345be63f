import PlainValues

/// A flow that has something of all that a snapshot keeps.
enum RichFlow {
  static let files = [
    "app.lua": """
    local app = { state = { count = 0 } }
    function app:start(input)
      self.state.count = 1
      self.router:set_tabs {
        { name = "home", start = "home", title = "Home", icon = "house" },
        { name = "cart", start = "basket", input = { n = 2 } },
        { name = "mine", start = "home" },
      }
      self.router:set_badge("cart", 3)
      self:set_attribute("user_id", 42)
      self.services.store.set("seen", { on = 1.0 })
      self.children:start("auth", { email = "a" }, { present = "sheet", locked = true })
      self.children:start("quiet", nil, { present = "full_screen", as = "silent" })
      self:after(30, "remind", { n = 1 })
      self:after(20, "hurry")
    end
    app.transitions = {
      timer = {
        remind = function(self, payload) self.state.count = self.state.count + payload.n end,
        hurry = function(self) self.router:set_badge("cart", self.state.count) end,
      },
      any = { told = function(self, payload) self.state.told = payload end },
      silent = { finished = { present = "done", style = "alert" } },
      app = { speak = function(self)
        local quiet = self.children:find("silent")
        if quiet then quiet:send("speak") end
      end },
    }
    return app
    """,
    "home.lua": """
    local home = {}
    function home:start()
      self.router:push("list")
      self.router:push("detail", { n = 1.0, list = { 1, 2 } })
    end
    home.transitions = {
      detail = { more = { push = "detail" }, back = { pop = true } },
    }
    return home
    """,
    "basket.lua": """
    local basket = {}
    function basket:start(input) self.router:push("cart", input) end
    return basket
    """,
    "auth.lua": """
    local auth = {}
    function auth:start(input)
      self.state.email = input.email
      self.router:push("login", input)
      self.router:present("hint", nil, { style = "alert" })
    end
    auth.transitions = {
      hint = { ok = function(self) self.state.dice = math.random(1000000) end },
      login = { submitted = { finish = true }, tell = { emit = "told", with = true } },
    }
    return auth
    """,
    "quiet.lua": """
    local quiet = {}
    function quiet:start() end
    quiet.transitions = {
      parent = { speak = { push = "words" } },
      words = { ok = { finish = true } },
    }
    return quiet
    """,
  ]

  static func start() throws -> Flow { try Flow(files) }

  /// The document of the flow just started.
  static func snapshot() throws -> Value { try start().host.snapshot() }
}

extension Flow {
  /// The document as it is written.
  var document: String {
    get throws { JSON.text(of: try host.snapshot(), style: .pretty) }
  }
}
