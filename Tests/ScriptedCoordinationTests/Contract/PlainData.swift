import PlainValues
import Testing

extension ScriptingContract {
  @Suite("Plain data")
  struct PlainData {
    @Test(
      "is checked wherever a script gives some away, and the error says where in it",
      arguments: [
        "self.state.x = data",
        "self.router:push(\"detail\", data)",
        "self.router:update(data)",
        "self.router:present(\"detail\", data, { style = \"sheet\" })",
        "self.children:start(\"auth\", data)",
        "self.children:find(\"auth\"):send(\"hello\", data)",
        "self:emit(\"hello\", data)",
        "self:finish(data)",
        "self:set_attribute(\"x\", data)",
        "self.services.store.set(\"x\", data)",
        "self.services.accounts.sign_in(data)",
      ])
    func everywhere(call: String) throws {
      let flow = try Flow(
        [
          "app.lua": """
          return {
            start = function(self)
              self.router:push("home")
              self.children:start("auth")
            end,
            transitions = { auth = { go = function(self)
              local data = { items = { 1, { draw = print } } }
              \(call)
            end } },
          }
          """,
          "auth.lua": shows("login"),
        ],
        services: ["accounts": ["sign_in": { _ in [] }]])
      flow.send("go")
      expect(flow.error, says: "app.lua:8: ", "items[2].draw", "function")
    }

    @Test(
      "is booleans, numbers, strings and tables, and nothing else",
      arguments: [
        ("{ draw = print }", "draw"),
        ("{ list = { 1, 0 / 0 } }", "list[2]"),
        ("{ work = coroutine.create(print) }", "work"),
        ("{ me = self }", "me"),
        ("{ user = self.children:start(\"auth\") }", "user"),
        ("{ sizes = { [1.5] = 1 } }", "sizes"),
        ("{ flags = { [true] = 1 } }", "flags"),
        ("(function() local t = { a = {} } t.a.up = t return t end)()", "a.up"),
      ])
    func kinds(data: String, path: String) throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          self.router:push("home", \(data))
        end }
        """,
        "auth.lua": shows("login"),
      ])
      expect(flow.error, says: "app.lua:2: ", path)
      #expect(flow.calls.isEmpty)
    }

    @Test("a table that stands in two places without a circle is two copies")
    func twice() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          local address = { city = "Bonn" }
          self.state.to = { home = address, work = address }
          self.state.to.home.city = "Köln"
        end }
        """
      ])
      #expect(flow.state("app") == ["to": ["home": ["city": "Köln"], "work": ["city": "Bonn"]]])
    }

    @Test("comes back as what it was, integers apart from floats")
    func roundTrip() throws {
      let flow = try Flow([
        "app.lua": #"""
        return { start = function(self)
          self.router:push("home", {
            yes = true, whole = 1, float = 1.0, huge = math.huge, text = "é", raw = "\xff\0",
            list = { 1, "a", { true } }, sparse = { [3] = "c" }, mixed = { 1, x = 2 }, none = {},
          })
        end }
        """#
      ])
      #expect(
        flow.params == [
          "yes": true, "whole": 1, "float": 1.0, "huge": .number(.infinity), "text": "é",
          "raw": .bytes([0xff, 0]), "list": [1, "a", [true]], "sparse": .map([.integer(3): "c"]),
          "mixed": .map([.integer(1): 1, .string("x"): 2]), "none": [:],
        ])
    }

    @Test("is copied at the call: later changes are the script's own")
    func copied() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          local data = { n = 1 }
          self.state.data = data
          self.router:push("home", data)
          local child = self.children:start("auth", data)
          data.n = 2
          print(self.state.data.n, child.input.n)
        end }
        """,
        "auth.lua": "return { start = function(self, input) input.n = input.n + 10 end }",
      ])
      #expect(flow.log == ["1\t1"])
      #expect(flow.params == ["n": 1])
    }

    @Test("what one handler does to a payload or to params, nobody else sees")
    func payloads() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.children:start("auth") end,
          transitions = { auth = { submitted = function(self, payload, event)
            print(payload.n, event.params.n)
          end } },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login", { n = 1 }) end,
          transitions = { login = { submitted = function(self, payload, event)
            payload.n, event.params.n = 20, 10
            return self:pass()
          end } },
        }
        """,
      ])
      flow.send("submitted", ["n": 2])
      #expect(flow.log == ["2\t1"])
      #expect(flow.params == ["n": 1])
    }
  }
}
