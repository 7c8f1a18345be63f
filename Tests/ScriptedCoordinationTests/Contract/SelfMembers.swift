import Coordination
import PlainValues
import Testing

extension ScriptingContract {
  @Suite("self")
  struct SelfMembers {
    @Test("has the name, the input and an id that no other has")
    func identity() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          local a = self.children:start("auth", { email = "a@b.c" })
          local b = self.children:start("auth", { email = "d@e.f" })
          print(a.id ~= b.id, a.id ~= self.id, b.id ~= self.id)
        end }
        """,
        "auth.lua": """
        return { start = function(self, input)
          print(self.name, self.input.email, input.email)
        end }
        """,
      ])
      #expect(flow.log == ["auth\ta@b.c\ta@b.c", "auth\td@e.f\td@e.f", "true\ttrue\ttrue"])
    }

    @Test(
      "no field of it can be set, and the error says where data goes",
      arguments: ["draft", "name", "input", "emit"])
    func setting(field: String) throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          self.\(field) = {}
        end }
        """
      ])
      expect(flow.error, says: "app.lua:2: ", field, "self.state")
    }

    @Test("knows the device", arguments: [(Device.phone, "phone"), (.tablet, "tablet")])
    func device(device: Device, kind: String) throws {
      let flow = try Flow(
        ["app.lua": "return { start = function(self) print(self.device.kind) end }"],
        device: device)
      #expect(flow.log == [kind])
    }

    @Test("knows who the user is, the same for every coordinator")
    func attributes() throws {
      let flow = try Flow(
        [
          "app.lua": """
          return {
            start = function(self)
              self.router:push("home")
              self.children:start("auth")
            end,
            transitions = { auth = { in_as = function(self)
              print(self.attributes.user_id, self.attributes.plan)
            end } },
          }
          """,
          "auth.lua": """
          return { start = function(self)
            print(self.attributes.user_id, self.attributes.plan)
            self:set_attribute("user_id", 8)
            self:emit("in_as")
          end }
          """,
        ],
        attributes: ["user_id": 7, "plan": "free"])
      #expect(flow.log == ["7\tfree", "8\tfree"])
    }

    @Test("an attribute that is set to nil is gone")
    func unsetAttribute() throws {
      let flow = try Flow(
        [
          "app.lua": """
          return { start = function(self)
            self:set_attribute("user_id", nil)
            print(self.attributes.user_id)
          end }
          """
        ],
        attributes: ["user_id": 7])
      #expect(flow.log == ["nil"])
    }

    @Test(
      "finish ends it with a result, which is true where none is given",
      arguments: [("", true), ("false", false), ("{ id = 7 }", ["id": 7]), ("\"done\"", "done")]
        as [(String, Value)])
    func finish(argument: String, result: Value) throws {
      let flow = try Flow([
        "app.lua": "return { start = function(self) self:finish(\(argument)) end }"
      ])
      #expect(flow.finished == result)
      #expect(flow.cancelled == nil)
    }

    @Test(
      "cancel ends it without a result, for a reason",
      arguments: [("", "cancelled"), ("\"too_old\"", "too_old")])
    func cancel(argument: String, reason: String) throws {
      let flow = try Flow([
        "app.lua": "return { start = function(self) self:cancel(\(argument)) end }"
      ])
      #expect(flow.cancelled == reason)
      #expect(flow.finished == nil)
    }

    @Test(
      "log and print write to the trace, values apart by tabs as in Lua",
      arguments: ["self:log", "print"])
    func log(write: String) throws {
      let flow = try Flow([
        "app.lua": "return { start = function(self) \(write)(\"a\", 1, nil, true) end }"
      ])
      #expect(flow.log == ["a\t1\tnil\ttrue"])
    }
  }
}
