import PlainValues
import Testing

extension ScriptingContract {
  @Suite("A child whose start fails")
  struct NestedStarts {
    private static let broken = """
      return { start = function(self)
        self.router:push("login")
        self.children:start("help")
        self.services.store.set("n", 2)
        self:set_attribute("n", 2)
        self:emit("ready")
        error("no luck")
      end }
      """

    /// A root that shows `home`, starts the broken child in this way, and then shows `list`.
    private func flow(_ start: String, broken: String = Self.broken) throws -> Flow {
      try Flow(
        [
          "app.lua": """
          return {
            state = { n = 1 },
            start = function(self)
              self.router:push("home")
              self.state.n = self.state.n + 1
              \(start)
              print(#self.children, self.children:find("auth"))
              print(self.services.store.get("n"), self.attributes.n)
              self.router:push("list")
            end,
            transitions = { auth = { ready = function(self) print("ready") end } },
          }
          """,
          "auth.lua": broken,
          "help.lua": shows("topics"),
        ],
        attributes: ["n": 1], store: ["n": 1])
    }

    @Test("raises at the call, which fails the turn with the place in the child")
    func raises() throws {
      let flow = try flow("self.children:start(\"auth\")")
      expect(flow.error, says: "auth.lua:7: no luck")
      #expect(flow.calls.isEmpty)
    }

    @Test("can be caught there: what it did is undone, what its parent did stands")
    func caught() throws {
      let flow = try flow(
        """
        local ok, problem = pcall(self.children.start, self.children, "auth")
        print(ok, problem)
        """)
      #expect(flow.error == nil)
      #expect(flow.log.count == 3)
      expect(flow.log.first, says: "false\t", "auth.lua:7: no luck")
      #expect(flow.log.dropFirst() == ["0\tnil", "1\t1"])
      #expect(flow.stack == ["home", "list"])
      #expect(flow.state("app") == ["n": 2])
      #expect(flow.coordinators == "app")
      #expect(flow.calls == ["set_stack home list"])
    }

    @Test("what the parent did in the same pcall, before and around the call, stands")
    func parentsShare() throws {
      let flow = try flow(
        """
        pcall(function()
          self.state.n = 10
          self.router:push("kept")
          self.children:start("auth")
        end)
        """)
      #expect(flow.error == nil)
      #expect(flow.state("app") == ["n": 10])
      #expect(flow.stack == ["home", "kept", "list"])
      #expect(flow.coordinators == "app")
    }

    @Test("has not ended either, if it finished before it failed")
    func finishedFirst() throws {
      let flow = try flow(
        "pcall(function() self.children:start(\"auth\") end)",
        broken: """
          return {
            start = function(self)
              self:finish(7)
              error("no luck")
            end,
          }
          """)
      #expect(flow.error == nil)
      #expect(flow.diagnostics.isEmpty)
      #expect(flow.coordinators == "app")
    }

    @Test("leaves its parent's screens and modals as they were, whatever it did to them")
    func parentsScreens() throws {
      let flow = try flow(
        """
        self.router:present("picker")
        pcall(function() self.children:start("auth") end)
        """,
        broken: """
          return { start = function(self)
            self.router:dismiss_all()
            self.router:set_root("mine")
            error("no luck")
          end }
          """)
      #expect(flow.error == nil)
      #expect(flow.modals == ["picker"])
      #expect(flow.calls == ["set_stack home list", "present picker sheet"])
    }

    @Test("with a style of its own takes its modal with it")
    func presented() throws {
      let flow = try flow(
        "pcall(self.children.start, self.children, \"auth\", {}, { present = \"sheet\" })")
      #expect(flow.modals == [])
      #expect(flow.coordinators == "app")
    }

