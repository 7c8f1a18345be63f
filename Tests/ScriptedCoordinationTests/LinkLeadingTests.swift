import Coordination
import PlainValues
import Testing

/// Where links lead: on to children, into tabs, and past modals.
@Suite("Links that lead on")
struct LinkLeadingTests {
  private func flow(_ files: [String: String]) throws -> Flow { try Flow(files) }

  /// A root with `home` that leads products to the child `catalog`.
  private func shop(_ link: String, transitions: String = "", catalog: String = "") throws -> Flow {
    try Flow([
      "app.lua": """
      return {
        start = function(self) self.router:push("home") end,
        links = { ["product/:id/*"] = \(link), ["about"] = { push = "about" } },
        transitions = {
          home = { open = { start = "catalog" }, sheet = { start = "catalog", present = "sheet" } },
          \(transitions)
        },
      }
      """,
      "catalog.lua": """
      return {
        start = function(self, input)
          self:log("starts " .. tostring(input.id))
          self.router:push("list")
        end,
        links = {
          ["reviews/:review"] = { push = "review", with = true },
          ["nested/*"] = { start = "below", with = true },
          \(catalog)
        },
      }
      """,
      "below.lua": """
      return {
        start = function(self) self.router:push("below") end,
        links = { [":page"] = { push = "page", with = true } },
      }
      """,
    ])
  }

  private static let start = "{ start = \"catalog\", with = true }"

