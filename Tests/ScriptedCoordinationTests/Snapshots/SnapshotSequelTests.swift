import Coordination
import PlainValues
import Testing

/// What a restored host does about handlers that were suspended.
@Suite("Snapshots of what waits")
struct SnapshotSequelTests {
  private static let files = [
    "app.lua": """
    local app = {}
    function app:start() self.router:push("home") end
    app.transitions = {
      home = {
        book = function(self)
          local answer = self:run("guest", { n = 1 }, { present = "sheet", as = "visitor" })
          self:log("visitor", answer)
        end,
        ask = function(self) self:log(self:ask("question")) end,
        wait = function(self) self:wait(5) self:log("woke") end,
        lame = { start = "lame" },
      },
      app = { interrupted = function(self, payload) self:log("interrupted", payload) end },
      visitor = { finished = function(self, result) self:log("told", result) end },
      lame = { cancelled = function(self, reason) self:log("lame", reason) end },
    }
    return app
    """,
    "guest.lua": """
    local guest = { state = { tries = 0 } }
    function guest:start(input)
      self.state.tries = self.state.tries + 1
      self.children:start("helper")
      local answer = self:ask("name", input)
      self:finish(answer)
    end
    guest.transitions = { app = { interrupted = function(self) self:log("never") end } }
    return guest
    """,
    "helper.lua": "return { start = function(self) self.router:push('help') end }",
    "lame.lua": """
    return { start = function(self)
      self.router:push("limp")
      if self.services.store.get("broken") then error("it is broken") end
      self:ask("walk")
    end }
    """,
  ]

  private func restored(_ flow: Flow, _ change: (Value) -> Value = { $0 }) throws -> Flow {
    try Flow(Self.files, restoring: change(try flow.host.snapshot()))
  }

  @Test("a handler that waits is named in the snapshot, dropped, and its coordinator is told")
  func interrupted() throws {
    for (event, waits) in [("ask", "screen question"), ("wait", "5.0 seconds")] {
      let flow = try Flow(Self.files)
      flow.send(event)
      let said: Value = ["event": .string(event), "source": "home", "waits": .string(waits)]
      #expect(try flow.host.snapshot().at("root.interrupted") == [said])
      #expect(try flow.host.snapshot().at("timers") == nil)
      let again = try restored(flow)
      #expect(again.log == ["interrupted\t\(JSON.text(of: said))"])
      #expect(again.records.map(\.event.name) == ["restore", "interrupted"])
      #expect(again.records.allSatisfy { $0.commit == 1 })
      #expect(again.diagnostics.isEmpty)
      #expect(again.stack == flow.stack)
      #expect(try again.host.snapshot().at("root.interrupted") == nil)
      again.advance(10)
      #expect(again.log.count == 1)
    }
  }

