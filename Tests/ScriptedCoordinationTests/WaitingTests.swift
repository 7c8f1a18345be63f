import Coordination
import PlainValues
import Testing

/// Handlers that wait: for a child, for a screen, for a while.
@Suite("Waiting")
struct WaitingTests {
  private static let auth = """
    local auth = {}
    function auth:start(input) self.router:push("login", input) end
    auth.transitions = { login = {
      ok = { finish = true, with = true },
      cancel = { cancel = "no thanks" },
      fail = function() error("auth fails") end,
    } }
    return auth
    """

  private func flow(_ handlers: String, start: String = "self.router:push(\"home\")") throws -> Flow
  {
    try Flow([
      "app.lua": """
      local app = { state = {} }
      function app:start() \(start) end
      app.transitions = { \(handlers) }
      return app
      """,
      "auth.lua": Self.auth,
      "quick.lua": "return { start = function(self, input) self:finish(input.n) end }",
    ])
  }

  @Test("ask takes animated as its option, and no other")
  func askOptions() throws {
    let flow = try flow(
      """
      home = {
        quiet = function(self) self:ask("question", {}, { animated = false }) end,
        wrong = function(self) self:ask("question", {}, { style = "alert" }) end,
      },
      """)
    flow.clear()
    flow.send("quiet")
    #expect(flow.calls == ["push question (not animated)"])
    flow.back()
    flow.send("wrong")
    #expect(flow.error?.contains("ask has no option \"style\"") == true)
  }

  // MARK: steps

  @Test("steps after one that waits are carried out when it has returned, in order")
  func steps() throws {
    let flow = try flow(
      """
      home = { go = { steps = {
        { call = function(self) self:log("one") self:wait(1) self:log("two") end },
        { steps = {
          { call = function(self) self:wait(1) self:log("three") end },
          { unless = function(self) return self.state.skip end, push = "inner" },
        } },
        { call = function(self) self:wait(1) self:wait(1) self:log("four") end },
        { push = "last" },
      } } },
      """)
    flow.send("go")
    #expect(flow.log == ["one"])
    flow.advance(1)
    #expect(flow.log == ["one", "two"])
    #expect(flow.stack == ["home"])
    flow.advance(1)
    #expect(flow.log == ["one", "two", "three"])
    #expect(flow.stack == ["home", "inner"])
    flow.advance(1)
    #expect(flow.stack == ["home", "inner"])
    flow.advance(1)
    #expect(flow.log == ["one", "two", "three", "four"])
    #expect(flow.stack == ["home", "inner", "last"])
    #expect(flow.diagnostics.isEmpty)
  }

  @Test("a step that fails after one has waited undoes its turn, and the rest is not carried out")
  func stepsFail() throws {
    let flow = try flow(
      """
      home = { go = { steps = {
        { call = function(self) self:wait(1) end },
        { push = "next" },
        { pop_to = "nowhere" },
        { push = "never" },
      } } },
      app = { failed = { update = "home", with = { failed = true } } },
      """)
    flow.send("go")
    flow.advance(1)
    #expect(flow.stack == ["home"])
    #expect(flow.params == ["failed": true])
    #expect(flow.records.contains { $0.error != nil })
  }

  // MARK: run

  @Test("run starts a child and goes on with its result, in a turn of its own and the same commit")
  func run() throws {
    let flow = try flow(
      """
      home = { go = function(self)
        local user = self:run("auth", { hint = 1 })
        self.router:push("hello", { name = user.name })
      end },
      """)
    flow.send("go")
    #expect(flow.coordinators == "app(auth)")
    #expect(flow.params == ["hint": 1])
    flow.clear()
    let turns = flow.send("ok", ["name": "Ada"])
    #expect(turns.map(\.event.name) == ["ok", "resumed"])
    #expect(Set(turns.map(\.commit)).count == 1)
    #expect(flow.calls == ["replace login hello"])
    #expect(flow.params == ["name": "Ada"])
    #expect(flow.coordinators == "app")
    #expect(flow.diagnostics.isEmpty)
  }

