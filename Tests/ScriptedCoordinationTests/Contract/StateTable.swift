import PlainValues
import Testing

extension ScriptingContract {
  @Suite("self.state")
  struct StateTable {
    private func state(after body: String) throws -> Value {
      let flow = try Flow([
        "app.lua": """
        return {
          state = { list = { "b", "a" }, user = { name = "Ann", age = 40 } },
          start = function(self)
            \(body)
          end,
        }
        """
      ])
      #expect(flow.error == nil)
      return flow.state("app")
    }

    @Test(
      "works with what Lua has for tables",
      arguments: [
        ("table.insert(s.list, \"c\")", ["b", "a", "c"]),
        ("table.insert(s.list, 1, \"c\")", ["c", "b", "a"]),
        ("table.remove(s.list)", ["b"]),
        ("table.remove(s.list, 1)", ["a"]),
        ("table.sort(s.list)", ["a", "b"]),
        ("table.move(s.list, 1, 2, 3)", ["b", "a", "b", "a"]),
        ("s.list[#s.list + 1] = \"c\"", ["b", "a", "c"]),
        ("s.list = { table.unpack(s.list) }", ["b", "a"]),
        ("s.list = { table.concat(s.list, \"-\") }", ["b-a"]),
        ("s.list = { select(2, next(s.list)) }", ["b"]),
        ("s.list = { type(s), type(s.list) }", ["table", "table"]),
        ("local t = {} for i, v in ipairs(s.list) do t[i] = v .. i end s.list = t", ["b1", "a2"]),
        ("local t = {} for k in pairs(s.user) do t[#t + 1] = k end s.list = t", ["age", "name"]),
        ("while next(s.list) do table.remove(s.list) end", []),
      ] as [(String, Value)])
    func tables(body: String, list: Value) throws {
      let state = try state(after: "local s = self.state \(body)")
      #expect(state["list"] == list)
    }

    @Test("a table read from it is the state itself, at any depth")
    func aliases() throws {
      let state = try state(
        after: "local user = self.state.user user.name = \"Bob\" user.age = nil")
      #expect(state["user"] == ["name": "Bob"])
    }

    @Test("a table of it that is put elsewhere is a copy")
    func copies() throws {
      let state = try state(
        after: "self.state.former = self.state.user self.state.former.name = \"Bob\"")
      #expect(state["user"]?["name"] == "Ann")
      #expect(state["former"]?["name"] == "Bob")
    }

    @Test("is kept from turn to turn, and is each coordinator's own")
    func kept() throws {
      let flow = try Flow([
        "app.lua": """
        local function count(self) self.state.count = (self.state.count or 0) + 1 end
        return {
          start = function(self) self.children:start("auth") end,
          transitions = { app = { tick = count } },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login") end,
          transitions = { app = { tick = function(self) self.state.count = 100 end } },
        }
        """,
      ])
      flow.app("tick")
      flow.app("tick")
      #expect(flow.state("app") == ["count": 2])
      #expect(flow.state("app/auth") == ["count": 100])
    }

    @Test("pairs goes through it in order: integers, then strings")
    func order() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          for _, key in ipairs { "z", 10, "a", 2, "m", 1 } do self.state[key] = true end
          local keys = {}
          for key in pairs(self.state) do keys[#keys + 1] = tostring(key) end
          print(table.concat(keys, " "))
        end }
        """
      ])
      #expect(flow.log == ["1 2 10 a m z"])
    }
  }
}
