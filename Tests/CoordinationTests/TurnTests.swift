import Navigation
import PlainValues
import Testing

@testable import Coordination

@Suite("Turns")
struct TurnTests {
  @Test("a turn that fails is undone whole: navigation, tree, state, store, attributes")
  func undone() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("kept")
          try $0.present("kept", as: "other")
          $0.memory = ["before"]
          try $0.store("k", 1)
          try $0.context.setAttribute("who", "me")
        },
        on: [
          "other.go": {
            $0.memory.append("after")
            try $0.store("k", 2)
            try $0.store("l", 2)
            try $0.context.setAttribute("who", nil)
            try $0.context.setAttribute("new", 3)
            try $0.children.cancelAll()
            try $0.router.setTabs([
              TabRequest("one", start: "kept"), TabRequest("two", start: "kept", isEager: true),
            ])
            try $0.router.setBadge("two", 3)
            try $0.router.selectTab("two")
            try $0.present("kept")
            try $0.router.setRoot("other")
            try $0.router.present("m")
            try $0.router.update("other", ["n": 1])
            throw Failure()
          }
        ]),
      "kept": Script(
        start: { try $0.router.push("a") }, on: ["a.go": { try $0.context.emit("go") }]),
    ])
    let before = flow.dump
    #expect(flow.send("go") == "it failed")
    #expect(flow.dump == before)
    #expect(flow.calls.isEmpty)
    #expect(flow.inconsistencies.isEmpty)
    #expect(flow.livesLeft == 3)
    #expect(flow.records.last?.result == .failed)
    #expect(flow.records.last?.started.isEmpty == true && flow.records.last?.ended.isEmpty == true)
  }

  @Test("a failure anywhere downstream undoes the turn, the sender's part included")
  func downstream() {
    let flow = Flow.started([
      "app": Script(start: { try $0.start("main") }, on: ["main.x": { _ in throw Failure() }]),
      "main": Script(
        start: { try $0.router.push("a") },
        on: [
          "a.go": {
            try $0.router.push("b")
            $0.memory.append("x")
            try $0.context.emit("x")
          }
        ]),
    ])
    #expect(flow.send("go") == "it failed")
    #expect(flow.stack == ["a"])
    #expect(flow.memory("app/main") == [])
    #expect(flow.errors.first?.coordinator == "app")
  }

  @Test("a child whose start fails leaves nothing, and the error is raised at that call")
  func nestedFails() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: [
          "home.caught": { step in
            step.memory.append("before")
            #expect(throws: FlowError.self) { try step.start("bad") }
            #expect(step.children.count == 0)
            try step.router.push("after")
          },
          "home.not_caught": {
            try $0.router.push("x")
            try $0.start("bad")
          },
          "bad.early": { _ in },
        ]),
      "bad": Script(start: {
        try $0.router.push("y")
        try $0.start("fine")
        try $0.context.emit("early")
        try $0.store("k", 1)
        throw Failure()
      }),
      "fine": Script(start: {
        try $0.router.push("z")
        try $0.context.finish()
      }),
    ])
    let before = flow.dump
    #expect(flow.send("not_caught") == "it failed")
    #expect(flow.errors.first?.coordinator == "app/bad")
    #expect(flow.dump == before)
    flow.clear()
    #expect(flow.send("caught") == nil)
    #expect(flow.stack == ["home", "after"])
    #expect(flow.calls == ["push after"])
    #expect(flow.heard == ["app: home.caught", "fine ends: finished"])
    #expect(flow.memory("app") == ["before"])
    #expect(flow.inconsistencies.isEmpty)
    #expect(flow.records.last?.started.isEmpty == true)
    #expect(flow.livesLeft == 1)
  }

  @Test("15. navigating from inside a child's start makes both entries, once")
  func bothEntries() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: [
          "home.go": {
            try $0.router.push("mine")
            try $0.start("main")
          }
        ]),
      "main": Script(start: { try $0.router.push("childs") }),
    ])
    flow.send("go")
    #expect(flow.stack == ["home", "mine", "childs"])
    #expect(flow.calls == ["set_stack home mine childs"])
  }

  @Test("a root that fails to start leaves nothing, and may be tried again")
  func rootFails() {
    var fails = true
    let flow = Flow([
      "app": Script(start: {
        try $0.router.push("home")
        if fails { throw Failure() }
      })
    ])
    #expect(flow.host.start()?.message == "it failed")
    #expect(flow.tree == [] && flow.calls.isEmpty && flow.livesLeft == 0)
    #expect(flow.inconsistencies.isEmpty)
    fails = false
    #expect(flow.host.start() == nil)
    #expect(flow.calls == ["push home"])
    #expect(flow.host.start()?.message.hasPrefix("the host has started already") == true)
    #expect(flow.host.start("auht")?.message.isEmpty == false)
  }

  @Test("a coordinator that is not known is an error that suggests one")
  func unknown() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") }, on: ["home.go": { try $0.start("auht") }]),
      "auth": Script(),
    ])
    #expect(flow.send("go") == "there is no coordinator \"auht\": did you mean \"auth\"?")
  }

  @Test("`once` gives the one that lives already")
  func once() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: [
          "app.ping": { step in
            let one = try step.children.start("a", .empty, ChildOptions(once: true))
            let two = try step.children.start("a", .empty, ChildOptions(once: true))
            #expect(one == two)
            #expect(step.children.count == 1)
          }
        ]),
      "a": Script(),
    ])
    flow.host.appEvent("ping")
    flow.host.appEvent("ping")
    #expect(flow.errors.isEmpty)
    #expect(flow.tree == ["app", "app/a"])
  }

  @Test("5. of two children of one name, ending one leaves the other")
  func namesakes() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("a")
          try $0.start("a")
        },
        on: [
          "home.newest": { try $0.children.cancel(try #require($0.children.find("a"))) },
          "home.oldest": { try $0.children.cancel($0.children.all[0]) },
        ]),
      "a": Script(),
    ])
    let ids = flow.host.root?.childrenOldestFirst.map(\.id) ?? []
    flow.send("oldest")
    #expect(flow.host.root?.childrenOldestFirst.map(\.id) == [ids[1]])
    flow.send("newest")
    #expect(flow.tree == ["app"])
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("6. cancelling one that has ended is a diagnostic, one that is no child an error")
  func cancelNone() {
    var handle: ChildHandle?
    var grandchild: ChildHandle?
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          handle = try $0.start("a")
        },
        on: [
          "home.twice": {
            let child = try #require(handle)
            try $0.children.cancel(child)
            try $0.children.cancel(child)
          },
          "home.other": { try $0.children.cancel(try #require(grandchild)) },
        ]),
      "a": Script(start: { grandchild = try $0.start("b") }),
      "b": Script(),
    ])
    #expect(flow.send("other") == "cannot cancel \"b\": it is not a child of app")
    #expect(flow.tree == ["app", "app/a", "app/a/b"])
    #expect(flow.send("twice") == nil)
    #expect(flow.tree == ["app"])
    #expect(flow.notes.texts(.warning) == ["app cancels a, which has ended already"])
  }

  @Test("what may only read is refused all else")
  func readingOnly() {
    var refused: [String] = []
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: [
          "home.go": { step in
            step.context.readingOnly("the guard \"g\"") {
              do { try step.router.push("x") } catch { refused.append("\(error)") }
              do { try step.context.emit("x") } catch { refused.append("\(error)") }
              _ = step.children.count
            }
            try step.router.push("y")
          }
        ])
    ])
    #expect(flow.send("go") == nil)
    #expect(
      refused == [
        "cannot push \"x\" here: the guard \"g\" may only read",
        "cannot emit \"x\" here: the guard \"g\" may only read",
      ])
    #expect(flow.stack == ["home", "y"])
  }

  @Test("a context that is kept is refused once no turn runs")
  func keptContext() throws {
    var kept: CoordinatorContext?
    let flow = Flow.started(["app": Script(start: { kept = $0.context })])
    let context = try #require(kept)
    #expect(throws: FlowError.self) { try context.router.push("x") }
    #expect(throws: FlowError.self) { try context.emit("x") }
    #expect(flow.stack.isEmpty)
  }

  @Test("16. `show` of one screen twice is one entry and merges params; `push` twice is two")
  func showTwice() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: [
          "home.show": {
            try $0.router.show("item", ["id": 1])
            try $0.router.show("item", ["note": "x"])
          },
          "item.push": {
            try $0.router.push("item")
            try $0.router.push("item")
          },
        ])
    ])
    flow.send("show")
    #expect(flow.stack == ["home", "item"])
    #expect(flow.params("item") == ["id": 1, "note": "x"])
    #expect(flow.calls == ["push item"])
    flow.send("push")
    #expect(flow.stack == ["home", "item", "item", "item"])
  }

  @Test("18. `pop_to` a screen that is not there changes nothing, and says what is there")
  func popToMissing() {
    let flow = Flow.started([
      "app": Script(
        start: { for name in ["home", "list"] { try $0.router.push(name) } },
        on: [
          "list.go": {
            try $0.router.push("x")
            try $0.router.pop(to: "cart")
          }
        ])
    ])
    let problem = flow.send("go")
    #expect(problem?.contains("pop_to \"cart\"") == true)
    #expect(problem?.contains("home › list › x") == true)
    #expect(flow.stack == ["home", "list"])
    #expect(flow.calls.isEmpty)
  }

  @Test("update changes the sending screen, else the topmost own; gone, nothing but a diagnostic")
  func update() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home", ["a": 1])
          try $0.start("main")
        },
        on: [
          "main.mark": { try $0.router.update(["marked": true]) },
          "app.ping": { try $0.router.update(["ping": true]) },
        ]),
      "main": Script(
        start: { try $0.router.push("item", ["b": 2]) },
        on: [
          "item.same": { try $0.router.update(["c": 3]) },
          "item.all": { try $0.router.update(["only": 1], .replace) },
          "item.gone": {
            try $0.router.replace("other")
            try $0.router.update(["x": 1])
          },
        ]),
    ])
    flow.send("same")
    #expect(flow.params("item") == ["b": 2, "c": 3])
    #expect(flow.calls == ["update item"])
    flow.send("mark")
    #expect(flow.params("item")?["marked"] == true)
    flow.send("all")
    #expect(flow.params("item") == ["only": 1])
    flow.host.appEvent("ping")
    #expect(flow.params("home") == ["a": 1, "ping": true])
    flow.send("gone")
    #expect(flow.params("other") == [:])
    #expect(flow.notes.texts(.warning).count == 1)
  }

  @Test("what is not plain data is refused by the store, attributes and badges")
  func plainData() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.setTabs([TabRequest("t", start: "tab")]) },
        on: [
          "t.go": { step in
            let nan = Value.number(.nan)
            #expect(throws: PlainValueError.notANumber) { try step.store("k", nan) }
            #expect(throws: PlainValueError.notANumber) {
              try step.context.setAttribute("k", nan)
            }
            #expect(throws: PlainValueError.notANumber) { try step.router.setBadge("t", nan) }
          }
        ]),
      "tab": Script(
        start: { try $0.router.push("x") }, on: ["x.go": { try $0.context.emit("go") }]),
    ])
    #expect(flow.send("go") == nil)
    #expect(flow.host.attributes.isEmpty)
  }

  @Test("services answer at once; a missing one is an error that suggests")
  func services() {
    var options: [Value] = []
    let flow = Flow.started(
      [
        "app": Script(
          start: { try $0.router.push("home") },
          on: [
            "home.go": { options = try $0.context.services.call("accounts", "sign_in", [1]) },
            "home.bad": { _ = try $0.context.services.call("acounts", "sign_in") },
            "home.worse": { _ = try $0.context.services.call("accounts", "signin") },
          ])
      ]) { $0.services["accounts"]["sign_in"] = .values { [.array($0), "ok"] } }
    flow.send("go")
    #expect(options == [[1], "ok"])
    #expect(flow.send("bad")?.contains("did you mean \"accounts\"?") == true)
    #expect(flow.send("worse")?.contains("did you mean \"sign_in\"?") == true)
  }
}

