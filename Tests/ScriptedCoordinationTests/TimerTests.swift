import Coordination
import PlainValues
import Testing

@Suite("Timers")
struct TimerTests {
  private func flow(_ handlers: String, more: [String: String] = [:]) throws -> Flow {
    try Flow(
      [
        "app.lua": """
        local app = { state = { count = 0 } }
        function app:start() self.router:push("home") end
        app.transitions = { \(handlers) }
        return app
        """
      ].merging(more) { $1 })
  }

  @Test("an event of the source timer comes when its time has come, and once")
  func fires() throws {
    let flow = try flow(
      """
      home = { go = function(self) self:after(5, "remind", { n = 7 }) end },
      timer = { remind = function(self, payload) self:log(os.time(), payload.n) end },
      """)
    flow.send("go")
    flow.advance(4.5)
    #expect(flow.log.isEmpty)
    flow.advance(1)
    #expect(flow.log == ["5\t7"])
    flow.advance(100)
    #expect(flow.log.count == 1)
  }

  @Test("what is due comes in order of time, then of setting, each at its own time")
  func order() throws {
    let flow = try flow(
      """
      home = { go = function(self)
        self:after(2, "b") self:after(1, "a") self:after(2, "c")
      end },
      timer = {
        a = function(self) self:log("a", os.time()) self:after(0.5, "d") end,
        b = function(self) self:log("b", os.time()) end,
        c = function(self) self:log("c", os.time()) end,
        d = function(self) self:log("d") end,
      },
      """)
    flow.send("go")
    flow.advance(10)
    #expect(flow.log == ["a\t1", "d", "b\t2", "c\t2"])
  }

  @Test("a second one of a name takes the place of the first; stop stops it")
  func replaced() throws {
    let flow = try flow(
      """
      home = {
        go = function(self) self:after(1, "x", { n = 1 }) self:after(3, "x", { n = 2 }) end,
        stop = function(self) self:stop("x") self:stop("no such timer") end,
      },
      timer = { x = function(self, payload) self:log(payload.n) end },
      """)
    flow.send("go")
    flow.advance(5)
    #expect(flow.log == ["2"])
    flow.send("go")
    flow.send("stop")
    flow.advance(5)
    #expect(flow.log == ["2"])
  }

  @Test("timers end with their coordinator, and keep one alive that has nothing else")
  func endsWithCoordinator() throws {
    let flow = try flow(
      "home = { go = { start = \"child\" } }",
      more: [
        "child.lua": """
        local child = {}
        function child:start()
          self.router:push("question")
          self:after(1, "late")
        end
        child.transitions = {
          question = { yes = { finish = true } },
          timer = { late = function(self) self:log("too late") end },
        }
        return child
        """
      ])
    flow.send("go")
    flow.send("yes")
    flow.advance(5)
    #expect(flow.log.isEmpty)
    #expect(flow.host.nextDeadline == nil)
  }

  @Test("a failed turn leaves timers as they were, but for the one that fired")
  func undone() throws {
    let flow = try flow(
      """
      home = {
        keep = function(self) self:after(1, "kept") end,
        fail = function(self) self:stop("kept") self:after(1, "never") error("no") end,
      },
      timer = {
        kept = function(self) self:after(1, "never") error("fired") end,
        never = function(self) self:log("never") end,
      },
      """)
    flow.send("keep")
    flow.send("fail")
    flow.advance(1)
    #expect(flow.error?.contains("fired") == true)
    flow.advance(10)
    #expect(flow.log.isEmpty)
    #expect(flow.host.nextDeadline == nil)
  }

  @Test("a timer that sets itself for at once stops at a bound, with an error")
  func storm() throws {
    let flow = try flow(
      """
      home = { go = function(self) self:after(0, "again") end },
      timer = { again = function(self) self:after(0, "again") end },
      """)
    flow.send("go")
    flow.advance(1)
    expect(
      flow.error,
      says: """
        10000 timers in a row, and "again" of app (app.lua:4) is due still: does it set itself?
        """)
  }

  @Test("one that nobody handles is a diagnostic; a wrong time is an error at its line")
  func wrong() throws {
    let flow = try flow(
      """
      home = {
        go = function(self) self:after(1, "nobody") end,
        back_in_time = function(self) self:after(-1, "x") end,
        endless = function(self) self:after(math.huge, "x") end,
        reserved = function(self) self:after(1, "finished") end,
      },
      """)
    flow.send("go")
    flow.advance(1)
    #expect(flow.diagnostics.last?.contains("\"nobody\" from a timer") == true)
    flow.send("back_in_time")
    #expect(flow.error == "app.lua:5: a timer is set for 0 seconds or more, not -1.0")
    flow.send("endless")
    #expect(flow.error?.contains("not inf") == true)
    flow.send("reserved")
    #expect(flow.error?.contains("only the host sends") == true)
  }

  @Test("timers that are run from within wait, like all that arrives, and nothing is lost")
  func fromWithin() throws {
    let flow = try Flow([
      "app.lua": """
      local app = {}
      function app:start() self.router:push("home") end
      app.transitions = {
        home = {
          go = function(self) self:after(0, "due") end,
          next = function(self) self:log("next") end,
        },
        timer = { due = function(self) self:log("due") end },
      }
      return app
      """
    ])
    flow.host.observe { [unowned host = flow.host] record in
      guard record.event.name == "go" else { return }
      host.send("next")
      host.runDueTimers()
      host.advance(by: 1)
    }
    flow.send("go")
    #expect(flow.log == ["next", "due"])
    #expect(flow.diagnostics.isEmpty)
  }

  @Test("what is set to nothing in the store and among the attributes is not there")
  func nothing() throws {
    let flow = try Flow([
      "app.lua": """
      local app = {}
      function app:start()
        self.router:push("home")
        local store = self.services.store
        store.set("a", 1) store.set("b", 2) store.set("a", nil)
        self:set_attribute("x", 1) self:set_attribute("y", 2) self:set_attribute("x", nil)
      end
      return app
      """
    ])
    #expect(flow.store.values == ["b": 2])
    #expect(flow.host.attributes == ["y": 2])
  }
}
