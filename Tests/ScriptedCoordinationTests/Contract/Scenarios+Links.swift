import Coordination
import PlainValues
import Testing

extension ScriptingContract.Scenarios {
  @Test("22. A link while a modal is up: the modal goes, but not one that this link opened")
  func linkAndModals() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:push("home")
          self.router:present("menu")
        end,
        links = { offer = { steps = { { push = "offers" }, { present = "offer" } } } },
      }
      """
    ])
    flow.clear()
    flow.open("app://offer")
    #expect(flow.modals == ["offer"])
    #expect(flow.calls == ["dismiss menu", "push offers", "present offer sheet"])
  }

  @Test("23. A link before start is kept and followed once")
  func linkBeforeStart() throws {
    let flow = try Flow(
      [
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          links = { ["product/:id"] = { push = "product", with = true } },
        }
        """
      ], links: ["app://product/7"])
    #expect(flow.stack == ["home", "product"])
    flow.back()
    flow.app("anything")
    #expect(flow.stack == ["home"])
    #expect(flow.records.filter { $0.event.source == "link" }.count == 1)
  }

  /// Screens `a`, `b`, `c` above `home`; each is asked, and says so, before it is left.
  private func guarded(refuses: String) throws -> Flow {
    try Flow([
      "app.lua": """
      local app = {}
      local function guard(self, leaving)
        self:log(leaving.screen)
        return leaving.screen ~= "\(refuses)"
      end
      app.can_leave = { a = guard, b = guard, c = guard }
      function app:start()
        for _, name in ipairs { "home", "a", "b", "c" } do self.router:push(name) end
        self.children:start("child")
      end
      return app
      """,
      "child.lua": """
      return {
        start = function(self) end,
        transitions = { app = { reset = function(self) self.router:pop_to_root() end } },
      }
      """,
    ])
  }

  @Test("24. Removing several screens asks last first; the first refusal leaves all as it was")
  func severalGuards() throws {
    for (refuses, asked) in [("a", ["c", "b", "a"]), ("b", ["c", "b"]), ("c", ["c"])] {
      let flow = try guarded(refuses: refuses)
      flow.clear()
      flow.app("reset")
      #expect(flow.log == asked)
      #expect(flow.stack == ["home", "a", "b", "c"])
      #expect(flow.calls.isEmpty)
    }
    let flow = try guarded(refuses: "nothing")
    flow.app("reset")
    #expect(flow.stack == ["home"])
    #expect(flow.log == ["c", "b", "a"])
  }

  @Test("25. Trying again what was refused, from inside the guard, ends")
  func fromTheGuard() throws {
    for again in ["self.router:proceed()", "self.router:pop()", "self:open(\"home\")"] {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.router:push("edit")
          end,
          links = { home = { pop = true } },
          can_leave = { edit = function(self)
            self:log("asked")
            \(again)
            return false
          end },
        }
        """
      ])
      flow.back()
      #expect(flow.stack == ["home", "edit"])
      #expect(flow.log == ["asked"])
      expect(flow.error, says: "app.lua:9", "can_leave", "may only read")
    }
  }

  @Test("25. Trying again what was refused, from leave_blocked, ends with a bound or an end")
  func fromLeaveBlocked() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self) self.router:push("home") self.children:start("editor") end,
        transitions = { any = { retry = { set_root = "login" } } },
      }
      """,
      "editor.lua": """
      return {
        start = function(self) self.router:push("edit") end,
        can_leave = { edit = function() return false end },
        transitions = { edit = { leave_blocked = function(self) self:emit("retry") end } },
      }
      """,
    ])
    flow.back()
    #expect(flow.stack == ["home", "edit"])
    expect(flow.errors.last, says: "does not settle", "leave_blocked")
  }

  @Test("26. set_root asks the nested guards too")
  func setRoot() throws {
    let editor = """
      local editor = { state = { saved = false } }
      function editor:start(input)
        self.router:push(input.screen)
        if input.over then self.children:start("editor", { screen = input.over }, { present = "sheet" }) end
      end
      local function guard(self, leaving)
        self:log(leaving.screen)
        return self.state.saved
      end
      editor.can_leave = { one = guard, two = guard, over = guard }
      editor.transitions = {
        app = { save = function(self) self.state.saved = true end },
      }
      return editor
      """
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:set_tabs {
            { name = "first", start = "editor", input = { screen = "one" }, eager = true },
            { name = "second", start = "editor", input = { screen = "two", over = "over" }, eager = true },
          }
        end,
        transitions = { app = { logout = { set_root = "login" } } },
      }
      """,
      "editor.lua": editor,
    ])
    let before = flow.coordinators
    flow.app("logout")
    #expect(flow.records.last { $0.result == .blocked } != nil)
    #expect(flow.log == ["over"])
    #expect(flow.coordinators == before)
    flow.app("save")
    flow.app("logout")
    #expect(flow.log == ["over", "over", "two", "one"])
    #expect(flow.stack == ["login"])
    #expect(flow.coordinators == "app")
  }

  @Test("27. A redirect cycle stops at a bound with the cycle in the message")
  func redirects() throws {
    let links = try Flow([
      "app.lua": """
      return {
        start = function(self) self.router:push("home") end,
        links = {
          login = { open = "app://profile" },
          profile = { open = "app://login" },
        },
      }
      """
    ])
    links.open("app://login")
    expect(
      links.errors.last, says: "links open each other", "app://login → app://profile → app://login")
    #expect(links.stack == ["home"])
    #expect(links.errors.count == 1)

    let children = try Flow([
      "app.lua": """
      return {
        start = function(self) self.router:push("home") end,
        transitions = {
          home = { go = { start = "login" } },
          login = { finished = { start = "profile" } },
          profile = { finished = { start = "login" } },
        },
      }
      """,
      "login.lua": "return { start = function(self) self:finish() end }",
      "profile.lua": "return { start = function(self) self:finish() end }",
    ])
    children.send("go")
    expect(children.error, says: "does not settle", "app.lua:5", "app.lua:6")
    #expect(children.coordinators == "app")
  }
}
