import PlainValues
import Testing

extension ScriptingContract {
  @Suite("The end of a coordinator")
  struct Lifetime {
    /// A root with `home` and a child with `login`, which handles `go` in this way.
    private func flow(_ go: String, child: String = "", app: String = "") throws -> Flow {
      try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("auth")
          end,
          transitions = { \(app) },
        }
        """,
        "auth.lua": """
        return {
          state = { n = 1 },
          start = function(self) self.router:push("login") end,
          transitions = { login = { go = function(self)
            \(go)
          end } },
          \(child)
        }
        """,
        "help.lua": shows("topics"),
      ])
    }

    private static let tells = """
      auth = {
        finished = function(self, result) print("finished", result ~= true and result.n) end,
        cancelled = function(self, reason) print("cancelled", reason) end,
      }
      """

    @Test(
      "the script's finish runs once, with the result or the reason",
      arguments: [
        ("self:finish({ n = 7 })", "7\tnil", "finished\t7"),
        ("self:cancel(\"too_old\")", "nil\ttoo_old", "cancelled\ttoo_old"),
      ])
    func scriptsFinish(end: String, inScript: String, toParent: String) throws {
      let flow = try flow(
        end,
        child: "finish = function(self, result, reason) print(result and result.n, reason) end",
        app: Self.tells)
      flow.send("go")
      #expect(flow.log == [inScript, toParent])
    }

    @Test("after it the handler may read its state and log")
    func afterwardsReading() throws {
      let flow = try flow("self:finish() print(self.state.n, self.name) self:log(\"done\")")
      flow.send("go")
      #expect(flow.error == nil)
      #expect(flow.log == ["1\tauth", "done"])
    }

    @Test(
      "every other host call after it is an error, which undoes the end",
      arguments: [
        "self.router:push(\"x\")", "self.router:pop()", "self.router:update { n = 1 }",
        "self.children:start(\"help\")", "self:emit(\"hello\")", "self:cancel()",
        "self:set_attribute(\"n\", 1)", "self.services.store.set(\"n\", 1)", "self.state.n = 2",
      ])
    func afterwards(call: String) throws {
      let flow = try flow(
        """
        self:finish()
        \(call)
        """,
        app: Self.tells)
      flow.send("go")
      expect(flow.error, says: "auth.lua:6: ")
      #expect(flow.coordinators == "app(auth)")
      #expect(flow.stack == ["home", "login"])
    }

    @Test("cancel ends it as finally as finish does")
    func afterCancel() throws {
      let flow = try flow("self:cancel()\nself:finish()", app: Self.tells)
      flow.send("go")
      expect(flow.error, says: "auth.lua:6: ")
      #expect(flow.log.isEmpty)
    }

    @Test("its screens, its modals and its children's go, others' stay")
    func screens() throws {
      let flow = try flow(
        """
        self.router:push("password")
        self.children:start("help")
        self.router:present("picker")
        self:finish()
        """)
      flow.clear()
      flow.send("go")
      #expect(flow.stack == ["home"])
      #expect(flow.modals == [])
      #expect(flow.coordinators == "app")
      #expect(flow.calls == ["pop login"])
    }

    @Test("its screens go from the middle of a stack too")
    func middle() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("auth")
            self.router:push("list")
            self.children:cancel(self.children:find("auth"))
          end,
        }
        """,
        "auth.lua": shows("login"),
      ])
      #expect(flow.stack == ["home", "list"])
    }

    @Test("what its finish emits reaches the parent before its end does")
    func lastWords() throws {
      let flow = try flow(
        "self:finish({ n = 7 })",
        child: "finish = function(self) self:emit(\"bye\", { n = self.state.n }) end",
        app: "\(Self.tells), any = { bye = function(self, payload) print(\"bye\", payload.n) end }")
      flow.send("go")
      #expect(flow.log == ["bye\t1", "finished\t7"])
    }

    @Test("its finish may use services that answer at once")
    func servicesInFinish() throws {
      let flow = try flow(
        "self:finish()",
        child: "finish = function(self) self.services.store.set(\"seen\", true) end",
        app: "auth = { finished = function(self) print(self.services.store.get(\"seen\")) end }")
      flow.send("go")
      #expect(flow.log == ["true"])
    }

    @Test(
      "its finish can neither navigate nor start, nor stop the end by failing; that is reported",
      arguments: [
        "self.router:push(\"x\")", "self.children:start(\"help\")", "self:finish()",
        "error(\"no luck\")",
      ])
    func failingFinish(call: String) throws {
      let flow = try flow(
        "self:finish({ n = 7 })", child: "finish = function(self)\n\(call)\nend", app: Self.tells)
      flow.send("go")
      #expect(flow.log == ["finished\t7"])
      #expect(flow.coordinators == "app")
      #expect(flow.stack == ["home"])
      #expect(flow.diagnostics.count == 1)
      expect(flow.diagnostics.first, says: "auth.lua:8: ")
    }

    @Test("a finish that never returns is stopped, and the end goes on")
    func endlessFinish() throws {
      let flow = try flow(
        "self:finish({ n = 7 })", child: "finish = function(self) while true do end end",
        app: Self.tells)
      flow.send("go")
      #expect(flow.log == ["finished\t7"])
      #expect(flow.coordinators == "app")
      #expect(flow.diagnostics.count == 1)
    }

    @Test("descendants end because their parent did, and their ends are told to nobody")
    func descendants() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("main")
          end,
          transitions = { any = { ended = function(self, _, event)
            print("app told of " .. event.source)
          end } },
        }
        """,
        "main.lua": """
        return {
          start = function(self)
            self.router:push("list")
            self.children:start("auth")
          end,
          transitions = { app = { leave = { finish = true } },
            any = { ended = function(self, _, event) print("main told of " .. event.source) end } },
        }
        """,
        "auth.lua": tellsItsEnd("login"),
      ])
      flow.app("leave")
      #expect(flow.log == ["auth parent_ended", "app told of main"])
      #expect(flow.stack == ["home"])
    }

    @Test("what a descendant's finish emits to a parent that ends is a diagnostic only")
    func emitsToEnded() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("main")
          end,
          transitions = {
            app = { leave = function(self) self.children:cancel_all() end },
            any = { bye = function(self) print("app heard bye") end },
          },
        }
        """,
        "main.lua": """
        return {
          start = function(self) self.children:start("auth") end,
          transitions = { any = { bye = function(self) print("main heard bye") end } },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login") end,
          finish = function(self) self:emit("bye") end,
        }
        """,
      ])
      flow.app("leave")
      #expect(flow.log.isEmpty)
      #expect(flow.error == nil)
      expect(flow.diagnostics.last { $0.contains("bye") }, says: "auth", "main")
    }

    @Test("one that has nothing left is a diagnostic that names it")
    func nothingLeft() throws {
      let flow = try flow("self.router:pop()")
      flow.send("go")
      #expect(flow.coordinators == "app(auth)")
      #expect(flow.diagnostics.count == 1)
      expect(flow.diagnostics.first, says: "auth")
    }

    @Test("the root's end has a result, takes everything away, and nothing is heard after it")
    func root() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("auth")
          end,
          transitions = {
            auth = { quit = { finish = true, with = true } },
            app = { paused = function(self) print("paused") end },
          },
        }
        """,
        "auth.lua": tellsItsEnd("login"),
      ])
      flow.send("quit", ["n": 7])
      #expect(flow.finished == ["n": 7])
      #expect(flow.screen == nil)
      #expect(flow.calls.last == "clear")
      flow.app("paused")
      #expect(flow.log == ["auth parent_ended"])
      #expect(flow.error == nil)
    }
  }

  @Suite("keep_screens")
  struct KeepScreens {
    private func flow(options: String = "", child: String, app: String = "") throws -> Flow {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("auth", {}, { \(options) })
          end,
          transitions = {
            auth = { finished = function(self, result) print("finished", result) end },
            \(app)
          },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login", { n = 1 }) end,
          transitions = { login = { go = function(self)
            \(child)
            self:finish("done", { keep_screens = true })
          end, hello = function(self) print("child") end } },
        }
        """,
        "help.lua": shows("topics"),
      ])
      flow.clear()
      return flow
    }

    @Test("hands the screens to the parent, and the platform sees nothing of it")
    func handsOver() throws {
      let flow = try flow(
        child: "",
        app: """
          login = {
            hello = function(self, _, event) print("parent", event.source, event.params.n) end,
            removed = function(self, why) print(why) end,
          }
          """)
      flow.send("go")
      #expect(flow.calls.isEmpty)
      #expect(flow.stack == ["home", "login"])
      #expect(flow.coordinators == "app")
      flow.send("hello")
      flow.back()
      #expect(flow.log == ["finished\tdone", "parent\tlogin\t1", "back"])
    }

    @Test("hands over what it presented, too")
    func modals() throws {
      let flow = try flow(
        child: "self.router:present(\"picker\")",
        app: "picker = { hello = function(self) print(\"parent\") end }")
      flow.send("go")
      #expect(flow.modals == ["picker"])
      flow.send("hello")
      #expect(flow.log == ["finished\tdone", "parent"])
    }

    @Test("takes descendants' screens away all the same")
    func descendants() throws {
      let flow = try flow(
        child: "self.router:push(\"password\")\nself.children:start(\"help\")")
      flow.send("go")
      #expect(flow.stack == ["home", "login", "password"])
      #expect(flow.coordinators == "app")
    }

    @Test("is an error for one that has a router of its own")
    func ownRouter() throws {
      let flow = try flow(options: "present = \"sheet\"", child: "")
      flow.send("go")
      expect(flow.error, says: "auth.lua:5: ", "keep_screens")
      #expect(flow.coordinators == "app(auth)")
    }
  }
}
