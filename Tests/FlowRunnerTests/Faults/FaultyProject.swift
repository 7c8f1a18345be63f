/// A flow that makes use of all that the host has: screens, protocols, contracts, services in Lua and
/// in Swift, an experiment, links, guards, timers, tabs, modals, handlers that wait.
enum FaultyProject {
  static let files = [
    "app.lua": """
    local words = require "lib.words"
    local app = { state = { taps = 0, seen = {} } }
    app.links = { ["item/:id"] = { start = "item", with = true }, ["later/*"] = { defer = true } }
    app.can_leave = { draft = "is_saved" }
    function app:start(input)
      self.state.user = input.user
      self.router:push("home", { n = 1 })
      self:after(30, "remind", { n = 1 })
      self:set_attribute("user_id", "b")
    end
    function app:is_saved() return self.state.saved == true end
    function app:has_taps() return self.state.taps > 0 end
    app.transitions = {
      home = {
        tap = function(self, payload)
          self.state.taps = self.state.taps + 1
          self.state.seen[#self.state.seen + 1] = { text = words.shout(payload.text or "none") }
          self.state.user = nil
          self.router:show("counted", { taps = self.state.taps, seen = self.state.seen })
          self:log("tapped", self.state.seen)
        end,
        fill = function(self)
          for index = 1, 40 do self.state["key" .. index] = { index, tostring(index):rep(20) } end
          for index = 1, 40 do self.state["key" .. index] = nil end
          self.state.taps = 7
        end,
        guarded = {
          { unless = "has_taps", push = "never" },
          { when = "has_taps", present = "question", style = "alert", with = { n = 1.5 } },
        },
        buy = { start = "checkout", with = { sku = "tea" }, present = "sheet" },
        ask = function(self)
          local answer, problem = self.services.accounts.sign_in("ada", { deep = { 1, 2 } })
          self.state.answer = answer or problem
          self.services.store.set("answer", { got = answer })
        end,
        doze = function(self)
          local got = self.services.lua.slow("word")
          self.state.slow = got
        end,
        wait = function(self)
          self:wait(2)
          self.state.waited = true
        end,
        flat = function(self) self.state.flat = self.services.lua.quick({ "a", "b" }) end,
        own = function(self)
          local make = coroutine.wrap(function() for n = 1, 3 do coroutine.yield(n) end end)
          local list = {}
          for n = 1, 3 do list[n] = make() end
          table.sort(list, function(a, b) return a > b end)
          local text = ("%s-%s"):format(table.concat(list, ","), ("abc"):gsub("%w", words.shout))
          self.state.own = { text, (pcall(error, { message = "caught" })) }
        end,
        hurt = function(self) self.state.taps = 99 error({ message = "it hurts" }) end,
        draft = { push = "draft" },
        shop = { start = "shop", present = "full_screen" },
      },
      counted = { done = { pop = true } },
      question = { ok = { ignore = true } },
      draft = { save = function(self) self.state.saved = true end },
      checkout = {
        finished = function(self, result) self.state.order = result.order end,
        added = { update = "home", with = true },
        cancelled = { ignore = true },
      },
      item = { finished = { ignore = true } },
      timer = { remind = function(self, payload) self.state.reminded = payload.n end },
      app = { told = function(self, payload) self.state.told = payload.word end },
    }
    function app.migrate(state, from)
      return { taps = state.taps, seen = state.seen, from = from or "none", user = state.user }
    end
    return app
    """,
    "shop.lua": """
    local shop = {}
    function shop:start()
      self.router:set_tabs {
        { name = "shelf", start = "item", title = "Shelf", input = { id = "first" } },
        { name = "cart", start = "cart", input = { n = 2 } },
      }
      self.router:set_badge("cart", 3)
    end
    shop.transitions = {
      tabs = { cart = function(self) self.state.cart = true self.router:select_tab("cart") end },
      item = { finished = { ignore = true } },
    }
    return shop
    """,
    "cart.lua": """
    local cart = {}
    function cart:start(input) self.router:push("cart", input) self.state.rows = { input.n } end
    return cart
    """,
    "item.lua": """
    local item = {}
    function item:start(input) self.router:push("item", { id = input.id }) end
    function item:finish() self:log("item ends") end
    item.transitions = { item = { done = { finish = true }, back = { finish = true } } }
    return item
    """,
    "full.lua": checkout("full"),
    "short.lua": checkout("short"),
    "experiments.lua": """
    return { checkout = { by = "user_id", variants = {
      { name = "control", script = "full" }, { name = "short", script = "short" },
    } } }
    """,
    "protocols.lua": """
    return {
      types = { line = { text = "string", ["count?"] = "integer" } },
      buying = {
        input = { sku = "string" }, result = { order = "string" }, emits = { added = { n = "integer" } },
      },
    }
    """,
    "screens.lua": """
    return {
      home = { title = "Home", body = { { button = "Tap", event = "tap" }, { text = "{n}" } } },
      pay = {
        title = "Pay", needs = { "buying" },
        body = { { field = "card", label = "Card" }, { button = "Pay", event = "pay" } },
      },
    }
    """,
    "services.lua": """
    local lua = {}
    function lua.quick(list) return table.concat(list, "+") end
    function lua.slow(word) sleep(1) emit("told", { word = word }) return word .. "!" end
    return { lua = lua }
    """,
    "lib/words.lua": """
    local words = {}
    function words.shout(text) return text:upper() .. "!" end
    return words
    """,
  ]

  private static func checkout(_ name: String) -> String {
    """
    local checkout = { implements = { "buying" }, state = { steps = 0 } }
    function checkout:start(input)
      self.router:push("pay", { sku = input.sku, from = "\(name)" })
      self:emit("added", { n = 1 })
      local close <close> = setmetatable({}, { __close = function() end })
      self.state.steps = self.state.steps + 1
    end
    checkout.transitions = {
      pay = {
        pay = { finish = true, with = function(self, card) return { order = "\(name)" .. self.state.steps } end },
        more = function(self) self.state.steps = self.state.steps + 1 end,
      },
    }
    return checkout
    """
  }

  /// The root with another version of its state, and a transition more.
  static var nextVersion: String {
    (files["app.lua"] ?? "").replacing(
      "counted = { done", with: "counted = { more = { push = \"more\" }, done"
    ).replacing("local app = { state", with: "local app = { version = 2, state")
  }
}
