import PlainValues
import Testing

extension ScriptingContract.Scenarios {
  @Test(
    "16. show of one screen twice in a turn is one entry; push twice is two",
    arguments: [
      ("show", ["home", "detail"]), ("push", ["home", "detail", "detail"]),
    ])
  func twice(verb: String, stack: [String]) throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self) self.router:push("home") end,
        transitions = { home = { open = function(self)
          self.router:\(verb)("detail", { n = 1 })
          self.router:\(verb)("detail", { n = 2 })
        end } },
      }
      """
    ])
    flow.send("open")
    #expect(flow.stack == stack)
    #expect(flow.params == ["n": 2])
  }

  @Test("17. Back twice at once pops one screen: the second was meant for the one that went")
  func backTwiceAtOnce() throws {
    var flow: Flow?
    let made = try Flow(
      [
        "app.lua": """
        return {
          start = function(self)
            for _, name in ipairs { "home", "list", "detail" } do self.router:push(name) end
          end,
          transitions = { detail = { close = function(self) self.services.user.goes_back() end } },
        }
        """
      ],
      services: [
        "user": [
          "goes_back": { _ in
            flow?.back()
            flow?.back()
            return []
          }
        ]
      ])
    flow = made
    made.clear()
    made.send("close")
    #expect(made.calls == ["pop detail"])
    #expect(made.stack == ["home", "list"])
  }

  @Test("17. Back twice, one after the other, pops one screen a time")
  func backTwice() throws {
    let flow = try Flow(["app.lua": shows("home", "list", "detail")])
    flow.clear()
    flow.back()
    #expect(flow.calls == ["pop detail"])
    flow.back()
    #expect(flow.calls == ["pop detail", "pop list"])
    #expect(flow.stack == ["home"])
  }

  @Test("17. Back at the root changes nothing and says so")
  func backAtRoot() throws {
    let flow = try Flow(["app.lua": shows("home")])
    flow.clear()
    flow.back()
    #expect(flow.stack == ["home"])
    #expect(flow.calls.isEmpty)
    #expect(flow.error == nil)
    #expect(flow.diagnostics.count == 1)
    expect(flow.diagnostics.first, says: "home")
  }

  @Test("18. pop_to a screen that is not there changes nothing and says what is there")
  func popTo() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:push("home")
          self.router:push("list")
        end,
        transitions = { list = { home = { pop_to = "hone" } } },
      }
      """
    ])
    flow.clear()
    flow.send("home")
    expect(flow.error, says: "hone", "home", "list")
    #expect(flow.stack == ["home", "list"])
    #expect(flow.calls.isEmpty)
  }

  @Test("18. pop_to finds what lies on the stack, whoever's it is, and nothing of another router")
  func popToOthers() throws {
    let flow = try Flow([
      "app.lua": """
      return { start = function(self)
        self.router:push("home")
        self.children:start("detail", { to = "home" })
        self.children:start("detail", { to = "home" }, { present = "sheet" })
      end }
      """,
      "detail.lua": """
      return {
        start = function(self)
          self.router:push("page")
          self.router:push("photo")
        end,
        transitions = { photo = { leave = function(self) self.router:pop_to("home") end } },
      }
      """,
    ])
    flow.send("leave")
    expect(flow.error, says: "home", "page", "photo")
    flow.pulledDown()
    flow.send("leave")
    #expect(flow.error == nil)
    #expect(flow.stack == ["home"])
  }

  /// A root with `home` and a flow in a modal, in which flow another, in which another.
  private func modals() throws -> Flow {
    let files = [
      "app.lua": """
      return { start = function(self)
        self.router:push("home")
        self.children:start("one", {}, { present = "sheet" })
      end }
      """,
      "one.lua": """
      return { start = function(self)
        self.router:push("first")
        self.children:start("two", {}, { present = "full_screen" })
      end }
      """,
      "two.lua": """
      return { start = function(self)
        self.router:push("second")
        self.children:start("three", {}, { present = "sheet" })
      end }
      """,
      "three.lua": """
      return {
        start = function(self) self.router:push("third") end,
        transitions = { third = { done = { finish = true } } },
      }
      """,
    ]
    return try Flow(files)
  }

  @Test("19. Three modals on top of each other open one by one, and close one by one")
  func threeModals() throws {
    let flow = try modals()
    #expect(
      flow.calls == [
        "push home", "present first sheet", "present second full_screen", "present third sheet",
      ])
    #expect(flow.modals == ["first", "second", "third"])
    #expect(flow.coordinators == "app(one(two(three)))")
    flow.pulledDown()
    #expect(flow.modals == ["first", "second"])
    #expect(flow.coordinators == "app(one(two))")
  }

  @Test("19. The end of the lowest of three modals closes them topmost first")
  func lowestModal() throws {
    let flow = try modals()
    flow.send("done")
    #expect(flow.coordinators == "app(one(two))")
    #expect(flow.calls.last == "dismiss third")

    let whole = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:push("home")
          self.router:present("a")
          self.router:present("b", {}, { style = "full_screen" })
          self.router:present("c", {}, { style = "alert" })
        end,
        transitions = { app = { close = { dismiss_all = true } } },
      }
      """
    ])
    whole.clear()
    whole.app("close")
    #expect(whole.calls == ["dismiss c", "dismiss b", "dismiss a"])
    #expect(whole.modals == [])
  }

  @Test("20. Dismiss, then present, in one handler: the platform sees the second after the first")
  func dismissThenPresent() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:push("home")
          self.router:present("menu")
        end,
        transitions = { menu = { chosen = function(self)
          self.router:dismiss()
          self.router:present("menu", { page = 2 })
        end } },
      }
      """
    ])
    flow.clear()
    flow.send("chosen")
    #expect(flow.calls == ["dismiss menu", "present menu sheet"])
    #expect(flow.modals == ["menu"])
    #expect(flow.params == ["page": 2])
  }

  @Test("20. A flow that ends and the one that its end starts: dismissed, then presented")
  func endThenStart() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:push("home")
          self.children:start("one", {}, { present = "sheet" })
        end,
        transitions = { one = { finished = { start = "two", present = "sheet" } } },
      }
      """,
      "one.lua": """
      return {
        start = function(self) self.router:push("first") end,
        transitions = { first = { done = { finish = true } } },
      }
      """,
      "two.lua": shows("second"),
    ])
    flow.clear()
    flow.send("done")
    #expect(flow.calls == ["dismiss first", "present second sheet"])
    #expect(flow.coordinators == "app(two)")
  }

  /// Tabs of which the selected one has `posts` and `post`, each by a coordinator of its own.
  private func tabs() throws -> Flow {
    try Flow([
      "app.lua": """
      return { start = function(self)
        self.router:set_tabs {
          { name = "home", start = "feed" }, { name = "cart", start = "basket" },
        }
      end }
      """,
      "feed.lua": """
      return {
        start = function(self)
          self.router:push("posts")
          self.children:start("reader")
        end,
        transitions = { reader = { cancelled = function(self, reason)
          print("told " .. reason)
        end } },
      }
      """,
      "reader.lua": tellsItsEnd("post", "comments"),
      "basket.lua": shows("items"),
    ])
  }

  @Test("21. Selecting the selected tab pops it to its root, as the user's doing")
  func selectedTab() throws {
    let flow = try tabs()
    flow.clear()
    flow.selectTab("home")
    #expect(flow.stack == ["posts"])
    #expect(flow.calls == ["pop_to posts"])
    #expect(flow.log == ["reader back", "told back"])
    #expect(flow.coordinators == "app(home)")
  }

  @Test("21. Selecting the selected tab at its root does nothing")
  func selectedTabAtRoot() throws {
    let flow = try tabs()
    flow.selectTab("home")
    flow.clear()
    flow.selectTab("home")
    #expect(flow.calls.isEmpty)
    #expect(flow.error == nil)
    #expect(flow.stack == ["posts"])
  }

  @Test("21. Selecting another tab and coming back keeps its stack")
  func otherTab() throws {
    let flow = try tabs()
    flow.selectTab("cart")
    flow.selectTab("home")
    #expect(flow.stack == ["posts", "post", "comments"])
  }
}