  @Test("the rest goes on to the links of the child that is started, with the captures so far")
  func start() throws {
    let flow = try shop(Self.start)
    flow.open("app://product/7/reviews/3?sort=new")
    #expect(flow.error == nil)
    #expect(flow.log == ["starts 7"])
    #expect(flow.stack == ["home", "list", "review"])
    #expect(
      flow.params == [
        "id": "7", "review": "3", "query": ["sort": "new"], "rest": "",
        "url": "app://product/7/reviews/3?sort=new",
      ])
  }

  @Test("where nothing is left, the child's own start is the end of it")
  func nothingLeft() throws {
    let flow = try shop(Self.start)
    flow.open("app://product/7")
    #expect(flow.stack == ["home", "list"])
    #expect(flow.error == nil)
  }

  @Test("through any number of coordinators, encoded segments whole")
  func deep() throws {
    let flow = try shop(Self.start)
    flow.open("app://product/7/nested/a%2Fb")
    #expect(flow.coordinators == "app(catalog(below))")
    #expect(flow.params["page"] == "a/b")
    #expect(flow.params["id"] == "7")
    #expect(flow.stack == ["home", "list", "below", "page"])
  }

  @Test("a child that runs already is used, and not started anew")
  func running() throws {
    let flow = try shop(Self.start)
    flow.send("open")
    flow.open("app://product/7/reviews/3")
    flow.open("app://product/8/reviews/4")
    #expect(flow.coordinators == "app(catalog)")
    #expect(flow.log == ["starts nil"])
    #expect(flow.stack == ["home", "list", "review", "review"])
    #expect(flow.params["id"] == "8")
  }

  @Test("a rest that the child has no link for fails the whole: it is not even started")
  func noLink() throws {
    let flow = try shop(Self.start)
    flow.open("app://product/7/review/3")
    expect(flow.error, says: "no link leads to \"review/3\"", "catalog has reviews/:review")
    #expect(flow.coordinators == "app")
    #expect(flow.stack == ["home"])
    flow.send("open")
    flow.open("app://product/7/revews/3")
    expect(flow.error, says: "no link leads to \"revews/3\"")
    #expect(flow.stack == ["home", "list"])
  }

  @Test("a handler takes it on itself, also after it has waited")
  func byHand() throws {
    for wait in ["", "self:wait(1)"] {
      let flow = try shop(
        """
        function(self, link)
          \(wait)
          local child = self.children:start("catalog", { id = link.id })
          child:open(link)
        end
        """)
      flow.open("app://product/7/reviews/3")
      flow.advance(1)
      #expect(flow.errors.isEmpty)
      #expect(flow.log == ["starts 7"])
      #expect(flow.stack == ["home", "list", "review"])
      #expect(flow.params["id"] == "7")
    }
  }

  @Test("what is passed on by hand has to be a link")
  func notALink() throws {
    let flow = try shop("function(self) self.children:start(\"catalog\"):open { id = 7 } end")
    flow.open("app://product/7/reviews/3")
    expect(flow.error, says: "app.lua", "this is not a link", "pass on")
  }

  @Test("a link may be deferred further down; it is followed from the root when it is resumed")
  func deferredBelow() throws {
    let flow = try shop(
      Self.start,
      catalog: """
        ["secret/:n"] = {
          { when = function(self) return not self.state.open end, defer = true },
          { push = "secret", with = true },
        }
        """)
    flow.open("app://product/7/secret/1")
    #expect(flow.stack == ["home", "list"])
    #expect(flow.errors.isEmpty)
  }

  @Test("a child that has ended by then follows nothing, which a diagnostic says")
  func childEnded() throws {
    let flow = try shop(
      """
      function(self, link)
        local child = self.children:start("catalog")
        self.children:cancel(child)
        child:open(link)
      end
      """)
    flow.open("app://product/7/reviews/3")
    #expect(flow.error == nil)
    expect(
      flow.diagnostics.last, says: "app://product/7/reviews/3 is not followed", "catalog",
      "has ended")
  }

  @Test("one that finishes in its start follows nothing either")
  func finishesAtOnce() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self) self.router:push("home") end,
        links = { ["a/*"] = { start = "quick" } },
      }
      """,
      "quick.lua": "return { start = function(self) self:finish() end }",
    ])
    flow.open("a/b")
    #expect(flow.error == nil)
    #expect(flow.diagnostics.contains { $0.contains("quick") && $0.contains("has ended") })
  }

  @Test("where captures do not reach a child that runs already, a diagnostic says what to do")
  func capturesLost() throws {
    let flow = try shop(Self.start)
    flow.send("open")
    flow.open("app://product/7")
    #expect(flow.error == nil)
    expect(
      flow.diagnostics.last, says: "catalog runs already", "product/:id/*", "with a link of its own"
    )
  }

  // MARK: Tabs

  @Test("select_tab leads into a tab: what runs there follows the rest, started first if need be")
  func tabs() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:set_tabs { { name = "home", start = "feed" }, { name = "me", start = "account" } }
        end,
        links = { ["account/*"] = { select_tab = "me" }, ["feed"] = { select_tab = "home" } },
      }
      """,
      "feed.lua": shows("posts"),
      "account.lua": """
      return {
        start = function(self) self.router:push("profile") end,
        links = { ["orders/:id"] = { push = "order", with = true } },
      }
      """,
    ])
    flow.open("app://account/orders/7")
    #expect(flow.tab == "me")
    #expect(flow.stack == ["profile", "order"])
    #expect(flow.params["id"] == "7")
    flow.open("app://feed")
    #expect(flow.tab == "home")
    flow.open("app://account")
    #expect(flow.tab == "me")
    #expect(flow.stack == ["profile", "order"])
    flow.open("app://account/order/7")
    expect(flow.error, says: "no link leads to \"order/7\"", "me has orders/:id")
    #expect(flow.tab == "me")
  }

  // MARK: Modals

  private static let modals = """
    sheet = { present = "menu" },
    locked = { present = "lock", locked = true },
    flow = { start = "checkout", present = "sheet" },
    """

  /// A root that can have a sheet, a locked one and a flow in a sheet over `home`.
  private func modals(_ links: String, transitions: String = "") throws -> Flow {
    try Flow([
      "app.lua": """
      return {
        start = function(self) self.router:push("home") end,
        links = { page = { push = "page" }, \(links) },
        transitions = {
          any = { \(Self.modals) },
          checkout = { cancelled = function(self, reason) self:log("checkout", reason) end },
          menu = { removed = function(self, reason) self:log("menu", reason) end },
          \(transitions)
        },
      }
      """,
      "checkout.lua": """
      return {
        start = function(self) self.router:push("cart") end,
        links = { ["pay/:how"] = { push = "pay", with = true } },
        transitions = { cart = { card = { present = "card" } } },
      }
      """,
    ])
  }

  @Test("modals that are up go: screens and flows, whose owners are told that a link took them")
  func dismissed() throws {
    let flow = try modals("")
    flow.send("sheet")
    flow.send("flow")
    #expect(flow.modals == ["menu", "cart"])
    flow.clear()
    flow.open("app://page")
    #expect(flow.modals.isEmpty)
    #expect(flow.stack == ["home", "page"])
    #expect(flow.coordinators == "app")
    #expect(Set(flow.log) == ["menu\tlink", "checkout\tlink"])
    #expect(flow.calls.last == "push page")
    #expect(flow.calls.first == "dismiss cart")
  }

  @Test("a locked one stays, with those that it lies over")
  func locked() throws {
    let flow = try modals("")
    flow.send("sheet")
    flow.send("locked")
    flow.open("app://page")
    #expect(flow.modals == ["lock"])
    #expect(flow.host.navigation.screens.map(\.name) == ["home", "page", "lock"])
    #expect(flow.log == ["menu\tlink"])
  }

  @Test("one that the link leads into stays; those over it go")
  func ledInto() throws {
    let flow = try modals("[\"checkout/*\"] = { start = \"checkout\", present = \"sheet\" }")
    flow.send("flow")
    flow.send("card")
    #expect(flow.modals == ["cart", "card"])
    flow.open("app://checkout/pay/cash")
    #expect(flow.modals == ["cart"])
    #expect(flow.stack == ["cart", "pay"])
    #expect(flow.params["how"] == "cash")
    #expect(flow.coordinators == "app(checkout)")
    #expect(flow.log.isEmpty)
  }

  @Test("one that the link opens stays, a screen or a flow, and what was up before goes")
  func opened() throws {
    for link in ["{ present = \"news\" }", "{ start = \"checkout\", present = \"full_screen\" }"] {
      let flow = try modals("new = \(link)")
      flow.send("sheet")
      flow.open("app://new")
      #expect(flow.modals == (link.contains("news") ? ["news"] : ["cart"]))
      #expect(flow.log == ["menu\tlink"])
    }
  }

  @Test("a link that fails leaves the modals")
  func failed() throws {
    let flow = try modals("bad = function() error(\"no luck\") end")
    flow.send("sheet")
    flow.send("flow")
    flow.open("app://bad")
    expect(flow.error, says: "no luck")
    flow.open("app://nowhere")
    #expect(flow.modals == ["menu", "cart"])
    #expect(flow.coordinators == "app(checkout)")
    #expect(flow.log.isEmpty)
  }
}