@Suite("Limits")
struct LimitTests {
  @Test("27. events that answer each other stop at a bound, with the cycle in the message")
  func deliveries() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("a")
        },
        on: [
          "home.go": { try $0.children.send("ping", to: try #require($0.children.find("a"))) },
          "a.pong": { try $0.children.send("ping", to: try #require($0.children.find("a"))) },
        ]),
      "a": Script(on: ["parent.ping": { try $0.context.emit("pong") }]),
    ]) { $0.limits.deliveries = 10 }
    let before = flow.dump
    let problem = flow.send("go")
    #expect(problem?.contains("the turn does not settle: 10 events") == true)
    #expect(problem?.contains("app → a → app → a") == true)
    #expect(flow.dump == before)
    #expect(flow.send("go") != nil)
  }

  @Test("starts within starts have a bound, which cannot be caught")
  func nested() {
    var deepest = 0
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: [
          "home.go": { try $0.start("a") },
          "home.catch": {
            do { try $0.start("a") } catch {}
            try $0.router.push("caught")
          },
        ]),
      "a": Script(start: {
        deepest = max(deepest, $0.context.coordinator.depth)
        try $0.start("a")
      }),
    ]) {
      $0.limits.nestedStarts = 5
      $0.limits.treeDepth = 50
    }
    let before = flow.dump
    #expect(flow.send("go")?.contains("starts nested more than 5 deep") == true)
    #expect(deepest == 5)
    #expect(flow.send("catch")?.contains("starts nested more than 5 deep") == true)
    #expect(flow.errors.allSatisfy { $0.kind == .limit })
    #expect(flow.dump == before)
    #expect(flow.livesLeft == 1)
  }

  @Test("the tree has a depth, counted in coordinators")
  func depth() {
    let flow = Flow.started([
      "app": Script(start: { try $0.router.push("home") }, on: ["app.ping": { try $0.start("a") }]),
      "a": Script(on: ["app.expired": { if $0.children.count == 0 { try $0.start("a") } }]),
    ]) { $0.limits.treeDepth = 3 }
    flow.host.appEvent("ping")
    flow.host.appEvent("expired")
    #expect(flow.tree == ["app", "app/a", "app/a/a"])
    flow.host.appEvent("expired")
    #expect(flow.errors.map(\.message) == ["cannot start \"a\": the tree is 3 coordinators deep"])
    #expect(flow.tree.count == 3)
  }

  @Test("screens have a bound")
  func screens() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: ["home.go": { for _ in 0..<5 { try $0.router.push("x") } }])
    ]) { $0.limits.screens = 3 }
    #expect(flow.send("go") == "cannot push \"x\": 3 screens are on show already")
    #expect(flow.stack == ["home"])
  }

  @Test("turns of one commit have a bound")
  func turns() throws {
    let flow = Flow.started([
      "app": Script(
        start: { for index in 0..<10 { try $0.router.push("s\(index)") } },
        on: ["any.removed": { _ in }])
    ]) { $0.limits.turnsPerCommit = 4 }
    flow.host.userWentBack(from: try #require(flow.screen("s1")))
    #expect(flow.errors.map(\.kind) == [.limit])
    #expect(flow.records.count == 5)
    #expect(flow.stack == ["s0"])
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("events that wait have a bound; what is dropped is in a record")
  func waiting() {
    var host: Host?
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: ["home.go": { _ in for _ in 0..<5 { host?.send("more") } }, "home.more": { _ in }])
    ]) { $0.limits.waitingEvents = 3 }
    host = flow.host
    flow.send("go")
    #expect(flow.heard == ["app: home.go", "app: home.more", "app: home.more", "app: home.more"])
    #expect(flow.notes.texts(.dropped) == ["2 events are dropped: 3 wait already"])
    host = nil
  }

  @Test("records are kept up to a number, the newest")
  func records() {
    let flow = Flow.started(["app": Script(start: { try $0.router.push("home") })]) {
      $0.limits.keptRecords = 10
    }
    for _ in 0..<100 { flow.send("x") }
    #expect((10...15).contains(flow.host.records.count))
    #expect(flow.host.records.last?.turn == 101)
  }
}

