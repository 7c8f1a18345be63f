import Coordination
import Testing

extension ScriptingContract {
  @Suite("Splits")
  struct Splits {
    private func flow(on device: Device) throws -> Flow {
      try Flow(
        [
          "app.lua": """
          return {
            start = function(self)
              self.router:split {
                primary = { start = "list" }, secondary = { screen = "empty" },
              }
            end,
            transitions = {
              list = { selected = { show_detail = "item", with = true } },
              empty = { hello = function(self) print("hello from empty") end },
              item = { hello = function(self) print("hello from item") end },
              app = { push = { push = "more" } },
            },
          }
          """,
          "list.lua": shows("items"),
        ],
        device: device)
    }

    @Test("on a phone a split is its primary's stack, and show_detail pushes")
    func phone() throws {
      let flow = try flow(on: .phone)
      #expect(flow.stack == ["items"])
      flow.send("selected", ["id": 7])
      #expect(flow.stack == ["items", "item"])
      #expect(flow.params == ["id": 7])
      flow.back()
      #expect(flow.stack == ["items"])
    }

    @Test("on a tablet show_detail replaces what is beside the primary")
    func tablet() throws {
      let flow = try flow(on: .tablet)
      #expect(flow.calls.first == "split items empty")
      flow.clear()
      flow.send("selected", ["id": 7], from: "items")
      #expect(flow.calls == ["show_detail item"])
    }

    @Test("both sides of an expanded one may send; what a detail replaced no longer")
    func bothSides() throws {
      let flow = try flow(on: .tablet)
      let empty = try #require(flow.host.navigation.front.first { $0.name == "empty" }?.id)
      flow.send("hello", from: "empty")
      flow.send("selected", ["id": 7], from: "items")
      flow.send("hello", from: "item")
      #expect(flow.log == ["hello from empty", "hello from item"])
      flow.host.send("hello", from: empty)
      #expect(flow.log.count == 2)
      expect(flow.diagnostics.last, says: "hello")
    }

    @Test("a split belongs to who set it: stack calls on that router are errors")
    func stackCalls() throws {
      let flow = try flow(on: .tablet)
      flow.app("push")
      #expect(flow.error != nil)
    }

    @Test("the primary's coordinator shows details too", arguments: [Device.phone, .tablet])
    func fromPrimary(device: Device) throws {
      let flow = try Flow(
        [
          "app.lua": """
          return { start = function(self)
            self.router:split { primary = { start = "list" }, secondary = { screen = "empty" } }
          end }
          """,
          "list.lua": """
          return {
            start = function(self) self.router:push("items") end,
            transitions = {
              items = { selected = { show_detail = "item" } },
              item = { hello = function(self) print("hello from item") end },
            },
          }
          """,
        ],
        device: device)
      flow.send("selected", from: "items")
      flow.send("hello", from: "item")
      #expect(flow.log == ["hello from item"])
    }
  }
}
