import PlainValues
import Testing

extension ScriptingContract {
  @Suite("Only a screen in front may send")
  struct InFront {
    private func flow(_ transitions: String, screens: String = "return {}") throws -> Flow {
      try Flow([
        "app.lua": """
        local function hear(self, payload, event) print(event.screen) end
        return {
          start = function(self) self.router:push("home") end,
          transitions = {
            any = { hello = hear, more = { push = "more" } },
            \(transitions)
          },
        }
        """,
        "screens.lua": screens,
      ])
    }

    @Test("so a double tap cannot push twice")
    func doubleTap() throws {
      let flow = try flow("home = { open = { push = \"detail\" } }")
      flow.send("open", from: "home")
      flow.send("open", from: "home")
      #expect(flow.stack == ["home", "detail"])
      #expect(flow.error == nil)
      expect(flow.diagnostics.last, says: "open", "home")
    }

    @Test("what is covered on the stack may not, and again once it is uncovered")
    func coveredOnStack() throws {
      let flow = try flow("")
      flow.send("more")
      flow.send("hello", from: "home")
      #expect(flow.log.isEmpty)
      flow.back()
      flow.send("hello", from: "home")
      #expect(flow.log == ["home"])
    }

    @Test("what is under a modal may not, the modal may")
    func underModal() throws {
      let flow = try flow("app = { up = { present = \"picker\" } }")
      flow.app("up")
      flow.send("hello", from: "home")
      flow.send("hello", from: "picker")
      #expect(flow.log == ["picker"])
      #expect(flow.diagnostics.count == 1)
    }

    @Test("of several modals, only the topmost may")
    func underModals() throws {
      let flow = try flow(
        "home = { up = { present = \"a\" } }, a = { up = { present = \"b\" } }")
      flow.send("up")
      flow.send("up")
      #expect(flow.modals == ["a", "b"])
      flow.send("hello", from: "a")
      flow.send("hello", from: "b")
      #expect(flow.log == ["b"])
    }

    @Test("of tabs, only the selected one's top may")
    func hiddenTab() throws {
      let child = """
        return {
          start = function(self, input) self.router:push(input.screen) end,
          transitions = { any = { hello = function(self, _, event) print(event.screen) end } },
        }
        """
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          self.router:set_tabs {
            { name = "home", start = "page", input = { screen = "home_page" } },
            { name = "cart", start = "page", input = { screen = "cart_page" }, eager = true },
          }
        end }
        """,
        "page.lua": child,
      ])
      flow.send("hello", from: "cart_page")
      #expect(flow.log.isEmpty)
      expect(flow.diagnostics.last, says: "hello", "cart_page")
      flow.selectTab("cart")
      flow.send("hello", from: "home_page")
      flow.send("hello", from: "cart_page")
      #expect(flow.log == ["cart_page"])
    }

    @Test("what is gone may not")
    func gone() throws {
      let flow = try flow("")
      flow.send("more")
      let gone = try #require(flow.host.navigation.front.last?.id)
      flow.back()
      flow.host.send("hello", from: gone)
      #expect(flow.log.isEmpty)
      #expect(flow.error == nil)
      expect(flow.diagnostics.last, says: "hello")
    }

    @Test("a covered one may send what the description of screens lets it")
    func background() throws {
      let flow = try flow(
        "home = { progress = function(self) print(\"progress\") end }",
        screens: "return { home = { background_events = { \"progress\" } } }")
      flow.send("more")
      flow.send("hello", from: "home")
      flow.send("progress", from: "home")
      #expect(flow.log == ["progress"])
    }

    @Test("a closed alert cannot be answered twice")
    func alertTwice() throws {
      let flow = try flow("home = { ask = { present = \"sure\", style = \"alert\" } }")
      flow.send("ask")
      let alert = try #require(flow.host.navigation.front.last?.id)
      flow.host.send("hello", from: alert)
      flow.host.send("hello", from: alert)
      #expect(flow.log == ["sure"])
      #expect(flow.diagnostics.count == 1)
    }
  }
}