  @Test("a child that ends without a result gives nothing and the reason, also to who cancels it")
  func runCancelled() throws {
    let flow = try flow(
      """
      home = { go = function(self) self:log(self:run("auth")) end },
      login = {},
      any = { },
      parent = {},
      app = { stop = function(self) self.children:cancel(self.children:find("auth"), "stopped") end },
      """)
    flow.send("go")
    flow.send("cancel")
    flow.send("go")
    flow.back()
    flow.send("go")
    flow.app("stop")
    #expect(flow.log == ["nil\tno thanks", "nil\tback", "nil\tstopped"])
    #expect(flow.diagnostics.isEmpty)
  }

  @Test("a child that finishes inside its start gives its result all the same")
  func runQuick() throws {
    let flow = try flow(
      "home = { go = function(self) self:log(self:run(\"quick\", { n = 5 }) + 1) end },")
    flow.send("go")
    #expect(flow.log == ["6"])
    #expect(flow.coordinators == "app")
  }

  @Test("start may wait, and reads as a linear flow")
  func linear() throws {
    let flow = try flow(
      "",
      start: """
        local user = self:run("auth")
        local choice, event = self:ask("menu", { name = user.name })
        self:wait(2)
        self:finish { event = event, size = choice.size }
        """)
    flow.send("ok", ["name": "Ada"])
    #expect(flow.stack == ["menu"])
    flow.send("chosen", ["size": 3])
    #expect(flow.finished == nil)
    flow.advance(2)
    #expect(flow.finished == ["event": "chosen", "size": 3])
  }

  // MARK: ask

  @Test("ask waits for an event that nobody names; asking again goes back to the screen")
  func ask() throws {
    let flow = try flow(
      """
      home = { go = function(self)
        local name = self:ask("name").text
        local mail = self:ask("mail").text
        local again = self:ask("name", { problem = "taken" }).text
        self:log(name, mail, again)
      end },
      mail = { help = { push = "help" } },
      """)
    flow.send("go")
    flow.send("next", ["text": "a"])
    flow.send("help")
    flow.back()
    flow.send("next", ["text": "b"])
    #expect(flow.stack == ["home", "name"])
    #expect(flow.params == ["problem": "taken"])
    flow.send("next", ["text": "c"])
    #expect(flow.log == ["a\tb\tc"])
  }

  @Test("a screen that goes answers its asker with nothing and the reason")
  func askGone() throws {
    let flow = try flow("home = { go = function(self) self:log(self:ask(\"name\")) end },")
    flow.send("go")
    flow.back()
    #expect(flow.log == ["nil\tback"])
    #expect(flow.stack == ["home"])
  }

  @Test("while the asker is at something else, its screen's events are dropped as busy")
  func askBusy() throws {
    let flow = try flow(
      """
      home = { go = function(self)
        local first = self:ask("name").n
        self:wait(1)
        self:log(first)
      end },
      """)
    flow.send("go")
    flow.send("next", ["n": 1])
    flow.send("next", ["n": 2])
    #expect(flow.diagnostics.last?.contains("busy") == true)
    flow.advance(1)
    #expect(flow.log == ["1"])
  }

  // MARK: wait, and what becomes of who waits

  @Test("the same event of the same screen is dropped while its handler waits")
  func busy() throws {
    let flow = try flow("home = { go = function(self) self:wait(1) self:log(\"once\") end },")
    flow.send("go")
    flow.send("go")
    #expect(flow.diagnostics.last?.contains("still at work") == true)
    flow.advance(5)
    #expect(flow.log == ["once"])
    flow.send("go")
    flow.advance(5)
    #expect(flow.log == ["once", "once"])
  }

  @Test("a handler never goes on when its coordinator has ended, or its screen was taken away")
  func dropped() throws {
    let flow = try flow(
      """
      home = { go = { push = "item" } },
      item = { slow = function(self) self:wait(1) self:log("never") end },
      any = { leave = { finish = true } },
      """)
    flow.send("go")
    flow.send("slow")
    flow.back()
    flow.advance(5)
    #expect(flow.log.isEmpty)
    #expect(flow.host.nextDeadline == nil)
    flow.send("go")
    flow.send("slow")
    flow.send("leave")
    flow.advance(5)
    #expect(flow.log.isEmpty)
    #expect(flow.host.nextDeadline == nil)
  }