@Suite("Records")
struct RecordTests {
  @Test("a record says all of its turn")
  func all() throws {
    let flow = Flow([
      "app": Script(
        start: { try $0.router.push("home", ["n": 1]) },
        on: [
          "home.go": {
            $0.context.log("line")
            $0.context.warn("careful")
            try $0.start("main", as: "m")
            try $0.context.emit("out", 3)
          },
          "m.finished": { _ in },
        ]),
      "main": Script(
        start: { try $0.router.push("a") }, on: ["a.end": { try $0.context.finish("r") }]),
    ]) { $0.clock = VirtualClock(now: 12.5) }
    flow.host.start(input: ["x": 1])
    let started = try #require(flow.records.first)
    #expect(started.turn == 1 && started.commit == 1 && started.time == 12.5)
    #expect(
      started.event == EventRecord(kind: .request, name: "start", source: "app", payload: ["x": 1]))
    #expect(started.started.map(\.name) == ["app"])
    #expect(started.started.map(\.binding.slot) == ["app"])
    #expect(started.calls.map(\.description) == ["push home"])
    #expect(flow.host.root?.input["x"] == 1)

    flow.send("go", "p")
    let went = try #require(flow.records.last)
    #expect(went.event == EventRecord(kind: .request, name: "go", source: "home", payload: "p"))
    #expect(went.handlers.map(\.name) == ["app"])
    #expect(went.started.map(\.name) == ["m"])
    #expect(went.started.first?.parent == flow.host.root?.id)
    #expect(went.emitted == [EmittedRecord(name: "out", payload: 3)])
    #expect(went.log == ["line"])
    #expect(went.diagnostics.map(\.text) == ["careful"])
    #expect(went.navigation == flow.navigation)
    #expect(went.result == .committed && went.error == nil)

