import Coordination
import Navigation
import PlainValues
import Testing

/// Asking again for what was refused, and refusals in handlers that have waited.
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

  // MARK: Handlers that have waited

  /// `app.go` waits, then does this.
  private func waiting(_ body: String) throws -> Flow {
    try flow(
      app: """
        app = {
          go = function(self)
            self:wait(1)
            self.state.went_on = true
            \(body)
          end,
          failed = function(self) self:log("app failed") end,
        },
        """)
  }

  @Test("in a handler that has waited a refusal is an error that pcall catches; it goes on")
  func caught() throws {
    let flow = try waiting(
      """
      local ok, problem = pcall(function() self.router:set_root("login") end)
      self:log(ok, problem)
      self.router:push("instead")
      """)
    flow.app("go")
    flow.advance(1)
    #expect(flow.stack == ["home", "edit", "instead"])
    #expect(flow.log.first == "asked\tremoved")
    expect(flow.log.last, says: "false\t", "edit is not to be left", "can_leave of app/editor")
    #expect(flow.errors.isEmpty)
    #expect(flow.records.allSatisfy { $0.result == .committed })
    #expect(flow.state("app") == ["went_on": true])
  }

  @Test("uncaught, it undoes its turn; the handler is gone, and app.failed tells")
  func uncaught() throws {
    let flow = try waiting("self.router:set_root(\"login\") self:log(\"never\")")
    flow.app("go")
    flow.advance(1)
    #expect(flow.host.navigation.base.stack?.screens.map(\.name).prefix(2) == ["home", "edit"])
    let failed = try #require(flow.records.first { $0.error != nil })
    #expect(failed.error?.kind == .blocked)
    expect(flow.errors.first, says: "app.lua", "edit is not to be left", "removed")
    #expect(flow.log.contains("app failed"))
    #expect(!flow.log.contains("never"))
    #expect(flow.state("app") == [:])
    #expect(flow.host.nextDeadline == nil)
  }

  @Test("a refusal further down the turn undoes it too: outcome blocked, the handler gone")
  func downstream() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:push("home")
          self.children:start("editor")
          self.children:start("worker")
        end,
        transitions = { worker = { leave = { set_root = "login" } } },
      }
      """,
      "editor.lua": """
      return {
        start = function(self) self.router:push("edit") end,
        can_leave = { edit = function() return false end },
        transitions = { edit = { leave_blocked = function(self) self:log("told") end } },
      }
      """,
      "worker.lua": """
      return {
        state = {},
        start = function(self) self.router:push("work") end,
        transitions = {
          work = { go = function(self)
            self:wait(1)
            self.state.went_on = true
            self:emit("leave")
            self:wait(1)
            self:log("never")
          end },
          app = { failed = function(self) self:log("worker failed") end },
        },
      }
      """,
    ])
    flow.send("go")
    flow.advance(5)
    #expect(flow.records.contains { $0.result == .blocked })
    #expect(flow.errors.isEmpty)
    #expect(Set(flow.log) == ["told", "worker failed"])
    #expect(flow.state("app/worker") == [:])
    #expect(flow.stack == ["home", "edit", "work"])
  }

  @Test("in a start that has waited a refusal cancels its coordinator with the reason failed")
  func inStart() throws {
    var files = LeavingTests.files(
      app: """
        app = { go = { start = "worker" } },
        worker = { cancelled = function(self, reason) self:log("worker", reason) end },
        """)
    files["worker.lua"] = """
      return { start = function(self)
        self:wait(1)
        self.router:pop()
      end }
      """
    let flow = try Flow(files)
    flow.app("go")
    flow.advance(1)
    #expect(flow.log.last == "worker\tfailed")
    #expect(flow.coordinators == "app(editor)")
    #expect(flow.errors.count == 1)
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
