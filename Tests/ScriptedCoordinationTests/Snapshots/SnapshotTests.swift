import Coordination
import Navigation
import PlainValues
import Testing

@Suite("Snapshots")
struct SnapshotTests {
  /// Takes a snapshot, writes it, reads it, and restores it in a host of its own.
  private func restored(_ flow: Flow, _ files: [String: String]) throws -> Flow {
    try Flow(files, restoring: try JSON.parse(try flow.document))
  }

  @Test("a restored host has the same snapshot, byte for byte, and never ran start")
  func roundTrip() throws {
    let flow = try RichFlow.start()
    let again = try restored(flow, RichFlow.files)
    #expect(again.error == nil)
    #expect(try again.document == flow.document)
    #expect(again.coordinators == "app(home auth silent)")
    #expect(again.records.count == 1)
    #expect(again.records[0].handlers.isEmpty)
  }

  @Test("what a snapshot says, in words")
  func document() throws {
    let snapshot = try RichFlow.snapshot()
    let expected: [(String, Value)] = [
      ("sextant_snapshot", 1), ("last_id", 17), ("time", 0.0),
      ("device", ["kind": "phone", "orientation": "portrait"]),
      ("attributes", ["user_id": 42]), ("store", ["seen": ["on": 1.0]]),
      ("root.id", 2), ("root.name", "app"), ("root.state", ["count": 1]), ("root.containers", [1]),
      ("root.children[1].name", "home"), ("root.children[1].router", 3),
      ("root.children[1].own_router", true), ("root.children[1].screens", [7, 8]),
      ("root.children[2].input", ["email": "a"]),
      ("root.children[3].name", "silent"), ("root.children[3].slot", "quiet"),
      ("routers[1]", ["router": 3, "start": "home"]),
      ("routers[2]", ["router": 4, "start": "basket", "input": ["n": 2]]),
      ("routers[4]", ["router": 15, "modal": "full_screen", "over": 1]),
      ("timers[1]", ["id": 17, "coordinator": 2, "event": "hurry", "due": 20.0]),
      ("timers[2].payload", ["n": 1]),
      ("navigation.base.selected", "home"), ("navigation.base.tabs[2].badge", 3),
      ("navigation.base.tabs[1].router.stack[2].params", ["n": 1.0, "list": [1, 2]]),
      ("navigation.base.tabs[1].router.stack[2].intercepts", ["back"]),
      ("navigation.modals[1].locked", true), ("navigation.modals[2].single", true),
    ]
    for (place, value) in expected { #expect(snapshot.at(place) == value, "\(place)") }
    for absent in ["root.input", "root.router", "root.slot", "root.awaited", "root.restarts"] {
      #expect(snapshot.at(absent) == nil, "\(absent)")
    }
    #expect(snapshot.at("random")?.array?.count == 4)
  }

  @Test("the platform is asked once, from nothing to what is on show")
  func calls() throws {
    let again = try restored(try RichFlow.start(), RichFlow.files)
    #expect(
      again.calls == [
        "set_tabs home cart mine", "set_stack list detail", "present login sheet",
        "present hint alert", "set_badge cart 3",
      ])
    #expect(again.records[0].event.name == "restore")
    #expect(again.records[0].event.kind == .request)
    #expect(again.records[0].event.source == "app")
  }

  @Test("both go on alike: timers, tabs not opened yet, modals not shown yet, random numbers, ids")
  func goesOn() throws {
    let flow = try RichFlow.start()
    let again = try restored(flow, RichFlow.files)
    let steps: [(Flow) -> Void] = [
      { $0.send("ok") }, { $0.send("tell", ["n": 3]) }, { $0.dismiss() }, { $0.app("speak") },
      { $0.advance(25) }, { $0.send("ok") }, { $0.send("submitted") }, { $0.send("ok") },
      { $0.selectTab("cart") }, { $0.advance(25) }, { $0.selectTab("mine") }, { $0.back() },
      { $0.selectTab("home") }, { $0.send("more") }, { $0.swipedBack() },
    ]
    for (index, step) in steps.enumerated() {
      flow.clear()
      again.clear()
      step(flow)
      step(again)
      #expect(again.calls == flow.calls, "step \(index)")
      #expect(try again.document == flow.document, "step \(index)")
    }
    #expect(again.state("app")["count"] == 2)
    #expect(again.tab == "home")
  }

  @Test("the clock goes on from the snapshot's time, and the turn's record says so")
  func time() throws {
    let flow = try RichFlow.start()
    flow.advance(12.5)
    let again = try restored(flow, RichFlow.files)
    #expect(again.host.now == 12.5)
    #expect(again.records[0].time == 12.5)
    again.advance(7)
    #expect(again.records.count == 1)
    again.advance(1)
    #expect(again.records.last?.event.name == "hurry")
  }

