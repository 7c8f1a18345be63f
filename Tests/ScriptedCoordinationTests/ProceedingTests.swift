import Coordination
import Navigation
import PlainValues
import Testing

/// Asking again for what was refused.
@Suite("Proceeding")
struct ProceedingTests {
  private func flow(
    app: String = "", editor: String = "", guardBody: String = "return self.state.saved",
    options: String = "{}"
  ) throws -> Flow {
    try Flow(
      LeavingTests.files(app: app, editor: editor, guardBody: guardBody, options: options))
  }

  // MARK: Proceeding

  @Test("proceed repeats what was refused as a follow-up, without asking again")
  func proceed() throws {
    let flow = try flow()
    flow.back()
    #expect(flow.modals == ["discard"])
    flow.clear()
    let turns = flow.send("yes")
    #expect(turns.map(\.event.name).prefix(2) == ["yes", "back"])
    #expect(turns.dropFirst().allSatisfy { $0.event.kind != .request })
    #expect(Set(turns.map(\.commit)).count == 1)
    #expect(flow.calls == ["dismiss discard", "pop edit"])
    #expect(flow.log == ["asked\tback", "editor\tback"])
    #expect(flow.stack == ["home"])
    #expect(flow.coordinators == "app")
  }

  @Test("whatever was refused is repeated: each kind of request")
  func kinds() throws {
    let acts: [(String, Bool, (Flow) -> Void, [String])] = [
      ("an event", false, { $0.send("logout") }, ["login"]),
      ("an event of the application", false, { $0.app("reset") }, ["login"]),
      ("a timer", false, { $0.advance(5) }, ["login"]),
      ("a link", true, { $0.open("app://page") }, ["home", "page"]),
      ("a pull", true, { $0.dismiss() }, ["home"]),
    ]
    for (name, isModal, act, stack) in acts {
      let flow = try flow(
        app: """
          home = { removed = { ignore = true } },
          app = { reset = { set_root = "login" }, arm = function(self) self:after(5, "over") end },
          timer = { over = { set_root = "login" } },
          """, options: isModal ? "{ present = \"sheet\" }" : "{}")
      flow.app("arm")
      act(flow)
      #expect(flow.modals.last == "discard", "\(name)")
      flow.send("yes")
      #expect(flow.errors.isEmpty, "\(name): \(flow.errors)")
      #expect(flow.modals.isEmpty, "\(name)")
      #expect(flow.stack == stack, "\(name)")
      #expect(flow.log.filter { $0.hasPrefix("asked") }.count == 1, "\(name)")
    }
  }

  @Test("a tab's root is returned to when it is proceeded with")
  func tab() throws {
    let flow = try Flow([
      "app.lua": """
      return { start = function(self)
        self.router:set_tabs { { name = "one", start = "editor" } }
      end }
      """,
      "editor.lua": """
      return {
        start = function(self) self.router:push("list") self.router:push("edit") end,
        can_leave = { edit = function() return false end },
        transitions = {
          edit = { leave_blocked = { present = "discard", style = "alert" } },
          discard = { yes = function(self) self.router:proceed() end },
        },
      }
      """,
    ])
    flow.selectTab("one")
    flow.send("yes")
    #expect(flow.stack == ["list"])
    #expect(flow.errors.isEmpty)
  }

  @Test("once: a second proceed is an error that says why, and undoes its turn")
  func twice() throws {
    let flow = try flow(
      editor: """
        any = { twice = function(self)
          self.router:proceed()
          self.router:proceed()
        end },
        """)
    flow.back()
    flow.send("twice")
    expect(flow.errors.last, says: "editor.lua", "nothing to proceed with")
    #expect(flow.modals == ["discard"])
    #expect(flow.coordinators == "app(editor)")
    // The turn that failed has taken back the first of the two.
    flow.send("yes")
    #expect(flow.stack == ["home"])
  }

  @Test("with nothing refused, or once the screen has gone, it is an error")
  func nothing() throws {
    let flow = try flow(app: "home = { go = function(self) self.router:proceed() end }")
    flow.app("proceed")
    expect(flow.error, says: "nothing to proceed with", "no request is refused")
    flow.back()
    flow.send("no")
    flow.swipedBack()
    #expect(flow.stack == ["home"])
    flow.send("go")
    expect(flow.error, says: "app.lua", "nothing to proceed with", "gone since")
  }

  @Test("a proceeding that failed is over: it is not repeated again")
  func over() throws {
    let flow = try flow(editor: "any = { again = function(self) self.router:proceed() end },")
    flow.back()
    flow.send("yes")
    #expect(flow.coordinators == "app")
    flow.app("proceed")
    #expect(flow.coordinators == "app")
  }

  @Test("the newest refused request is kept, and no other")
  func newest() throws {
    let flow = try flow()
    flow.back()
    flow.send("no")
    flow.open("app://root")
    flow.send("yes")
    #expect(flow.stack == ["root"])
  }