    @Test("ends its own children without telling anyone, and they do not run their finish")
    func grandchildren() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          self.router:push("home")
          pcall(function() self.children:start("main") end)
        end }
        """,
        "main.lua": """
        return {
          start = function(self)
            self.children:start("auth")
            error("no luck")
          end,
          finish = function(self) print("main") end,
        }
        """,
        "auth.lua": tellsItsEnd("login"),
      ])
      #expect(flow.log.isEmpty)
      #expect(flow.coordinators == "app")
      #expect(flow.calls == ["push home"])
    }

    @Test("may be caught further down, and then fails nobody above")
    func caughtBelow() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self) self.children:start("main") end }
        """,
        "main.lua": """
        return { start = function(self)
          self.router:push("list")
          pcall(function() self.children:start("auth") end)
        end }
        """,
        "auth.lua": Self.broken,
        "help.lua": shows("topics"),
      ])
      #expect(flow.error == nil)
      #expect(flow.coordinators == "app(main)")
      #expect(flow.stack == ["list"])
    }

    @Test("can be started again")
    func again() throws {
      let flow = try flow(
        """
        pcall(function() self.children:start("auth", { fail = true }) end)
        self.children:start("auth")
        """,
        broken: """
          return { start = function(self, input)
            self.router:push("login")
            if input.fail then error("no luck") end
          end }
          """)
      #expect(flow.error == nil)
      #expect(flow.stack == ["home", "login", "list"])
      #expect(flow.coordinators == "app(auth)")
    }

    @Test("an error that is caught elsewhere undoes nothing")
    func ordinaryError() throws {
      let flow = try flow(
        """
        pcall(function()
          self.router:push("kept")
          error("no luck")
        end)
        """)
      #expect(flow.stack == ["home", "kept", "list"])
    }
  }

  @Suite("Bounds of a turn")
  struct Bounds {
    @Test("events that cause each other for ever stop as an error that shows the circle")
    func circle() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.children:start("auth") end,
          transitions = { auth = { ping = function(self, _, event)
            event.child:send("pong")
          end } },
        }
        """,
        "auth.lua": """
        return {
          state = { n = 0 },
          start = function(self) self.router:push("login") end,
          transitions = {
            login = { go = { emit = "ping" }, open = { push = "help" } },
            parent = { pong = function(self)
              self.state.n = self.state.n + 1
              self:emit("ping")
            end },
          },
        }
        """,
      ])
      flow.send("go")
      expect(flow.error, says: "ping", "app", "auth")
      #expect(flow.state("app/auth") == ["n": 0])
      flow.send("open")
      #expect(flow.stack == ["login", "help"])
    }

    @Test("a child that is started again as often as it ends stops as well")
    func restarts() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = {
            home = { go = { start = "auth" } },
            auth = { finished = { start = "auth" } },
          },
        }
        """,
        "auth.lua": "return { start = function(self) self:finish() end }",
      ])
      flow.send("go")
      expect(flow.error, says: "auth", "finished")
      #expect(flow.coordinators == "app")
    }

    @Test("starts are nested up to 32 deep, and beyond that the error shows the chain")
    func depth() throws {
      let files = [
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = { go = { start = "deep", with = true } } },
        }
        """,
        "deep.lua": """
        return { start = function(self, input)
          if input.levels > 1 then self.children:start("deep", { levels = input.levels - 1 }) end
        end }
        """,
      ]
      let flow = try Flow(files)
      flow.send("go", ["levels": 30])
      #expect(flow.error == nil)

      let tooDeep = try Flow(files)
      tooDeep.send("go", ["levels": 40])
      expect(tooDeep.error, says: "32", "deep")
      #expect(tooDeep.coordinators == "app")
    }

    @Test("a coordinator that starts itself without end is stopped there, even from inside pcall")
    func recursion() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = { go = { start = "deep" }, open = { push = "list" } } },
        }
        """,
        "deep.lua": """
        return { start = function(self)
          while not pcall(function() self.children:start("deep") end) do end
        end }
        """,
      ])
      flow.send("go")
      #expect(flow.error != nil)
      #expect(flow.coordinators == "app")
      flow.send("open")
      #expect(flow.stack == ["home", "list"])
    }
  }
}
