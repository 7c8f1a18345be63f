import Coordination
import Navigation
import PlainValues
import Testing

/// Refusals in handlers that have waited, whose turns before cannot be undone any more.
@Suite("Refusals in handlers that have waited")
struct LateRefusalTests {
  private func flow(
    app: String = "", editor: String = "", guardBody: String = "return self.state.saved",
    options: String = "{}"
  ) throws -> Flow {
    try Flow(
      LeavingTests.files(app: app, editor: editor, guardBody: guardBody, options: options))
  }

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

  @Test("in a child's start, too, which such a handler calls: the start is undone")
  func nestedStart() throws {
    var files = LeavingTests.files(
      app: """
        app = { go = function(self)
          self:wait(1)
          self:log(pcall(function() self.children:start("greedy") end))
          self.router:push("instead")
        end },
        """)
    files["greedy.lua"] = """
      return { start = function(self)
        self.router:push("greedy")
        self.router:set_root("mine")
      end }
      """
    let flow = try Flow(files)
    flow.app("go")
    flow.advance(1)
    #expect(flow.stack == ["home", "edit", "instead"])
    expect(flow.log.last, says: "false\t", "edit is not to be left")
    #expect(flow.errors.isEmpty)
    #expect(flow.coordinators == "app(editor)")
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
}