  @Test("what is repeated acts on what is on show by then, also from a screen that is covered")
  func covered() throws {
    let flow = try flow(
      editor: """
        edit = {
          leave_blocked = { push = "sure" },
          more = { push = "more" },
        },
        sure = { yes = function(self) self.router:proceed() end },
        """)
    flow.send("logout")
    #expect(flow.stack == ["home", "edit", "sure"])
    flow.send("yes")
    #expect(flow.errors.isEmpty)
    #expect(flow.stack == ["login"])
    #expect(flow.coordinators == "app")
  }

  @Test("of several that refuse, each is asked once and says so in turn")
  func several() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:push("home")
          self.children:start("editor", { n = 1 }, { as = "first" })
          self.children:start("editor", { n = 2 }, { as = "second" })
        end,
        transitions = { app = { reset = { set_root = "login" } } },
      }
      """,
      "editor.lua": """
      return {
        start = function(self, input) self.router:push("edit") end,
        can_leave = { edit = function(self) self:log("asked " .. self.input.n) return false end },
        transitions = {
          edit = { leave_blocked = function(self)
            self:log("told " .. self.input.n)
            self.router:proceed()
          end },
        },
      }
      """,
    ])
    flow.app("reset")
    #expect(flow.log == ["asked 2", "told 2", "asked 1", "told 1"])
    #expect(flow.stack == ["login"])
    #expect(flow.errors.isEmpty)
    #expect(Set(flow.records.suffix(5).map(\.commit)).count == 1)
  }

  @Test("those that have agreed are not asked again")
  func agreed() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self) self.router:push("home") self.children:start("editor") end,
        transitions = { app = { reset = { pop_to_root = true } } },
      }
      """,
      "editor.lua": """
      local editor = {}
      local function guard(self, leaving)
        self:log(leaving.screen)
        return leaving.screen == "second"
      end
      editor.can_leave = { first = guard, second = guard }
      function editor:start()
        self.router:push("first")
        self.router:push("second")
      end
      editor.transitions = {
        first = { leave_blocked = function(self) self.router:proceed() end },
      }
      return editor
      """,
    ])
    flow.app("reset")
    #expect(flow.log == ["second", "first"])
    #expect(flow.stack == ["home"])
    #expect(flow.coordinators == "app")
  }

  @Test("leave_blocked may wait for an answer before it proceeds")
  func waits() throws {
    let flow = try flow(
      editor: """
        edit = { leave_blocked = function(self)
          local _, answer = self:ask("sure")
          if answer == "yes" then self.router:proceed() else self.router:pop() end
        end },
        """)
    flow.back()
    flow.send("no")
    #expect(flow.stack == ["home", "edit"])
    flow.back()
    flow.send("yes")
    #expect(flow.stack == ["home"])
    #expect(flow.coordinators == "app")
    #expect(flow.errors.isEmpty)
  }

  @Test("what a handler does after a fact can be refused and proceeded with as well")
  func afterFact() throws {
    var files = LeavingTests.files(
      app: """
        app = { go = function(self) self.children:start("over", {}, { present = "sheet" }) end },
        over = { cancelled = { set_root = "login" } },
        """)
    files["over.lua"] = shows("over")
    let flow = try Flow(files)
    flow.back()
    flow.send("no")
    flow.app("go")
    flow.pulledDown()
    #expect(flow.modals == ["discard"])
    #expect(flow.log.last == "asked\tremoved")
    flow.send("yes")
    #expect(flow.errors.isEmpty)
    #expect(flow.stack == ["login"])
    #expect(flow.coordinators == "app")
  }

  @Test("a leave_blocked handler that fails leaves the request: it can be proceeded with later")
  func toldFails() throws {
    let flow = try flow(
      editor: """
        edit = { leave_blocked = function() error("no luck") end },
        """)
    flow.back()
    expect(flow.errors.last, says: "no luck")
    flow.app("proceed")
    #expect(flow.stack == ["home"])
  }

  @Test("nobody has to handle leave_blocked")
  func unhandled() throws {
    let flow = try flow(editor: "edit = {},")
    flow.back()
    #expect(flow.stack == ["home", "edit"])
    #expect(flow.diagnostics.isEmpty)
    #expect(flow.errors.isEmpty)
  }

  @Test("two thousand refused and proceeded requests leave memory flat")
  func flat() throws {
    var files = LeavingTests.files()
    files["app.lua"] = """
      return {
        start = function(self) self.router:push("home") end,
        transitions = { home = { open = { start = "editor" } } },
      }
      """
    let flow = try Flow(files)
    let curve = (0..<4).map { _ in
      for _ in 0..<500 {
        flow.host.send("open")
        flow.host.back()
        flow.host.send("yes")
      }
      flow.project.collectGarbage()
      return flow.project.luaMemory
    }
    #expect(curve[3] - curve[1] < 16_384, "\(curve)")
    #expect(flow.host.liveCount == 1)
    #expect(flow.errors.isEmpty)
  }
}