    flow.send("end")
    let ended = try #require(flow.records.last)
    #expect(ended.ended.map(\.outcome) == [.finished("r")])
    #expect(ended.handlers.map(\.name) == ["m", "app"])
    let value = ended.value(coordinators: ["app"])
    #expect(value["ended"] == [["name": "m", "result": "r"]])
    #expect(value["calls"] == ["pop a"])
    #expect(value["screen"] == "home")
    #expect(value["stack"] == ["home"])
    #expect(value["event"]?["name"] == "end")
    #expect(value["error"] == .null)
  }

  @Test("the record of a turn that failed has its error and its diagnostics, and no deeds")
  func failed() throws {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: [
          "home.go": {
            $0.context.warn("careful")
            try $0.start("main")
            try $0.context.emit("out")
            throw Failure()
          }
        ]),
      "main": Script(),
    ])
    flow.send("go")
    let record = try #require(flow.records.last)
    #expect(record.result == .failed)
    #expect(record.error?.kind == .failure && record.error?.coordinator == "app")
    #expect(record.diagnostics.map(\.text) == ["careful"])
    #expect(record.started.isEmpty && record.emitted.isEmpty && record.calls.isEmpty)
  }

  @Test("calls that are not to be animated say so")
  func animation() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: [
          "home.go": { try $0.router.push("a", animated: .off) },
          "a.go": { try $0.router.present("m", animated: .off) },
          "m.go": { try $0.router.dismiss(animated: .off) },
          "a.back": { try $0.router.pop(animated: .off) },
        ])
    ])
    for event in ["go", "go", "go"] { flow.send(event) }
    flow.host.back()
    #expect(
      flow.calls == [
        "push a (not animated)", "present m sheet (not animated)", "dismiss m (not animated)",
        "pop a (not animated)",
      ])
  }

  @Test("a host that is closed handles nothing more, and ends nobody")
  func closed() {
    let flow = Flow.started(["app": Script(start: { try $0.router.push("home") })])
    flow.host.close()
    flow.send("x")
    flow.host.back()
    flow.host.appEvent("ping")
    #expect(flow.records.isEmpty)
    #expect(flow.tree == ["app"])
    #expect(flow.host.outcome == nil)
  }

  @Test("start within a turn says nothing of another's error")
  func startWithin() {
    var inner: FlowError?
    var host: Host?
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: ["home.go": { _ in inner = host?.start() }, "home.bad": { _ in throw Failure() }])
    ])
    host = flow.host
    flow.send("bad")
    flow.send("go")
    #expect(inner == nil)
    #expect(flow.errors.count == 2)
    host = nil
  }
}