  @Test("the device is the snapshot's")
  func device() throws {
    let files = [
      "app.lua": """
      local app = {}
      function app:start()
        self.router:split { primary = { screen = "list" }, secondary = { screen = "empty" } }
      end
      app.transitions = { list = { choose = { show_detail = "item" } } }
      return app
      """
    ]
    let flow = try Flow(files, device: .tablet)
    let again = try restored(flow, files)
    #expect(try again.document == flow.document)
    again.send("choose", from: "list")
    #expect(again.host.navigation.front.map(\.name) == ["list", "item"])
  }

  @Test("store and attributes become the snapshot's, whatever the host had before")
  func data() throws {
    let snapshot = try RichFlow.snapshot()
    let flow = try Flow(
      RichFlow.files, attributes: ["old": 1], store: ["old": 1, "seen": 2], restoring: snapshot)
    #expect(flow.host.attributes == ["user_id": 42])
    #expect(flow.store.values == ["seen": ["on": 1.0]])
  }

  @Test("state keeps its types, at any depth, and is undone with a failed turn")
  func state() throws {
    let files = [
      "app.lua": """
      local app = { state = { never = true } }
      function app:start()
        self.state = {
          i = 1, f = 1.0, inf = 1/0, s = "\\xff\\0", list = { 1, 2, { a = true } }, gap = { [3] = "c" },
          ["$map"] = "tag", nested = { { { {} } } },
        }
        self.router:push("home")
      end
      app.transitions = { home = {
        fail = function(self) self.state.list[3].a = false error("no") end,
        look = function(self)
          self:log(math.type(self.state.i), math.type(self.state.f), self.state.gap[3], #self.state.s)
          self:log(self.state.list[3].a, self.state.never)
        end,
      } }
      return app
      """
    ]
    let flow = try Flow(files)
    let again = try restored(flow, files)
    #expect(try again.document == flow.document)
    again.send("fail")
    again.send("look")
    #expect(again.log == ["integer\tfloat\tc\t2", "true\tnil"])
  }

  @Test("a base with nothing on it, and a root that has nothing, are restored")
  func empty() throws {
    let files = ["app.lua": "return { start = function() end }"]
    let flow = try Flow(files)
    let again = try restored(flow, files)
    #expect(try again.document == flow.document)
    #expect(again.calls.isEmpty)
    #expect(again.coordinators == "app")
  }

  @Test("many children of one name keep their order")
  func order() throws {
    let files = [
      "app.lua": """
      local app = {}
      function app:start()
        self.router:push("home")
        for n = 1, 20 do self.children:start("child", { n = n }) end
      end
      app.transitions = { any = { order = function(self)
        for child in self.children:each() do self:log(child.input.n) end
        self:log(self.children:find("child").input.n)
      end } }
      return app
      """,
      "child.lua": "return { start = function(self) self.router:push('child') end }",
    ]
    let again = try restored(try Flow(files), files)
    again.send("order")
    #expect(again.log == (1...20).map(String.init) + ["20"])
  }

  @Test("a snapshot can be taken and restored through the same names by Swift coordinators")
  func swift() throws {
    struct Counter: Coordinator {
      var count = 0
      var state: PackedValue { PackedValue(integerLiteral: count) }
      mutating func restore(_ state: PackedValue) throws {
        guard let count = state.value.integer else { throw FlowError(.misuse, "no count") }
        self.count = count
      }
      mutating func start(_ context: CoordinatorContext) throws {
        try context.router.push("counter")
      }
      mutating func handle(_ event: Event, _ context: CoordinatorContext) throws -> Disposition {
        guard event.name == "more" else { return .declined }
        count += 1
        try context.router.update(["count": .integer(count)])
        return .handled
      }
    }
    let swift = SwiftCoordinators()
    swift.register("counter") { Counter() }
    let files = [
      "app.lua": """
      return { start = function(self) self.children:start("counter") end }
      """
    ]
    let flow = try Flow(files, swift: swift)
    flow.send("more")
    flow.send("more")
    let again = try Flow(files, swift: swift, restoring: try flow.host.snapshot())
    #expect(again.state("app/counter") == 2)
    again.send("more")
    #expect(again.params == ["count": 3])

    let bad = try flow.host.snapshot().with("two", at: "root.children[1].state")
    let refused = try Flow(files, swift: swift, restoring: bad)
    #expect(refused.error == "snapshot.root.children[1].state: no count")
    #expect(refused.host.root == nil)
  }