  @Test("its own removal of the screen does not drop a handler")
  func ownRemoval() throws {
    let flow = try flow(
      """
      home = { go = { push = "item" } },
      item = { slow = function(self) self.router:pop() self:wait(1) self:log("here") end },
      """)
    flow.send("go")
    flow.send("slow")
    flow.advance(1)
    #expect(flow.log == ["here"])
  }

  @Test("a failing part undoes its own turn only; then the handler is gone and app.failed tells")
  func failedLater() throws {
    let flow = try flow(
      """
      home = { go = function(self)
        self.state.before = true
        self:wait(1)
        self.state.after = true
        self.router:push("never")
        error("later")
      end },
      app = { failed = function(self) self:log("told") end },
      """)
    flow.send("go")
    flow.advance(1)
    #expect(flow.records.contains { $0.error?.message.contains("later") == true })
    #expect(flow.state("app") == ["before": true])
    #expect(flow.stack == ["home"])
    #expect(flow.log == ["told"])
    flow.send("go")
    #expect(flow.diagnostics.isEmpty)
  }

  @Test("a start that fails after it has waited cancels its coordinator with the reason failed")
  func failedStart() throws {
    let flow = try Flow([
      "app.lua": """
      local app = {}
      function app:start() self.router:push("home") end
      app.transitions = {
        home = { go = { start = "child" } },
        child = { cancelled = function(self, reason) self:log(reason) end },
      }
      return app
      """,
      "child.lua": """
      local child = {}
      function child:start() self.router:push("c") self:wait(1) error("no") end
      return child
      """,
    ])
    flow.send("go")
    flow.advance(1)
    #expect(flow.log == ["failed"])
    #expect(flow.coordinators == "app")
    #expect(flow.stack == ["home"])
  }

  @Test(
    "a turn that is undone leaves no handler of its own waiting, and one that it dropped lives on")
  func undone() throws {
    let flow = try flow(
      """
      home = {
        wait = function(self) self:wait(1) self:log("lives on") end,
        bad = function(self) self.children:start("auth") self:emit("x") self.router:set_root("other") error("no") end,
        twice = function(self) self:run("auth") self:log("never") end,
      },
      auth = { cancelled = function() error("no") end },
      """)
    flow.send("wait")
    flow.send("bad")
    flow.advance(1)
    #expect(flow.log == ["lives on"])
  }

  @Test("waiting is refused where only reading is allowed, and where Lua cannot suspend")
  func refused() throws {
    let flow = try flow(
      """
      home = {
        guard = { when = function(self) self:wait(1) end, push = "x" },
        sort = function(self)
          table.sort({ 2, 1 }, function() self:wait(1) end)
        end,
        gsub = function(self) ("x"):gsub("x", function() self:run("auth") end) end,
      },
      """)
    flow.send("guard")
    #expect(flow.error?.contains("may only read") == true)
    for event in ["sort", "gsub"] {
      flow.send(event)
      #expect(flow.error?.contains("Lua cannot suspend") == true, "\(flow.error ?? "no error")")
      #expect(flow.coordinators == "app")
    }
  }

  @Test("waiting works within pcall and within a script's own coroutines")
  func coroutines() throws {
    let flow = try flow(
      """
      home = { go = function(self)
        local ok, user = pcall(function() return self:run("auth") end)
        local each = coroutine.wrap(function()
          self:wait(1)
          coroutine.yield("first")
          self:wait(1)
          return "second"
        end)
        self:log(ok, user.name, each(), each())
      end },
      """)
    flow.send("go")
    flow.send("ok", ["name": "Ada"])
    flow.advance(2)
    #expect(flow.log == ["true\tAda\tfirst\tsecond"])
  }

  @Test("what waits holds nothing once it is dropped: ten thousand waits leave memory flat")
  func flat() throws {
    let flow = try flow(
      """
      home = { go = { push = "item" } },
      item = { slow = function(self) local big = { 1, 2, 3 } self:wait(1) self:log(#big) end },
      """)
    func round(_ count: Int) {
      for _ in 0..<count {
        flow.host.send("go")
        flow.host.send("slow")
        flow.host.back()
      }
    }
    let curve = (0..<5).map { _ in
      round(500)
      flow.project.collectGarbage()
      return flow.project.luaMemory
    }
    #expect(curve[4] - curve[2] < 16_384, "\(curve)")
    #expect(flow.host.nextDeadline == nil)
  }
}
