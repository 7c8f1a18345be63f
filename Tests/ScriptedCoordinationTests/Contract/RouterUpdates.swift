import PlainValues
import Testing

extension ScriptingContract {
  @Suite("update")
  struct RouterUpdates {
    /// A root with `home` and a child with `login` and `help` above it.
    private func flow(app: String = "", auth: String = "") throws -> Flow {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home", { n = 1 })
            self.children:start("auth")
          end,
          transitions = { \(app) },
        }
        """,
        "auth.lua": """
        return {
          start = function(self)
            self.router:push("login", { n = 2 })
            self.router:push("help", { n = 3 })
          end,
          transitions = { \(auth) },
        }
        """,
      ])
      flow.clear()
      return flow
    }

    @Test("merges params into what the screen has")
    func merges() throws {
      let flow = try flow(
        auth: "help = { go = function(self) self.router:update { title = \"new\" } end }")
      flow.send("go")
      #expect(flow.params == ["n": 3, "title": "new"])
      #expect(flow.calls == ["update help"])
    }

    @Test("replaces them on demand")
    func replaces() throws {
      let flow = try flow(
        auth: """
          help = { go = function(self)
            self.router:update({ title = "new" }, { replace = true })
          end }
          """)
      flow.send("go")
      #expect(flow.params == ["title": "new"])
    }

    @Test("with a name goes to that screen, in front or not")
    func named() throws {
      let flow = try flow(
        auth: "help = { go = function(self) self.router:update(\"login\", { n = 20 }) end }")
      flow.send("go")
      #expect(flow.calls == ["update login"])
      flow.back()
      #expect(flow.params == ["n": 20])
    }

    @Test("without one goes to the screen whose event is handled, even another's")
    func handled() throws {
      let flow = try flow(
        app: "auth = { go = function(self) self.router:update { n = 30 } end }")
      flow.send("go")
      #expect(flow.calls == ["update help"])
      #expect(flow.params == ["n": 30])
    }

    @Test("where no screen's event is handled, it goes to one's own topmost")
    func own() throws {
      let flow = try flow(
        app: "app = { tick = function(self) self.router:update { n = 10 } end }",
        auth: "app = { tick = function(self) self.router:update { n = 30 } end }")
      flow.app("tick")
      #expect(flow.calls == ["update home", "update help"])
    }

    @Test("of a screen that is gone meanwhile does nothing, and says so")
    func gone() throws {
      let flow = try flow(
        auth: """
          help = { go = function(self)
            self.router:pop()
            self.router:update { n = 30 }
          end }
          """)
      flow.send("go")
      #expect(flow.error == nil)
      #expect(flow.calls == ["pop help"])
      #expect(flow.params == ["n": 2])
      expect(flow.diagnostics.last, says: "auth", "update")
    }

    @Test("many in one turn are one for the platform, after the stack's call")
    func several() throws {
      let flow = try flow(
        auth: """
          help = { go = function(self)
            self.router:update { n = 4 }
            self.router:update { m = 5 }
            self.router:push("more")
          end }
          """)
      flow.send("go")
      #expect(flow.calls == ["push more", "update help"])
      flow.back()
      #expect(flow.params == ["n": 4, "m": 5])
    }

    @Test("of a screen that this turn pushes is part of the push")
    func fresh() throws {
      let flow = try flow(
        auth: """
          help = { go = function(self)
            self.router:push("more", { n = 4 })
            self.router:update("more", { m = 5 })
          end }
          """)
      flow.send("go")
      #expect(flow.calls == ["push more"])
      #expect(flow.params == ["n": 4, "m": 5])
    }

    @Test("of a screen that this turn takes away is nothing to the platform")
    func leaving() throws {
      let flow = try flow(
        auth: """
          help = { go = function(self)
            self.router:update { n = 4 }
            self.router:pop()
          end }
          """)
      flow.send("go")
      #expect(flow.calls == ["pop help"])
    }
  }
}
