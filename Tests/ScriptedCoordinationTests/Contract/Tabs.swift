import PlainValues
import Testing

extension ScriptingContract {
  @Suite("Tabs")
  struct Tabs {
    /// A root with the tabs `home` (showing `posts`) and `cart` (showing `items`).
    private func flow(
      transitions: String = "", feed: String = "", basket: String = "", more: [String: String] = [:]
    ) throws -> Flow {
      let files = [
        "app.lua": """
        return {
          start = function(self)
            self.router:set_tabs {
              { name = "home", start = "feed" },
              { name = "cart", start = "basket", input = { currency = "EUR" } },
            }
          end,
          transitions = { \(transitions) },
        }
        """,
        "feed.lua": """
        return {
          start = function(self) self.router:push("posts") end,
          transitions = { \(feed) },
        }
        """,
        "basket.lua": """
        return {
          start = function(self, input) self.router:push("items", input) end,
          transitions = { \(basket) },
        }
        """,
      ]
      return try Flow(files.merging(more) { _, more in more })
    }

    @Test("the first is selected, and the others start when they are first selected")
    func start() throws {
      let flow = try flow()
      #expect(flow.calls == ["set_tabs home cart", "push posts"])
      #expect(flow.tab == "home")
      #expect(flow.stack == ["posts"])
      #expect(flow.coordinators == "app(home)")
      flow.selectTab("cart")
      #expect(flow.calls.last == "select_tab cart")
      #expect(flow.tab == "cart")
      #expect(flow.stack == ["items"])
      #expect(flow.params == ["currency": "EUR"])
      #expect(flow.coordinators == "app(home cart)")
    }

    @Test("an eager one starts with them, behind the selected one")
    func eager() throws {
      let flow = try flow(more: [
        "app.lua": """
        return { start = function(self)
          self.router:set_tabs {
            { name = "home", start = "feed" },
            { name = "cart", start = "basket", eager = true },
          }
        end }
        """
      ])
      #expect(flow.calls == ["set_tabs home cart", "push posts", "push items @cart"])
      #expect(flow.coordinators == "app(home cart)")
      #expect(flow.screen == "posts")
    }

    @Test("each keeps its stack while another is selected")
    func stacks() throws {
      let flow = try flow(feed: "posts = { open = { push = \"post\" } }")
      flow.send("open")
      flow.selectTab("cart")
      flow.clear()
      flow.selectTab("home")
      #expect(flow.stack == ["posts", "post"])
      #expect(flow.calls == ["select_tab home"])
      #expect(flow.coordinators == "app(home cart)")
    }

    @Test("a tab's child is known by the tab's name")
    func names() throws {
      let flow = try flow(
        transitions: """
          home = { open = function(self, payload, event)
            print(event.source, event.child.name, self.children:find("home").id == event.child.id)
            print(self.children:find("feed"))
          end }
          """)
      flow.send("open")
      #expect(flow.log == ["home\thome\ttrue", "nil"])
    }

    @Test("a script selects one by name; one that is not there is an error that says which are")
    func select() throws {
      let flow = try flow(
        transitions: """
          home = { buy = { select_tab = "cart" }, lose = function(self)
            self.router:select_tab("basket")
          end }
          """)
      flow.send("lose")
      expect(flow.error, says: "basket", "home", "cart")
      flow.send("buy")
      #expect(flow.tab == "cart")
      #expect(flow.calls.last == "select_tab cart")
    }

    @Test("a badge is the platform's to show")
    func badge() throws {
      let flow = try flow(
        transitions: """
          home = { add = function(self) self.router:set_badge("cart", 3) end,
            lose = function(self) self.router:set_badge("basket", 3) end }
          """)
      flow.clear()
      flow.send("add")
      #expect(flow.calls.count == 1)
      expect(flow.calls.first, says: "set_badge", "cart", "3")
      flow.send("lose")
      expect(flow.error, says: "basket", "cart")
    }

    @Test(
      "on the router that has them, stack calls are errors that name them",
      arguments: [
        "push(\"x\")", "show(\"x\")", "replace(\"x\")", "pop()", "pop_to(\"x\")", "pop_to_root()",
      ])
    func stackCalls(call: String) throws {
      let flow = try flow(transitions: "app = { go = function(self) self.router:\(call) end }")
      flow.app("go")
      expect(flow.error, says: "home", "cart")
      #expect(flow.stack == ["posts"])
    }

    @Test("they replace the stack that they are set on")
    func replaceStack() throws {
      let flow = try flow(more: [
        "app.lua": """
        return {
          start = function(self) self.router:push("splash") end,
          transitions = { splash = { ready = function(self)
            self.router:set_tabs { { name = "home", start = "feed" } }
          end } },
        }
        """
      ])
      flow.send("ready")
      #expect(flow.stack == ["posts"])
      flow.back()
      #expect(flow.stack == ["posts"])
    }

