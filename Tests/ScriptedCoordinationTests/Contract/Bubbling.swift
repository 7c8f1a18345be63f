import PlainValues
import Testing

extension ScriptingContract {
  @Suite("Who handles an event")
  struct Bubbling {
    /// Three coordinators, of which every source that could hear `go` says so and declines.
    private static let declining = [
      "app.lua": """
      local function decline(where)
        return function(self) print(where) return self:pass() end
      end
      return {
        start = function(self) self.children:start("main") end,
        transitions = {
          page = { go = decline("app.page") },
          item = { go = decline("app.item") },
          main = { go = decline("app.main") },
          any = { go = decline("app.any") },
        },
      }
      """,
      "main.lua": """
      local function decline(where)
        return function(self) print(where) return self:pass() end
      end
      return {
        start = function(self) self.children:start("item") end,
        transitions = {
          any = { go = decline("main.any") },
          item = { go = decline("main.item") },
          page = { go = decline("main.page") },
        },
      }
      """,
      "item.lua": """
      local function decline(where)
        return function(self) print(where) return self:pass() end
      end
      return {
        start = function(self) self.router:push("page") end,
        transitions = {
          any = { go = decline("item.any") },
          page = { go = decline("item.page"), send = { emit = "go" } },
        },
      }
      """,
    ]

    @Test(
      "first the screen's owner: its source, its any; then each parent: the child's name, its any")
    func fromScreen() throws {
      let flow = try Flow(Self.declining)
      flow.send("go")
      #expect(
        flow.log == ["item.page", "item.any", "main.item", "main.any", "app.main", "app.any"])
    }

    @Test("what a coordinator emits begins at its parent")
    func emitted() throws {
      let flow = try Flow(Self.declining)
      flow.send("send")
      #expect(flow.log == ["main.item", "main.any", "app.main", "app.any"])
    }

    @Test("the first to handle it ends the search")
    func handled() throws {
      let main = """
        return {
          start = function(self) self.children:start("item") end,
          transitions = { item = { go = function(self) print("main.item") end } },
        }
        """
      let flow = try Flow(Self.declining.merging(["main.lua": main]) { $1 })
      flow.send("go")
      #expect(flow.log == ["item.page", "item.any", "main.item"])
      #expect(flow.diagnostics.isEmpty)
    }

    @Test("unhandled at the root, it is a diagnostic that names event, screen and who was asked")
    func unhandled() throws {
      let flow = try Flow(Self.declining)
      flow.send("go")
      #expect(flow.error == nil)
      #expect(flow.diagnostics.count == 1)
      expect(flow.diagnostics.first, says: "go", "page", "item", "main", "app")
    }

    @Test("ignore handles it: nothing happens, and nothing is said")
    func ignored() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = { go = { ignore = true } } },
        }
        """
      ])
      flow.send("go")
      #expect(flow.calls == ["push home"])
      #expect(flow.diagnostics.isEmpty)
    }

    @Test("a handler gets the payload, and of the event its name, source, screen and params")
    func event() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home", { tone = "warm" }) end,
          transitions = { home = { go = function(self, payload, event)
            print(payload.n, event.name, event.source, event.screen, event.params.tone, event.child)
          end } },
        }
        """
      ])
      flow.send("go", ["n": 7])
      #expect(flow.log == ["7\tgo\thome\thome\twarm\tnil"])
    }

    @Test("the params of the event are those that the screen has by then")
    func params() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home", { n = 1 })
            self.router:update { n = 2 }
          end,
          transitions = { home = { go = function(self, _, event) print(event.params.n) end } },
        }
        """
      ])
      flow.send("go")
      #expect(flow.log == ["2"])
    }

    @Test("further up, its source is the child and it has the child's handle, and still the screen")
    func eventFurtherUp() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.children:start("auth", { n = 5 }, { as = "sign_in" }) end,
          transitions = { sign_in = { go = function(self, payload, event)
            print(event.source, event.screen, event.params.tone)
            print(event.child.name, event.child.input.n)
          end } },
        }
        """,
        "auth.lua": """
        return { start = function(self) self.router:push("login", { tone = "warm" }) end }
        """,
      ])
      flow.send("go")
      #expect(flow.log == ["sign_in\tlogin\twarm", "sign_in\t5"])
    }

    @Test("any hears events of every screen and child, with where they came from")
    func any() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("auth")
          end,
          transitions = { any = { help = function(self, payload, event) print(event.source) end } },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login") end,
          transitions = { login = { done = { finish = true } } },
        }
        """,
      ])
      flow.send("help")
      flow.send("done")
      flow.send("help")
      #expect(flow.log == ["auth", "home"])
    }

    @Test("a transition whose guards do not hold is as if it were not there")
    func guarded() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.children:start("auth") end,
          transitions = { auth = { go = function(self) print("app") end } },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login") end,
          never = function(self) return false end,
          transitions = { login = { go = { when = "never", ignore = true } } },
        }
        """,
      ])
      flow.send("go")
      #expect(flow.log == ["app"])
    }
  }
}
