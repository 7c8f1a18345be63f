import Coordination
import PlainValues
import Testing

/// What becomes of an event while the handler of the same event from the same screen waits.
@Suite("Busy")
struct BusyTests {
  private static let slow = """
    function(self, payload) self:log("begins " .. payload.n) self:wait(1) self:log("ends " .. payload.n) end
    """

  private func flow(_ home: String, more: String = "", limits: HostLimits = .default) throws -> Flow
  {
    try Flow(
      [
        "app.lua": """
        local app = { state = {} }
        function app:start() self.router:push("home") end
        app.slow = \(Self.slow)
        function app:fails(payload)
          self:log("begins " .. payload.n)
          self:wait(1)
          error("no luck")
        end
        function app:yes() return true end
        function app:first() self:wait(1) self.state.warm = true end
        app.transitions = { home = { \(home) }, \(more) }
        return app
        """,
        "child.lua": """
        return { start = function(self) self.router:push("page") end }
        """,
      ], limits: limits)
  }

  @Test(
    "by default, and with drop, it is dropped with a diagnostic",
    arguments: ["", ", busy = \"drop\""])
  func drop(busy: String) throws {
    let flow = try flow("go = { call = \"slow\"\(busy) }")
    flow.send("go", ["n": 1])
    flow.send("go", ["n": 2])
    #expect(flow.diagnostics.count == 1)
    expect(flow.diagnostics.last, says: "\"go\" from home is dropped", "still at work")
    flow.advance(5)
    #expect(flow.log == ["begins 1", "ends 1"])
  }

