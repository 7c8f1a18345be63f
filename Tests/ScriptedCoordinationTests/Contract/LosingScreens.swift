import PlainValues
import Testing

extension ScriptingContract {
  @Suite("Whose last screen is taken away")
  struct LosingScreens {
    @Test(
      "is cancelled, and its parent told, for what the user did",
      arguments: [
        ("{ start = \"auth\" }", "back"),
        ("{ start = \"auth\", present = \"sheet\" }", "dismissed"),
      ])
    func byUser(start: String, reason: String) throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = {
            home = { go = \(start) },
            auth = { cancelled = function(self, reason) print("told " .. reason) end },
          },
        }
        """,
        "auth.lua": tellsItsEnd("login"),
      ])
      flow.send("go")
      flow.back()
      #expect(flow.log == ["auth \(reason)", "told \(reason)"])
      #expect(flow.coordinators == "app")
    }

    /// A root over `main` over `auth`, each with a screen on one stack.
    private func nested(app: String, main: String = "", mainStarts: String = "") throws -> Flow {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("main")
          end,
          transitions = {
            app = { calm = \(app) },
            main = { cancelled = function(self, reason) print("app told " .. reason) end },
          },
        }
        """,
        "main.lua": """
        return {
          start = function(self)
            self.router:push("list")
            \(mainStarts)
            self.children:start("auth")
          end,
          finish = function(self, result, reason) print("main " .. reason) end,
          transitions = { \(main) },
        }
        """,
        "auth.lua": tellsItsEnd("login"),
        "help.lua": "return { start = function(self) end }",
      ])
      flow.clear()
      return flow
    }

    @Test("by somebody outside is cancelled too: those below first, and each parent told")
    func bySomebodyElse() throws {
      let flow = try nested(
        app: "{ pop_to_root = true }",
        main: "auth = { cancelled = function(self, reason) print(\"main told \" .. reason) end }")
      flow.app("calm")
      #expect(
        flow.log == ["auth removed", "main told removed", "main removed", "app told removed"])
      #expect(flow.coordinators == "app")
      #expect(flow.calls == ["pop_to home"])
    }

    @Test("by a sibling is cancelled too")
    func bySibling() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("auth")
            self.children:start("help")
          end,
          transitions = { any = { cancelled = function(self, reason, event)
            print("told of " .. event.source .. " " .. reason)
          end } },
        }
        """,
        "auth.lua": tellsItsEnd("login"),
        "help.lua": """
        return {
          start = function(self) self.router:push("topics") end,
          transitions = { topics = { close = { set_root = "start" } } },
        }
        """,
      ])
      flow.send("close")
      #expect(flow.log == ["auth removed", "told of auth removed"])
      #expect(flow.coordinators == "app(help)")
      #expect(flow.stack == ["start"])
    }

    @Test("but lives, if what a child's end wakes in it shows something again")
    func recovers() throws {
      let flow = try nested(
        app: "{ pop_to_root = true }", main: "auth = { cancelled = { push = \"list\" } }")
      flow.app("calm")
      #expect(flow.log == ["auth removed"])
      #expect(flow.coordinators == "app(main)")
      #expect(flow.stack == ["home", "list"])
    }

    @Test("is not one whose children still show something")
    func childrenCount() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("main")
          end,
          transitions = { app = { calm = { pop_to_root = true } } },
        }
        """,
        "main.lua": """
        return {
          start = function(self)
            self.router:push("list")
            self.children:start("auth", {}, { present = "sheet" })
          end,
        }
        """,
        "auth.lua": shows("login"),
      ])
      flow.app("calm")
      #expect(flow.coordinators == "app(main(auth))")
      #expect(flow.modals == ["login"])
      flow.pulledDown()
      #expect(flow.coordinators == "app")
    }

    @Test("is one with screens left only as long as they are there")
    func oneByOne() throws {
      let flow = try nested(app: "{ pop_to_root = true }")
      flow.back()
      #expect(flow.coordinators == "app(main)")
      flow.back()
      #expect(flow.coordinators == "app")
      #expect(flow.log == ["auth back", "main back", "app told back"])
    }

    @Test("is nobody who never showed anything")
    func neverShown() throws {
      let flow = try nested(
        app: "{ pop_to = \"list\" }", mainStarts: "self.children:start(\"help\")")
      flow.app("calm")
      #expect(flow.coordinators == "app(main(help))")
    }

    @Test("by itself lives")
    func byItself() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          self.router:push("home")
          self.children:start("auth")
        end }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login") end,
          transitions = { login = { wait = { pop = true } }, app = { ready = { push = "code" } } },
        }
        """,
      ])
      flow.send("wait")
      #expect(flow.coordinators == "app(auth)")
      flow.app("ready")
      #expect(flow.stack == ["home", "code"])
    }

    @Test("by its own child lives: inside the subtree it is its own doing")
    func byOwnChild() throws {
      let flow = try nested(app: "{ ignore = true }", main: "auth = { swap = { pop = 2 } }")
      flow.send("swap")
      #expect(flow.coordinators == "app(main)")
      #expect(flow.stack == ["home"])
    }

    @Test("is replaced within the same turn: nobody has lost anything")
    func replaced() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("auth")
          end,
          transitions = { app = { calm = { pop_to_root = true } } },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login") end,
          transitions = { app = { calm = { push = "code" } } },
        }
        """,
      ])
      flow.app("calm")
      #expect(flow.coordinators == "app(auth)")
      #expect(flow.stack == ["home", "code"])
    }

    @Test("is the root: it lives")
    func root() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.children:start("auth") end,
          transitions = { app = { more = { push = "home" } } },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:present("login") end,
        }
        """,
      ])
      flow.pulledDown()
      #expect(flow.coordinators == "app")
      #expect(flow.cancelled == nil)
      flow.app("more")
      #expect(flow.stack == ["home"])
    }
  }

  @Suite("Whose router is taken away")
  struct LosingRouters {
    private static let files = [
      "main.lua": """
      return {
        start = function(self)
          self.router:push(self.input.screen or "list")
          self.children:start("quiet")
          self.children:start("auth")
        end,
        finish = function(self, result, reason) print(self.name .. " " .. reason) end,
        transitions = { any = { cancelled = function(self) print("main told") end } },
      }
      """,
      "quiet.lua": """
      return {
        start = function(self) end,
        finish = function(self, result, reason) print(self.name .. " " .. reason) end,
      }
      """,
      "auth.lua": tellsItsEnd("login"),
    ]

    private func flow(start: String, calm: String) throws -> Flow {
      let app = """
        return {
          start = function(self)
            \(start)
          end,
          transitions = {
            app = { calm = \(calm) },
            any = { cancelled = function(self, reason, event)
              print("app told of " .. event.source .. " " .. reason)
            end },
          },
        }
        """
      return try Flow(Self.files.merging(["app.lua": app]) { $1 })
    }

    @Test("of a modal flow pulled down, all end, screens or none, and only the one outside is told")
    func pulledDown() throws {
      let flow = try flow(
        start: """
          self.router:push("home")
          self.children:start("main", {}, { present = "sheet" })
          """,
        calm: "{ dismiss = true }")
      flow.pulledDown()
      #expect(
        flow.log == [
          "auth dismissed", "quiet dismissed", "main dismissed", "app told of main dismissed",
        ])
      #expect(flow.coordinators == "app")
    }

    @Test("of a modal flow dismissed by a script, all end likewise")
    func dismissed() throws {
      let flow = try flow(
        start: """
          self.router:push("home")
          self.children:start("main", {}, { present = "sheet" })
          """,
        calm: "{ dismiss = true }")
      flow.app("calm")
      #expect(
        flow.log == [
          "auth dismissed", "quiet dismissed", "main dismissed", "app told of main dismissed",
        ])
      #expect(flow.coordinators == "app")
      #expect(flow.modals == [])
    }

    @Test("of tabs that are replaced, all end, the newest first")
    func tabs() throws {
      let flow = try flow(
        start: """
          self.router:set_tabs {
            { name = "home", start = "main" }, { name = "cart", start = "auth", eager = true },
          }
          """,
        calm: "{ set_root = \"welcome\" }")
      flow.app("calm")
      #expect(flow.coordinators == "app")
      #expect(flow.stack == ["welcome"])
      #expect(
        flow.log == [
          "cart removed", "auth removed", "quiet removed", "home removed",
          "app told of cart removed", "app told of home removed",
        ])
    }
  }
}