  // MARK: When

  @Test("no snapshot before the start, after the end, or from within a turn; each says why")
  func refused() throws {
    let files = [
      "app.lua": """
      return {
        start = function(self) self.router:push("home") end,
        transitions = { home = {
          go = function(self) self.services.spy.look() end, quit = { finish = true },
        } },
      }
      """
    ]
    var taken: [String] = []
    weak var host: Host?
    let flow = try Flow(
      files,
      services: [
        "spy": [
          "look": { _ in
            do { _ = try host?.snapshot() } catch { taken.append("\(error)") }
            return []
          }
        ]
      ])
    host = flow.host
    flow.send("go")
    #expect(taken.first?.contains("while a turn runs") == true)
    flow.send("quit")
    let ended = #expect(throws: FlowError.self) { try flow.host.snapshot() }
    #expect(ended?.message.contains("the flow has ended") == true)
    let unstarted = try Flow(files, restoring: [:])
    let early = #expect(throws: FlowError.self) { try unstarted.host.snapshot() }
    #expect(early?.message.contains("has not started yet") == true)
  }

  @Test("the link that is kept, the request that was refused, and which services stand for which")
  func waitingRequests() throws {
    let files = [
      "app.lua": """
      local app = {}
      function app:start() self.router:push("home") end
      app.links = { ["later/*"] = { defer = true }, ["x/:id"] = { push = "x", with = true } }
      app.transitions = { home = {
        edit = { start = "editor", services = { words = "other_words" } },
        resume = function(self) self:resume_link() end,
      } }
      return app
      """,
      "editor.lua": """
      local editor = {}
      function editor:start() self.router:push("form") end
      editor.can_leave = { form = function() return false end }
      editor.transitions = { form = {
        say = function(self) self:log(self.services.words.say()) end,
        leave = function(self) self.router:proceed() end,
        below = { start = "below" },
      } }
      return editor
      """,
      "below.lua": """
      return {
        start = function(self) self.router:push("low") end,
        transitions = { low = { say = function(self) self:log(self.services.words.say()) end } },
      }
      """,
      "services.lua": """
      return { words = { say = function() return "words" end },
        other_words = { say = function() return "other words" end } }
      """,
    ]
    let flow = try Flow(files)
    flow.open("app://later/x?a=1")
    flow.send("edit")
    flow.send("below")
    flow.back()
    flow.send("below")
    flow.back()
    #expect(flow.stack == ["home", "form"])
    flow.back()
    #expect(flow.records.contains { $0.result == .blocked })
    let snapshot = try flow.host.snapshot()
    #expect(snapshot["deferred_link"] == "app://later/x?a=1")
    #expect(snapshot["refused"]?["request"]?["back"] != nil)
    #expect(snapshot.at("root.children[1].services") == ["words": "other_words"])
    let again = try restored(flow, files)
    #expect(try again.document == flow.document)
    again.send("say")
    again.send("below")
    again.send("say")
    #expect(again.log == ["other words", "other words"])
    again.back()
    again.send("leave")
    #expect(again.stack == ["home"])
    #expect(try again.host.snapshot()["refused"] == nil)
    again.send("resume")
    #expect(
      try again.host.snapshot()["deferred_link"] == "app://later/x?a=1", "it is deferred again")
  }

  @Test("an observer may take one: all turns of the commit are in it, and its calls are made")
  func observer() throws {
    let flow = try RichFlow.start()
    var seen: [Value] = []
    flow.host.observe { [unowned host = flow.host] _ in
      if let snapshot = try? host.snapshot() { seen.append(snapshot) }
    }
    flow.send("ok")
    #expect(try seen == [flow.host.snapshot()])
  }

  @Test("a host that has started, or was restored, is not restored")
  func once() throws {
    let snapshot = try RichFlow.snapshot()
    let flow = try Flow(RichFlow.files, restoring: snapshot)
    let before = try flow.document
    let error = flow.host.restore(snapshot)
    #expect(error?.message.contains("the host has started already") == true)
    #expect(flow.host.start()?.message.contains("has started already") == true)
    #expect(try flow.document == before)
  }

  @Test("a state that plain data cannot hold is refused by name, not left out")
  func tooDeep() throws {
    let flow = try Flow([
      "app.lua": """
      return { start = function(self)
        self.router:push("home")
        local at = self.state
        for _ = 1, 120 do at.x = {} at = at.x end
      end }
      """
    ])
    let error = #expect(throws: FlowError.self) { try flow.host.snapshot() }
    #expect(error?.message.contains("the state of app cannot be kept") == true)
    #expect(error?.message.contains("more than 100 deep") == true)
  }
}