    @Test("set_root replaces them, and ends what was in them")
    func replaced() throws {
      let flow = try flow(transitions: "app = { sign_out = { set_root = \"welcome\" } }")
      flow.selectTab("cart")
      flow.app("sign_out")
      #expect(flow.stack == ["welcome"])
      #expect(flow.tab == nil)
      #expect(flow.coordinators == "app")
    }

    @Test("present goes over them, whichever is selected")
    func present() throws {
      let flow = try flow(transitions: "app = { go = { present = \"picker\" } }")
      flow.app("go")
      #expect(flow.screen == "picker")
      flow.pulledDown()
      #expect(flow.stack == ["posts"])
    }

    @Test("a child that is started for an event from one goes there")
    func childOfEvent() throws {
      let flow = try flow(
        transitions: "home = { open = { start = \"help\" } }", more: ["help.lua": shows("topics")])
      flow.send("open")
      #expect(flow.stack == ["posts", "topics"])
      #expect(flow.coordinators == "app(home help)")
    }

    @Test("also when that one is not selected")
    func childOfHiddenTab() throws {
      let flow = try flow(
        transitions: "home = { stale = { start = \"help\" } }",
        feed: "app = { tick = { emit = \"stale\" } }", more: ["help.lua": shows("topics")])
      flow.selectTab("cart")
      flow.clear()
      flow.app("tick")
      #expect(flow.calls == ["push topics @home"])
      #expect(flow.stack == ["items"])
      flow.selectTab("home")
      #expect(flow.stack == ["posts", "topics"])
    }

    @Test("a child that no tab asked for goes to the selected one")
    func childOfNoTab() throws {
      let flow = try flow(
        transitions: "app = { help = { start = \"help\" } }", more: ["help.lua": shows("topics")])
      flow.selectTab("cart")
      flow.app("help")
      #expect(flow.stack == ["items", "topics"])
    }

    @Test("a child with a style of its own goes over them")
    func presentedChild() throws {
      let flow = try flow(
        transitions: "home = { open = { start = \"help\", present = \"sheet\" } }",
        more: ["help.lua": shows("topics")])
      flow.send("open")
      #expect(flow.calls.last == "present topics sheet")
    }

    @Test("a modal over one that is not selected is presented once it is")
    func hiddenModal() throws {
      let flow = try flow(feed: "app = { tick = { present = \"offer\" } }")
      flow.selectTab("cart")
      flow.clear()
      flow.app("tick")
      #expect(flow.calls.isEmpty)
      #expect(flow.screen == "items")
      flow.selectTab("home")
      #expect(flow.calls.contains("present offer sheet"))
      #expect(flow.screen == "offer")
    }

    @Test("and never, if it was taken back before")
    func hiddenModalGone() throws {
      let flow = try flow(
        feed: "app = { tick = { present = \"offer\" }, tock = { dismiss = true } }")
      flow.selectTab("cart")
      flow.app("tick")
      flow.app("tock")
      flow.clear()
      flow.selectTab("home")
      #expect(flow.calls == ["select_tab home"])
      #expect(flow.screen == "posts")
    }

    @Test("a transition from tabs replaces the user's selection")
    func handled() throws {
      let flow = try flow(
        transitions: "tabs = { cart = { start = \"help\", present = \"sheet\" } }",
        more: ["help.lua": shows("topics")])
      flow.selectTab("cart")
      #expect(flow.tab == "home")
      #expect(flow.screen == "topics")
      #expect(flow.coordinators == "app(home help)")
    }

    @Test("where its guards do not hold, the selection is made")
    func guarded() throws {
      let flow = try flow(
        transitions: """
          tabs = { cart = { when = function(self) return false end, present = "picker" } }
          """)
      flow.selectTab("cart")
      #expect(flow.tab == "cart")
    }

    @Test("a script's own selection asks no transition from tabs")
    func scriptSelects() throws {
      let flow = try flow(
        transitions:
          "tabs = { cart = { ignore = true } }, home = { buy = { select_tab = \"cart\" } }")
      flow.send("buy")
      #expect(flow.tab == "cart")
    }

    @Test("back at the root of one changes nothing and says so")
    func back() throws {
      let flow = try flow()
      flow.selectTab("cart")
      flow.clear()
      flow.back()
      #expect(flow.calls.isEmpty)
      #expect(flow.stack == ["items"])
      #expect(flow.diagnostics.count == 1)
    }
  }
}
