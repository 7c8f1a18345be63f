import PlainValues
import Testing

extension ScriptingContract {
  @Suite("The stack")
  struct RouterStack {
    /// A flow with the stack `home list detail` that does this on the event `go`.
    private func flow(on body: String) throws -> Flow {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home", { n = 1 })
            self.router:push("list")
            self.router:push("detail", { n = 3 })
          end,
          transitions = { detail = { go = function(self)
            \(body)
          end } },
        }
        """
      ])
      flow.clear()
      return flow
    }

    @Test(
      "each call has its effect, and the platform hears one call for all of a turn",
      arguments: [
        ("", []),
        (#"r:push("item")"#, ["push item"]),
        (#"r:push("item") r:pop()"#, []),
        (#"r:push("item") r:push("more")"#, ["set_stack home list detail item more"]),
        (#"r:show("item")"#, ["push item"]),
        (#"r:show("home")"#, ["push home"]),
        (#"r:replace("item")"#, ["replace detail item"]),
        (#"r:replace("detail")"#, ["replace detail detail"]),
        (#"r:pop() r:push("item")"#, ["replace detail item"]),
        (#"r:pop()"#, ["pop detail"]),
        (#"r:pop(1)"#, ["pop detail"]),
        (#"r:pop(2)"#, ["pop_to home"]),
        (#"r:pop(2) r:push("item")"#, ["set_stack home item"]),
        (#"r:pop_to("list")"#, ["pop detail"]),
        (#"r:pop_to("home")"#, ["pop_to home"]),
        (#"r:pop_to_root()"#, ["pop_to home"]),
        (#"r:pop(2) r:replace("item")"#, ["set_root item"]),
        (#"r:set_root("item")"#, ["set_root item"]),
        (#"r:set_root("home")"#, ["set_root home"]),
        (#"r:set_root("item") r:push("more")"#, ["set_stack item more"]),
      ] as [(String, [String])])
    func calls(body: String, calls: [String]) throws {
      let flow = try flow(on: "local r = self.router \(body)")
      flow.send("go")
      #expect(flow.error == nil)
      #expect(flow.calls == calls)
    }

    @Test(
      "and this is what is left",
      arguments: [
        (#"push("item")"#, ["home", "list", "detail", "item"]),
        (#"replace("item")"#, ["home", "list", "item"]),
        (#"pop()"#, ["home", "list"]),
        (#"pop(2)"#, ["home"]),
        (#"pop_to("list")"#, ["home", "list"]),
        (#"pop_to("detail")"#, ["home", "list", "detail"]),
        (#"pop_to_root()"#, ["home"]),
        (#"set_root("item")"#, ["item"]),
      ])
    func stack(call: String, stack: [String]) throws {
      let flow = try flow(on: "self.router:\(call)")
      flow.send("go")
      #expect(flow.stack == stack)
    }

    @Test(
      "what cannot be done is an error that shows the stack, and changes nothing",
      arguments: [
        (#"pop_to("basket")"#, ["basket", "home", "list", "detail"]),
        (#"pop(3)"#, ["home", "list", "detail"]),
        (#"dismiss()"#, ["home", "list", "detail"]),
      ])
    func impossible(call: String, words: [String]) throws {
      let flow = try flow(on: "self.router:\(call)")
      flow.send("go")
      expect(flow.error, says: ["app.lua:8: "] + words)
      #expect(flow.stack == ["home", "list", "detail"])
      #expect(flow.calls.isEmpty)
    }

    @Test("pop at the root is an error; pop_to_root there is nothing to do")
    func root() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = { pop = { pop = true }, to_root = { pop_to_root = true } } },
        }
        """
      ])
      flow.send("pop")
      expect(flow.error, says: "home")
      flow.send("to_root")
      #expect(flow.error == nil)
      #expect(flow.calls == ["push home"])
    }

    @Test("pop_to goes to the nearest of that name")
    func nearest() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            for n, screen in ipairs { "home", "list", "detail", "list", "detail" } do
              self.router:push(screen, { n = n })
            end
            self.router:pop_to("list")
          end,
        }
        """
      ])
      #expect(flow.stack == ["home", "list", "detail", "list"])
      #expect(flow.params == ["n": 4])
    }

    @Test("show of the screen in front updates it")
    func show() throws {
      let flow = try flow(on: #"self.router:show("detail", { title = "new" })"#)
      flow.send("go")
      #expect(flow.stack == ["home", "list", "detail"])
      #expect(flow.params == ["n": 3, "title": "new"])
      #expect(flow.calls == ["update detail"])
    }

    @Test("push of the screen in front is another one")
    func push() throws {
      let flow = try flow(on: #"self.router:push("detail", { title = "new" })"#)
      flow.send("go")
      #expect(flow.stack == ["home", "list", "detail", "detail"])
      #expect(flow.params == ["title": "new"])
    }

    @Test("one's own set_root takes away others' screens too")
    func othersScreens() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("auth")
          end,
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login") end,
          transitions = { login = { skip = { set_root = "guest" } } },
        }
        """,
      ])
      flow.send("skip")
      #expect(flow.stack == ["guest"])
      #expect(flow.coordinators == "app(auth)")
    }

    @Test("the first screen of all is pushed")
    func first() throws {
      #expect(try Flow(["app.lua": shows("home")]).calls == ["push home"])
      #expect(try Flow(["app.lua": shows("home", "list")]).calls == ["set_stack home list"])
    }

    @Test("where none is left, the platform is asked to clear")
    func clear() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self) self.children:start("auth") end,
          transitions = { auth = { finished = { ignore = true } } } }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login") end,
          transitions = { login = { submitted = { finish = true } } },
        }
        """,
      ])
      flow.send("submitted")
      #expect(flow.calls == ["push login", "clear"])
      #expect(flow.screen == nil)
    }

    @Test("options come last", arguments: ["push", "replace", "set_root"])
    func notAnimated(call: String) throws {
      let flow = try flow(on: "self.router:\(call)(\"item\", {}, { animated = false })")
      flow.send("go")
      #expect(flow.calls.count == 1)
      expect(flow.calls.last, says: "\(call) ", " (not animated)")
      #expect(flow.params == [:])
    }

    @Test(
      "a sole table that holds nothing but options is an error that says so",
      arguments: [
        #"push("item", { animated = false })"#,
        #"present("item", { style = "sheet" })"#,
        #"present("item", { locked = true, animated = false })"#,
        #"update { replace = true }"#,
      ])
    func soleOptions(call: String) throws {
      let flow = try flow(on: "self.router:\(call)")
      flow.send("go")
      expect(flow.error, says: "app.lua:8: ", "options")
    }

    @Test("a sole table that holds anything else is params")
    func soleParams() throws {
      let flow = try flow(on: #"self.router:push("item", { animated = false, title = "new" })"#)
      flow.send("go")
      #expect(flow.params == ["animated": false, "title": "new"])
    }

    @Test("a screen's name is a string", arguments: ["push()", "push {}", "present()"])
    func names(call: String) throws {
      let flow = try flow(on: "self.router:\(call)")
      flow.send("go")
      expect(flow.error, says: "app.lua:8: ")
    }
  }
}
