import PlainValues
import Testing

extension ScriptingContract {
  @Suite("A definition")
  struct DefinitionTable {
    @Test(
      "is frozen once loaded",
      arguments: [
        "app.limit = 4", "app.sizes[1] = 4", "app.transitions.home = {}", "app.extra = 1",
      ])
    func frozen(write: String) throws {
      let flow = try Flow([
        "app.lua": """
        local app = { limit = 3, sizes = { 1, 2 }, transitions = {} }
        function app:start()
          \(write)
        end
        return app
        """
      ])
      expect(flow.error, says: "app.lua:3: ")
    }

    @Test("its other functions are methods of self, its other values constants")
    func helpers() throws {
      let flow = try Flow([
        "app.lua": """
        local app = { limit = 3 }
        function app:twice(number) return number * self.limit * 2 end
        function app:start() print(self:twice(4)) end
        return app
        """
      ])
      #expect(flow.log == ["24"])
    }

    @Test("absent input, params and payload are an empty table")
    func absent() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self, input)
            print(type(input), next(input), type(self.input), next(self.input))
            self.children:start("auth")
          end,
          transitions = { auth = { asked = function(self, payload)
            print(type(payload), next(payload))
          end } },
        }
        """,
        "auth.lua": """
        return { start = function(self, input)
          print(type(input), next(input))
          self.router:push("login")
          self:emit("asked")
        end }
        """,
      ])
      #expect(flow.log == ["table\tnil\ttable\tnil", "table\tnil", "table\tnil"])
      #expect(flow.params == [:])
    }
  }

  @Suite("The state that a definition begins with")
  struct InitialState {
    @Test("is empty where the definition says nothing")
    func none() throws {
      let flow = try Flow([
        "app.lua": "return { start = function(self) self.state.visits = 1 end }"
      ])
      #expect(flow.state("app") == ["visits": 1])
    }

    @Test("as a table is each coordinator's own")
    func table() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          self.children:start("counter", { by = 1 }, { as = "a" })
          self.children:start("counter", { by = 5 }, { as = "b" })
        end }
        """,
        "counter.lua": """
        return {
          state = { count = { value = 10 } },
          start = function(self, input)
            self.state.count.value = self.state.count.value + input.by
          end,
        }
        """,
      ])
      #expect(flow.state("app/a") == ["count": ["value": 11]])
      #expect(flow.state("app/b") == ["count": ["value": 15]])
    }

    @Test("as a function follows from the input")
    func function() throws {
      let flow = try Flow(
        [
          "app.lua": """
          return {
            state = function(self, input)
              return { name = input.name, known = self.id ~= nil }
            end,
            start = function(self) print(self.state.name) end,
          }
          """
        ],
        input: ["name": "Ann"])
      #expect(flow.state("app") == ["name": "Ann", "known": true])
      #expect(flow.log == ["Ann"])
    }

    @Test(
      "is a table of plain data, whichever way it is made",
      arguments: [
        "{ list = { print } }", "function(self) return { list = { print } } end",
        "function(self) return 5 end",
      ])
    func notPlain(state: String) throws {
      let files = [
        "app.lua": "return { state = \(state), start = function(self) print(\"started\") end }"
      ]
      guard try problems(in: files).isEmpty else { return }
      let flow = try Flow(files)
      expect(flow.error, says: "app.lua")
      #expect(flow.log.isEmpty)
    }

    @Test(
      "as a function only reads",
      arguments: [
        #"self.router:push("home")"#, #"self.children:start("auth")"#, #"self:emit("ready")"#,
        #"self:finish()"#,
      ])
    func readsOnly(call: String) throws {
      let flow = try Flow([
        "app.lua": """
        return {
          state = function(self)
            \(call)
            return {}
          end,
          start = function(self) end,
        }
        """,
        "auth.lua": shows("login"),
      ])
      expect(flow.error, says: "app.lua:3: ")
      #expect(flow.calls.isEmpty)
    }
  }
}
