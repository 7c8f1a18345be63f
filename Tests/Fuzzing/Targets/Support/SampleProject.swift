/// A small project that has something of everything, for inputs that need one to be taken to.
enum SampleProject {
  static let files: [String: String] = [
    "app.lua": app, "home.lua": home, "basket.lua": basket, "auth.lua": auth, "quiet.lua": quiet,
    "checkout.lua": checkout, "one_page.lua": onePage, "lib/money.lua": money,
    "screens.lua": screens, "services.lua": services, "experiments.lua": experiments,
    "protocols.lua": protocols,
  ]

  static let app = """
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
    """

  static let home = """
    local home = { links = { ["item/:n"] = { push = "detail", with = true } } }
    function home:start()
      self.router:push("list")
      self.router:push("detail", { n = 1.0, list = { 1, 2 } })
    end
    home.can_leave = { form = function(self) return self.state.saved == true end }
    home.transitions = {
      list = { more = { push = "detail" } },
      detail = {
        more = { push = "detail", with = true }, back = { pop = true }, edit = { push = "form" },
        tell = { emit = "told", with = true }, ask = "ask_for",
        look = function(self) self.router:update { n = self:wait(2) or 0 } end,
      },
      form = {
        save = function(self) self.state.saved = true self.router:pop() end,
        leave_blocked = { present = "discard", style = "alert" },
      },
      discard = { yes = function(self) self.router:proceed() end, no = { ignore = true } },
    }
    function home:ask_for()
      local answer, how = self:ask("question", { n = math.random(6) })
      if answer then self.router:pop() end
      self:emit("told", { how = how })
    end
    return home
    """

  static let basket = """
    local basket = {}
    function basket:start(input) self.router:push("cart", input) end
    basket.transitions = { cart = {
      order = function(self, item) self:emit("buy", { sku = item.sku or "none" }) end,
      price = function(self)
        local price = self.services.prices.of("tea")
        self.router:update { price = price }
      end,
    } }
    return basket
    """

  static let auth = """
    local auth = {}
    function auth:start(input)
      self.state.email = input.email
      self.router:push("login", input)
      self.router:present("hint", nil, { style = "alert" })
    end
    auth.transitions = {
      hint = { ok = function(self) self.state.dice = math.random(1000000) end },
      login = { submitted = { finish = true, with = true }, cancel = { cancel = "tired" } },
    }
    function auth:finish(result, reason) self:log("over", result ~= nil, reason) end
    return auth
    """

  static let quiet = """
    local quiet = {}
    function quiet:start() end
    quiet.transitions = {
      parent = { speak = { push = "words" } },
      words = { ok = { finish = true } },
    }
    return quiet
    """

  static let checkout = """
    local checkout = { implements = "buying" }
    function checkout:start(input) self.router:push("pay", input) end
    checkout.transitions = { pay = {
      paid = function(self) self:finish { order = "1" } end,
      later = { steps = { { update = true, with = true }, { push = "thanks" } } },
    } }
    return checkout
    """

  static let onePage = """
    local checkout = { implements = "buying" }
    function checkout:start(input)
      local slept = self.services.prices.of(input.sku)
      self.router:present("pay", { slept = slept }, { style = "sheet", locked = true })
    end
    checkout.transitions = { pay = { paid = { finish = true, with = { order = "2" } } } }
    return checkout
    """

  static let money = "return { whole = function(n) return n // 1 end }"

  static let screens = """
    return {
      login = { title = "Log in", body = {
        { field = "email", label = "E-mail", kind = "email" },
        { button = "Log in", event = "submitted" },
      }, events = { "cancel" } },
      pay = { needs = { "buying" }, events = { "paid", "later" } },
      cart = { body = { { list = "items", title = "{name}", event = "order" } },
        background_events = { "price" } },
    }
    """

  static let services = """
    return { prices = {
      of = function(sku)
        sleep(1)
        emit("speak", { sku = sku })
        return 3.5
      end,
    } }
    """

  static let experiments = """
    return { checkout = {
      key = "checkout-page", by = "user_id", coverage = 0.9,
      variants = {
        { name = "control", script = "checkout", weight = 1 },
        { name = "one_page", script = "one_page", weight = 2 },
      },
      audience = { country = { one_of = { "DE", "AT" } } },
    } }
    """

  static let protocols = """
    return {
      types = { sku = "string" },
      buying = { input = { ["sku?"] = "sku", ["id?"] = "string", ["query?"] = "any",
        ["rest?"] = "string", ["url?"] = "string" }, result = { order = "string" } },
    }
    """
}
