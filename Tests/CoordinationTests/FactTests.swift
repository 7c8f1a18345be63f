import Navigation
import PlainValues
import Testing

@testable import Coordination

@Suite("Facts and judging")
struct FactTests {
  /// app with home, and a child with its one screen above.
  private func pushed(
    app: [String: Script.Action] = ["main.cancelled": { _ in }],
    main: [String: Script.Action] = [:], finish: @escaping Script.Action = { _ in }
  ) -> Flow {
    Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("main")
        }, on: app),
      "main": Script(start: { try $0.router.push("a") }, on: main, finish: finish),
    ])
  }

  @Test("what the user has done is not asked of the platform again")
  func notRepeated() throws {
    let flow = pushed()
    flow.host.userWentBack(from: try #require(flow.screen("a")))
    #expect(flow.calls.isEmpty)
    #expect(flow.heard == ["main ends: back", "app: main.cancelled back"])
    #expect(flow.records.map(\.event.kind) == [.fact, .fact, .followUp])
    #expect(Set(flow.records.map(\.commit)).count == 1)
    #expect(flow.stack == ["home"])
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("a handler that answers a fact is seen by the platform in the same commit")
  func answered() throws {
    let flow = pushed(app: ["main.cancelled": { try $0.router.push("sorry") }])
    flow.host.userWentBack(from: try #require(flow.screen("a")))
    #expect(flow.calls == ["push sorry"])
    #expect(flow.records.map { $0.calls.count } == [0, 0, 1])
  }

  @Test("a handler that fails leaves the fact done")
  func handlerFails() throws {
    let flow = pushed(app: [
      "main.cancelled": {
        try $0.router.push("sorry")
        throw Failure()
      }
    ])
    flow.host.userWentBack(from: try #require(flow.screen("a")))
    #expect(flow.stack == ["home"])
    #expect(flow.calls.isEmpty)
    #expect(flow.tree == ["app"])
    #expect(flow.errors.map(\.message) == ["it failed"])
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("a finish hook that fails does not undo a fact")
  func hookFails() throws {
    let flow = pushed(finish: { _ in throw Failure() })
    flow.host.userWentBack(from: try #require(flow.screen("a")))
    #expect(flow.tree == ["app"])
    #expect(flow.notes.texts(.failure).count == 1)
    #expect(flow.heard.last == "app: main.cancelled back")
  }

  @Test("a fact about what is gone, or about a root, is nothing")
  func nothing() throws {
    let flow = pushed(main: ["a.go": { try $0.router.replace("b") }])
    let (home, a) = (try #require(flow.screen("home")), try #require(flow.screen("a")))
    flow.send("go")
    let before = flow.dump
    flow.clear()
    flow.host.userWentBack(from: a)
    flow.host.userWentBack(from: home)
    flow.host.userWentBack(from: ScreenID(rawValue: 9999))
    flow.host.userPulledDown(RouterID(rawValue: 9999))
    flow.host.userPulledDown(flow.navigation.base.id)
    #expect(flow.dump == before)
    #expect(flow.calls.isEmpty && flow.notes.isEmpty && flow.heard.isEmpty)
  }

  @Test("going back over several screens tells their owners, each once")
  func several() throws {
    let flow = Flow.started([
      "app": Script(
        start: {
          for name in ["home", "x", "y", "z"] { try $0.router.push(name) }
        },
        on: ["any.removed": { $0.memory.append($0.event?.screenName ?? "") }])
    ])
    flow.host.userWentBack(from: try #require(flow.screen("x")))
    #expect(flow.heard == ["app: z.removed back", "app: y.removed back", "app: x.removed back"])
    #expect(flow.calls.isEmpty)
    #expect(flow.stack == ["home"])
  }

  @Test("1. back over a child's only screen ends that child once; going in again makes one")
  func backEnds() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: ["home.go": { try $0.start("main") }, "main.cancelled": { _ in }]),
      "main": Script(start: { try $0.router.push("a") }),
    ])
    for _ in 0..<2 {
      flow.clear()
      flow.send("go")
      #expect(flow.tree == ["app", "app/main"])
      flow.host.back()
      #expect(flow.heard == ["app: home.go", "main ends: back", "app: main.cancelled back"])
      #expect(flow.calls == ["push a", "pop a"])
      #expect(flow.tree == ["app"])
    }
    #expect(flow.livesLeft == 1)
  }

  @Test("a parent that answers its child's end with a screen lives; else it is judged too")
  func judgedAfterChildren() throws {
    for answers in [true, false] {
      let flow = Flow.started([
        "app": Script(
          start: {
            try $0.router.push("home")
            try $0.start("main")
          }, on: ["main.cancelled": { _ in }]),
        "main": Script(
          start: { try $0.start("leaf") },
          on: ["leaf.cancelled": { if answers { try $0.router.push("next") } }]),
        "leaf": Script(start: { try $0.router.push("a") }),
      ])
      let screen = try #require(flow.screen("a"))
      if answers { flow.host.back() } else { flow.host.userWentBack(from: screen) }
      #expect(flow.tree == (answers ? ["app", "app/main"] : ["app"]))
      #expect(
        flow.heard == ["leaf ends: back", "main: leaf.cancelled back"]
          + (answers ? [] : ["main ends: back", "app: main.cancelled back"]))
      #expect(flow.calls == (answers ? ["replace a next"] : []))
      #expect(flow.inconsistencies.isEmpty)
    }
  }

  @Test("a parent whose answer to a fact fails is judged as if it had not answered")
  func judgedAgain() throws {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("main")
        }, on: ["main.cancelled": { _ in }]),
      "main": Script(
        start: { try $0.start("leaf") },
        on: [
          "leaf.cancelled": {
            try $0.router.push("next")
            throw Failure()
          }
        ]),
      "leaf": Script(start: { try $0.router.push("a") }),
    ])
    flow.host.userWentBack(from: try #require(flow.screen("a")))
    #expect(flow.tree == ["app"])
    #expect(flow.heard.last == "app: main.cancelled back")
    #expect(flow.calls.isEmpty)
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("one's own removals end nobody; that nothing is left is a diagnostic")
  func ownRemovals() {
    let flow = Flow.started([
      "app": Script(start: {
        try $0.router.push("home")
        try $0.present("main")
      }),
      "main": Script(
        start: { try $0.start("leaf") },
        on: ["leaf.go": { try $0.children.cancelAll() }]),
      "leaf": Script(
        start: { try $0.router.push("a") }, on: ["a.go": { try $0.context.emit("go") }]),
    ])
    flow.send("go")
    #expect(flow.tree == ["app", "app/main"])
    #expect(flow.notes.texts(.warning).first?.hasPrefix("app/main has nothing left") == true)
  }

  @Test("who loses some screens to its parent and gives up the last itself lives on")
  func lastOneItself() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("main")
        },
        on: [
          "main.less": {
            try $0.router.pop()
            try $0.children.send("rest", to: try #require($0.children.find("main")))
          },
          "main.cancelled": { _ in },
        ]),
      "main": Script(
        start: {
          try $0.router.push("a")
          try $0.router.push("b")
        },
        on: [
          "b.go": { try $0.context.emit("less") }, "parent.rest": { try $0.router.pop() },
        ]),
    ])
    #expect(flow.send("go") == nil)
    #expect(flow.stack == ["home"])
    #expect(flow.tree == ["app", "app/main"])
    #expect(!flow.heard.contains("app: main.cancelled removed"))
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("2. popping a child's last screen ends the child; the parent's stack is whole")
  func parentPops() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.router.push("list")
          try $0.start("main")
        },
        on: ["main.out": { try $0.router.pop(to: "list") }, "main.cancelled": { _ in }]),
      "main": Script(
        start: {
          try $0.router.push("a")
          try $0.router.push("b")
        },
        on: ["b.go": { try $0.context.emit("out") }, "any.removed": { _ in }]),
    ])
    flow.send("go")
    #expect(flow.stack == ["home", "list"])
    #expect(
      flow.heard == [
        "main: b.go", "app: main.out", "main ends: removed", "app: main.cancelled removed",
      ])
    #expect(flow.calls == ["pop_to list"])
    #expect(flow.tree == ["app"])
  }

  @Test("an owner that lives on is told that somebody took a screen away")
  func told() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("main")
        },
        on: ["main.less": { try $0.router.pop() }]),
      "main": Script(
        start: {
          try $0.router.push("a")
          try $0.router.push("b")
        },
        on: ["b.go": { try $0.context.emit("less") }, "b.removed": { _ in }]),
    ])
    flow.send("go")
    #expect(flow.heard == ["main: b.go", "app: main.less", "main: b.removed removed"])
    flow.host.back()
    #expect(flow.heard.last == "main ends: back")
  }

  @Test("what handles `back` replaces it; what it takes away counts as the user's doing")
  func handledBack() {
    let flow = pushed(main: ["a.back": { try $0.router.pop() }])
    flow.host.back()
    #expect(flow.calls == ["pop a"])
    #expect(flow.heard == ["main: a.back", "main ends: back", "app: main.cancelled back"])
    let other = pushed(main: ["a.back": { try $0.router.push("sure") }])
    other.host.back()
    #expect(other.stack == ["home", "a", "sure"])
  }

  @Test("the user's doing is that screen alone, and that handler's alone")
  func handledBackOnlyThat() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("main")
        },
        on: ["main.out": { try $0.router.pop() }, "main.cancelled": { _ in }]),
      "main": Script(
        start: { try $0.router.push("a") }, on: ["a.back": { try $0.context.emit("out") }]),
    ])
    flow.host.back()
    #expect(flow.heard.last == "app: main.cancelled removed")
  }

  @Test("17. back twice at once pops one screen a time; at the root it says that it cannot")
  func twice() {
    let flow = Flow.started([
      "app": Script(start: { for name in ["a", "b", "c"] { try $0.router.push(name) } })
    ])
    let top = flow.screen("c")
    flow.host.back(from: top)
    flow.host.back(from: top)
    #expect(flow.stack == ["a", "b"])
    flow.host.back()
    flow.host.back()
    #expect(flow.stack == ["a"])
    #expect(flow.calls == ["pop c", "pop b"])
    #expect(
      flow.notes.texts(.note) == [
        "nothing to go back from: no such screen is on show",
        "cannot go back from a: it is the root",
      ])
  }

  @Test("back from a screen takes it away with all above it")
  func backFromBelow() {
    let flow = Flow.started([
      "app": Script(start: { for name in ["a", "b", "c"] { try $0.router.push(name) } })
    ])
    flow.host.back(from: flow.screen("b"))
    #expect(flow.stack == ["a"])
    #expect(flow.calls == ["pop_to a"])
  }

  @Test("a request that fails changes nothing, not even what the user asked for")
  func requestFails() {
    let flow = pushed(app: ["main.cancelled": { _ in throw Failure() }])
    let before = flow.dump
    flow.host.back()
    #expect(flow.dump == before)
    #expect(flow.calls.isEmpty)
    #expect(flow.errors.count == 1)
  }

  @Test("screens on which gestures are refused say so")
  func interception() {
    let flow = Flow.started(["app": Script(start: { try $0.router.push("guarded") })])
    #expect(flow.navigation.front.first?.interception == .back)
  }
}