  @Test("one that does not name app.interrupted is not told; a diagnostic says what is gone")
  func untold() throws {
    let files = [
      "app.lua": """
      return {
        start = function(self) self.router:push("home") end,
        transitions = { home = { ask = function(self) self:ask("question") end } },
      }
      """
    ]
    let flow = try Flow(files)
    flow.send("ask")
    let again = try Flow(files, restoring: try flow.host.snapshot())
    #expect(
      again.diagnostics == [
        """
        app: its handler of "ask", which waited for screen question, is gone; app.interrupted would \
        hear of it
        """
      ])
    #expect(again.records.count == 1)
  }

  @Test("where start was suspended, it and all below it start anew, in the same place")
  func restarts() throws {
    let flow = try Flow(Self.files)
    flow.send("book")
    let snapshot = try flow.host.snapshot()
    #expect(snapshot.at("root.children[1].restarts") == true)
    #expect(snapshot.at("root.children[1].interrupted") == nil)
    #expect(snapshot.at("root.children[1].children[1].name") == "helper")
    let again = try restored(flow)
    #expect(again.coordinators == "app(visitor(helper))")
    #expect(again.state("app/visitor") == ["tries": 1])
    #expect(again.calls == ["push home", "present help sheet", "push name"])
    #expect(again.params == ["n": 1])
    #expect(again.records.map(\.event.name) == ["restore", "restart", "start", "interrupted"])
    #expect(again.records.allSatisfy { $0.commit == 1 })
    #expect(again.log.first?.hasPrefix("interrupted") == true)
    #expect(again.log.count == 1)
  }

  @Test("the end of a child whose waiting parent is gone is an event like others")
  func awaited() throws {
    let flow = try Flow(Self.files)
    flow.send("book")
    let again = try restored(flow)
    again.send("answer", ["name": "Ada"], from: "name")
    #expect(again.log.last == "told\t{\"name\":\"Ada\"}")
    #expect(again.coordinators == "app")
    #expect(again.stack == ["home"])
  }

  @Test("a restart that fails is undone, and the parent hears that it was cancelled: failed")
  func failingRestart() throws {
    let flow = try Flow(Self.files)
    flow.send("lame")
    let again = try restored(flow) { $0.with(["broken": true], at: "store") }
    #expect(again.coordinators == "app")
    #expect(again.stack == ["home"])
    #expect(again.log == ["lame\tfailed"])
    #expect(again.calls == ["push home"])
    #expect(again.records.map { $0.error?.message } == [nil, nil, "it is broken", nil])
  }

  @Test("a root whose start was suspended starts anew; if that fails, nothing has changed")
  func root() throws {
    let files = [
      "app.lua": """
      return { start = function(self, input)
        self.router:push("one", input)
        if self.services.store.get("broken") then error("it is broken") end
        self:ask("two")
      end }
      """
    ]
    let flow = try Flow(files, input: ["n": 7])
    let snapshot = try flow.host.snapshot()
    #expect(snapshot.at("root.restarts") == true)
    let again = try Flow(files, restoring: snapshot)
    #expect(again.stack == ["one", "two"])
    #expect(again.host.navigation.screens.first?.params.value == ["n": 7])
    #expect(again.host.root?.id.rawValue ?? 0 > 4)

    let broken = try Flow(files, restoring: snapshot.with(["broken": true], at: "store"))
    #expect(broken.error?.contains("it is broken") == true)
    #expect(broken.host.root == nil)
    #expect(broken.store.values.isEmpty)
    #expect(broken.host.start() == nil)
    #expect(broken.stack == ["one", "two"])
  }

  @Test("those that start anew in the tabs of one that does, too, are in its new tabs")
  func restartsInTabs() throws {
    let files = [
      "app.lua": """
      local app = {}
      function app:start() self.router:push("home") end
      app.transitions = {
        home = { go = function(self)
          self.children:start("frame")
          self.children:start("asker")
          self.children:start("bystander")
        end },
        any = { ended = function(self, why, event) self:log(event.source, why) end },
      }
      return app
      """,
      "frame.lua": """
      return { start = function(self)
        self.router:set_tabs { { name = "one", start = "tab" } }
        self:wait(100)
      end }
      """,
      "tab.lua": "return { start = function(self) self.router:push('tab') end }",
      "asker.lua": "return { start = function(self) self:ask('question') end }",
      "bystander.lua": "return { start = function(self) self.router:push('by') end }",
    ]
    let flow = try Flow(files)
    flow.send("go")
    #expect(flow.stack == ["tab", "question", "by"])
    let again = try Flow(files, restoring: try flow.host.snapshot())
    #expect(again.stack == ["tab", "question"])
    #expect(again.coordinators == "app(frame(one) asker)")
    #expect(again.log == ["bystander\tremoved"])
    #expect(again.calls == ["set_tabs one", "set_stack tab question"])
  }

  @Test("what a nested start suspends is its own: if it fails, the child alone is cancelled")
  func nested() throws {
    let flow = try Flow([
      "app.lua": """
      local app = {}
      function app:start() self.router:push("home") end
      app.transitions = {
        home = { go = function(self)
          self:wait(1)
          self:log("child", self:run("child"))
        end },
        app = { failed = function(self) self:log("app has failed") end },
      }
      return app
      """,
      "child.lua": """
      return { start = function(self) self:wait(1) error("no") end }
      """,
    ])
    flow.send("go")
    flow.advance(1)
    flow.advance(1)
    #expect(flow.log == ["child\tnil\tfailed"])
    #expect(flow.coordinators == "app")
  }
}