  @Test(
    "with queue it is handled once that one has returned: in order, each with what came with it")
  func queue() throws {
    let flow = try flow("go = { call = \"slow\", busy = \"queue\" }")
    for n in 1...3 { flow.send("go", ["n": .integer(n)]) }
    #expect(flow.log == ["begins 1"])
    flow.advance(1)
    #expect(flow.log == ["begins 1", "ends 1", "begins 2"])
    flow.advance(1)
    flow.advance(1)
    #expect(
      flow.log == ["begins 1", "ends 1", "begins 2", "ends 2", "begins 3", "ends 3"])
    #expect(
      flow.diagnostics
        == Array(
          repeating: "\"go\" from home waits: the handler before it is still at work", count: 2))
    #expect(flow.host.nextDeadline == nil)
  }

  @Test("however many wait, each is handled once, and none is lost")
  func many() throws {
    let flow = try flow("go = { call = \"slow\", busy = \"queue\" }")
    for n in 1...1500 { flow.send("go", ["n": .integer(n)]) }
    let before = flow.records.count
    flow.advance(2000)
    #expect(flow.log.count == 3000)
    #expect(flow.log.last == "ends 1500")
    #expect(flow.errors.isEmpty)
    // A timer, what goes on, and the next one that had waited.
    #expect(flow.records.count - before <= 3 * 1500)
  }

  @Test("where the next ones do not wait, all that had waited are handled after each other")
  func quick() throws {
    let flow = try flow(
      """
      go = {
        { when = function(self) return not self.state.warm end, busy = "queue", call = "first" },
        { call = function(self, payload) self:log(payload.n) end },
      }
      """, more: "")
    for n in 1...1200 { flow.send("go", ["n": .integer(n)]) }
    flow.advance(1)
    #expect(flow.log.count == 1199)
    #expect(flow.log.last == "1200")
    #expect(flow.errors.isEmpty)
  }

  @Test("one that came during a handler's first wait is handled after its last")
  func waitsTwice() throws {
    let flow = try flow(
      """
      go = { busy = "queue", call = function(self, payload)
        self:wait(1)
        self:wait(1)
        self:log(payload.n)
      end }
      """)
    flow.send("go", ["n": 1])
    flow.send("go", ["n": 2])
    flow.advance(1)
    flow.send("go", ["n": 3])
    #expect(flow.log.isEmpty)
    flow.advance(10)
    #expect(flow.log == ["1", "2", "3"])
  }

  @Test("with allow it is handled at once, beside the one before it")
  func allow() throws {
    let flow = try flow("go = { call = \"slow\", busy = \"allow\" }")
    flow.send("go", ["n": 1])
    flow.send("go", ["n": 2])
    flow.advance(1)
    #expect(flow.log == ["begins 1", "begins 2", "ends 1", "ends 2"])
    #expect(flow.diagnostics.isEmpty)
  }

  @Test("the rule whose handler waits says what becomes of it, in a list and in steps")
  func rules() throws {
    let flow = try flow(
      """
      list = {
        { unless = "yes", push = "never" },
        { when = "yes", call = "slow", busy = "queue" },
      },
      steps = { steps = { { call = "slow" } }, busy = "queue" },
      step = { steps = { { call = "slow", busy = "queue" } } },
      """)
    for event in ["list", "steps", "step"] {
      flow.send(event, ["n": 1])
      flow.send(event, ["n": 2])
      flow.advance(2)
    }
    let one = ["begins 1", "ends 1", "begins 2", "ends 2"]
    #expect(flow.log == one + one + one)
    #expect(flow.diagnostics.allSatisfy { $0.contains("waits: the handler before it") })
  }

  @Test("other events, and the same event of another screen, are handled as ever")
  func others() throws {
    let flow = try flow(
      "go = \"slow\", other = { push = \"home\" }")
    flow.send("go", ["n": 1])
    flow.send("other")
    flow.send("go", ["n": 2])
    flow.advance(1)
    #expect(flow.log == ["begins 1", "begins 2", "ends 1", "ends 2"])
    #expect(flow.diagnostics.isEmpty)
  }

  @Test("it is as busy where an ancestor of the screen's owner is at work on it")
  func ancestor() throws {
    let flow = try flow(
      "open = { start = \"child\" }", more: "child = { go = { call = \"slow\", busy = \"queue\" } }"
    )
    flow.send("open")
    flow.send("go", ["n": 1])
    flow.send("go", ["n": 2])
    flow.advance(2)
    #expect(flow.log == ["begins 1", "ends 1", "begins 2", "ends 2"])
  }

  @Test(
    "back and dismiss are events like others: a second one is dropped while the first is at work")
  func hostEvents() throws {
    let flow = try flow(
      "open = { push = \"page\" }, sheet = { present = \"over\" }",
      more: """
        page = { back = function(self) self:log("back") self:wait(1) self.router:pop() end },
        over = { dismiss = function(self) self:log("dismiss") self:wait(1) self.router:dismiss() end },
        """)
    flow.send("open")
    flow.back()
    flow.back()
    #expect(flow.log == ["back"])
    expect(flow.diagnostics.last, says: "\"back\" from page is dropped", "still at work")
    flow.advance(1)
    #expect(flow.stack == ["home"])
    flow.send("sheet")
    flow.dismiss()
    flow.dismiss()
    #expect(flow.log == ["back", "dismiss"])
    flow.advance(1)
    #expect(flow.modals.isEmpty)
    #expect(flow.diagnostics.count == 2)
  }

  @Test("one that has waited is handled also where the handler before it has failed")
  func failed() throws {
    let flow = try flow(
      """
      go = {
        { when = function(self) return not self.state.calm end, call = "fails", busy = "queue" },
        { call = "slow" },
      },
      """, more: "app = { failed = function(self) self.state.calm = true end }")
    flow.send("go", ["n": 1])
    flow.send("go", ["n": 2])
    flow.advance(1)
    #expect(flow.errors.count == 1)
    #expect(flow.log.prefix(2) == ["begins 1", "begins 2"])
    flow.advance(5)
    #expect(flow.host.nextDeadline == nil)
  }

  @Test("one whose screen is gone or covered by then is dropped with a diagnostic")
  func gone() throws {
    let flow = try flow(
      "open = { push = \"page\" }",
      more: """
        page = {
          cover = { busy = "queue", call = function(self) self:wait(1) self.router:push("next") end },
          leave = { busy = "queue", call = function(self) self:wait(1) self.router:pop() end },
        }
        """)
    flow.send("open")
    flow.send("leave")
    flow.send("leave")
    flow.advance(1)
    #expect(flow.stack == ["home"])
    expect(flow.diagnostics.last, says: "\"leave\" is dropped", "gone")
    flow.send("open")
    flow.send("cover")
    flow.send("cover")
    flow.advance(1)
    #expect(flow.stack == ["home", "page", "next"])
    expect(flow.diagnostics.last, says: "\"cover\" from page is dropped", "covered")
  }

  @Test("those that wait are gone with their coordinator, and nothing holds them")
  func ended() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self) self.router:push("home") end,
        transitions = { home = { open = { start = "child" } } },
      }
      """,
      "child.lua": """
      return {
        start = function(self) self.router:push("page") end,
        transitions = { page = {
          go = { busy = "queue", call = function(self) self:wait(1) self:log("never") end },
        } },
      }
      """,
    ])
    let curve = (0..<4).map { _ in
      for _ in 0..<500 {
        flow.host.send("open")
        flow.host.send("go")
        flow.host.send("go")
        flow.host.back()
      }
      flow.project.collectGarbage()
      return flow.project.luaMemory
    }
    #expect(curve[3] - curve[1] < 16_384, "\(curve)")
    #expect(flow.host.liveCount == 1)
    flow.advance(5)
    #expect(flow.log.isEmpty)
  }

  @Test("a turn that fails takes back the events it had dropped with a handler")
  func undone() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self) self.children:start("child") end,
        transitions = { app = { stop = function(self) self.children:cancel_all() error("no") end } },
      }
      """,
      "child.lua": """
      return {
        start = function(self) self.router:push("page") end,
        transitions = { page = {
          go = { busy = "queue", call = function(self, payload) self:wait(1) self:log(payload.n) end },
        } },
      }
      """,
    ])
    flow.send("go", ["n": 1])
    flow.send("go", ["n": 2])
    flow.app("stop")
    flow.advance(5)
    #expect(flow.log == ["1", "2"])
  }

  @Test("more than the host lets wait is an error that says how many")
  func bound() throws {
    var limits = HostLimits.default
    limits.waitingEvents = 3
    let flow = try flow("go = { call = \"slow\", busy = \"queue\" }", limits: limits)
    for n in 1...4 { flow.send("go", ["n": .integer(n)]) }
    #expect(flow.errors.isEmpty)
    flow.send("go", ["n": 5])
    expect(flow.error, says: "3 events \"go\" wait", "handler")
    flow.advance(10)
    #expect(flow.log.last == "ends 4")
  }

  @Test(
    "what busy cannot be is an error at load",
    arguments: [
      ("\"wait\"", ["busy", "drop, queue, allow", "\"wait\""]),
      ("\"queu\"", ["busy", "did you mean \"queue\""]),
      ("true", ["busy", "one of drop, queue, allow"]),
      ("5", ["busy", "one of drop, queue, allow"]),
    ])
  func wrong(busy: String, words: [String]) throws {
    try expectOneProblem(
      in: [
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = {
            go = { push = "page",
              busy = \(busy) },
          } },
        }
        """
      ], at: "app.lua:5", says: words)
  }
}
