import PlainValues
import Testing

extension ScriptingContract {
  @Suite("What a transition may be")
  struct Transitions {
    @Test(
      "a method's name, a function, an action or a list of these",
      arguments: [
        "\"show_item\"",
        "function(self, item, event) self.router:push(\"detail\", { n = item.n }) end",
        "{ push = \"detail\", with = true }",
        "{ \"show_item\" }",
        "{ { push = \"other\", when = \"never\" }, \"show_item\" }",
        "{ { push = \"other\", when = \"never\" }, { push = \"detail\", with = true } }",
        "{ call = \"show_item\" }",
        "{ call = function(self, item) self:show_item(item) end }",
      ])
    func forms(transition: String) throws {
      let flow = try Flow([
        "app.lua": """
        local app = {}
        function app:start() self.router:push("home") end
        function app:never() return false end
        function app:show_item(item) self.router:push("detail", { n = item.n }) end
        app.transitions = { home = { go = \(transition) } }
        return app
        """
      ])
      flow.send("go", ["n": 7])
      #expect(flow.error == nil)
      #expect(flow.stack == ["home", "detail"])
      #expect(flow.params == ["n": 7])
    }

    @Test("a method gets the payload and the event, as a function does")
    func method() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          say = function(self, payload, event) print(payload.n, event.name, event.source) end,
          transitions = { home = { go = "say" } },
        }
        """
      ])
      flow.send("go", ["n": 7])
      #expect(flow.log == ["7\tgo\thome"])
    }

    @Test("of a list, the first that applies is taken, and no other")
    func first() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = { go = {
            { when = function(self, item) return item.n > 10 end, push = "many" },
            { when = function(self, item) return item.n > 1 end, push = "some" },
            { push = "one" },
          } } },
        }
        """
      ])
      for (n, screen) in [(20, "many"), (5, "some"), (1, "one")] {
        flow.send("go", ["n": .integer(n)])
        #expect(flow.stack == ["home", screen])
        flow.back()
      }
    }

    @Test("where none applies, the search goes on as if the event were not named")
    func noneApplies() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          never = function(self) return false end,
          transitions = {
            home = { go = { { when = "never", push = "a" }, { when = "never", push = "b" } } },
            any = { go = { push = "c" } },
          },
        }
        """
      ])
      flow.send("go")
      #expect(flow.stack == ["home", "c"])
    }

    @Test("a table that a handler returns as if it were an action is an error, not ignored")
    func returnedAction() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = {
            go = function(self) return { push = "detail" } end,
            fine = function(self) return { 1, 2 } end,
            text = function(self) return "detail" end,
          } },
        }
        """
      ])
      flow.send("go")
      expect(flow.error, says: "push")
      #expect(flow.stack == ["home"])
      flow.send("fine")
      #expect(flow.error == nil)
      flow.send("text")
      #expect(flow.error == nil)
    }
  }

  @Suite("Guards")
  struct Guards {
    /// Whether an action with these guards is taken, on a payload with `n = 7`.
    private func taken(_ guards: String) throws -> Bool {
      let flow = try Flow([
        "app.lua": """
        return {
          state = { ready = true },
          start = function(self) self.router:push("home") end,
          yes = function(self) return self.state.ready end,
          no = function(self) return not self.state.ready end,
          seven = function(self, payload, event)
            return payload.n == 7 and event.name == "go" and event.source == "home"
          end,
          transitions = { home = { go = { push = "detail", \(guards) } } },
        }
        """
      ])
      flow.send("go", ["n": 7])
      #expect(flow.error == nil)
      return flow.screen == "detail"
    }

    @Test(
      "of when all must hold, of unless none",
      arguments: [
        (#"when = "yes""#, true),
        (#"when = "no""#, false),
        (#"when = { "yes", "seven" }"#, true),
        (#"when = { "yes", "no" }"#, false),
        (#"unless = "no""#, true),
        (#"unless = "yes""#, false),
        (#"unless = { "no", "no" }"#, true),
        (#"unless = { "no", "yes" }"#, false),
        (#"when = "yes", unless = "no""#, true),
        (#"when = "yes", unless = "yes""#, false),
        (
          #"when = function(self, item, event) return item.n == 7 and event.name == "go" end"#,
          true
        ),
        (#"when = { "yes", function(self, payload) return payload.n ~= 7 end }"#, false),
        (#"when = function() return 0 end"#, true),
        (#"when = function() end"#, false),
      ])
    func hold(guards: String, holds: Bool) throws {
      #expect(try taken(guards) == holds)
    }

    @Test(
      "guards, and functions that make params, only read",
      arguments: ["when", "unless", "with"],
      [
        "self.router:push(\"other\")", "self.router:update { n = 1 }", "self.router:pop()",
        "self.children:start(\"auth\")", "self.children:cancel_all()",
        "self.children:find(\"auth\"):send(\"hello\")", "self:emit(\"hello\")", "self:finish()",
        "self:cancel()", "self.state.n = 2", "table.insert(self.state.list, 1)",
        "self:set_attribute(\"n\", 2)", "self.services.store.set(\"n\", 2)",
      ])
    func readOnly(key: String, call: String) throws {
      let flow = try Flow([
        "app.lua": """
        return {
          state = { n = 1, list = {} },
          start = function(self)
            self.router:push("home")
            self.children:start("auth")
            self.router:push("list")
          end,
          transitions = { list = { go = { push = "detail", \(key) = function(self)
            \(call)
            return {}
          end } } },
        }
        """,
        "auth.lua": "return { start = function(self) end }",
      ])
      flow.clear()
      flow.send("go")
      expect(flow.error, says: "app.lua:9: ")
      #expect(flow.calls.isEmpty)
      #expect(flow.coordinators == "app(auth)")
      #expect(flow.state("app") == ["n": 1, "list": [:]])
    }

    @Test("guards may read all there is")
    func reading() throws {
      let flow = try Flow(
        [
          "app.lua": """
          return {
            state = { n = 1 },
            start = function(self) self.router:push("home") end,
            transitions = { home = { go = { push = "detail", when = function(self)
              return self.state.n == 1 and self.input.n == 2 and self.attributes.n == 3
                and self.services.store.get("n") == 4 and #self.children == 0
                and self.children:find("auth") == nil and self.device.kind == "phone"
            end } } },
          }
          """
        ],
        input: ["n": 2], attributes: ["n": 3], store: ["n": 4])
      flow.send("go")
      #expect(flow.error == nil)
      #expect(flow.screen == "detail")
    }

    @Test("a guard that fails, fails the turn with the guard's place")
    func failing() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          broken = function(self)
            error("no luck")
          end,
          transitions = { home = { go = { when = "broken", push = "detail" } } },
        }
        """
      ])
      flow.send("go")
      expect(flow.error, says: "app.lua:4: ", "no luck")
      #expect(flow.stack == ["home"])
    }
  }

  @Suite("with")
  struct With {
    private static let cases: [(String, Value)] = [
      ("{ fixed = 1, list = { \"a\" } }", ["fixed": 1, "list": ["a"]]),
      ("true", ["n": 7]),
      ("\"make\"", ["n": 7, "from": "home"]),
      (
        "function(self, item, event) return { n = item.n + self.state.n, on = event.name } end",
        ["n": 8, "on": "go"]
      ),
    ]

    private func flow(_ action: String, more: String = "") throws -> Flow {
      let flow = try Flow([
        "app.lua": """
        return {
          state = { n = 1 },
          start = function(self) self.router:push("home") end,
          make = function(self, payload, event) return { n = payload.n, from = event.source } end,
          transitions = { home = { go = \(action) }, \(more) },
        }
        """,
        "auth.lua":
          "return { start = function(self, input) self.router:push(\"login\", input) end }",
      ])
      flow.send("go", ["n": 7])
      #expect(flow.error == nil)
      return flow
    }

    @Test("is a table, the payload, a method's or a function's", arguments: cases)
    func forms(with: String, params: Value) throws {
      #expect(try flow("{ push = \"detail\", with = \(with) }").params == params)
    }

    @Test(
      "makes a screen's params", arguments: ["push", "show", "replace", "set_root", "present"])
    func screens(verb: String) throws {
      let flow = try flow("{ \(verb) = \"detail\", with = true }")
      #expect(flow.screen == "detail")
      #expect(flow.params == ["n": 7])
    }

    @Test("is merged where the screen is there already")
    func updates() throws {
      #expect(try flow("{ update = true, with = true }").params == ["n": 7])
      #expect(try flow("{ update = \"home\", with = true }").params == ["n": 7])
      #expect(try flow("{ show = \"home\", with = true }").params == ["n": 7])
    }

    @Test("makes a child's input")
    func input() throws {
      #expect(try flow("{ start = \"auth\", with = true }").params == ["n": 7])
    }

    @Test(
      "makes a result, which is true without it",
      arguments: [
        ("{ finish = true, with = true }", ["n": 7]), ("{ finish = true }", true),
      ] as [(String, Value)])
    func result(action: String, result: Value) throws {
      #expect(try flow(action).finished == result)
    }

    @Test("absent, it is the empty table, whatever the payload")
    func absent() throws {
      let pushed = try flow("{ push = \"detail\" }")
      #expect(pushed.screen == "detail")
      #expect(pushed.params == [:])
      let started = try flow("{ start = \"auth\" }")
      #expect(started.screen == "login")
      #expect(started.params == [:])
    }
  }
}
