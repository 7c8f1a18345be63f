import Navigation
import PlainValues
import Testing

@testable import Coordination

@Suite("Ending")
struct EndingTests {
  /// app with home; main with a and two b below, each with a screen.
  private func family() -> Flow {
    Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("main")
        },
        on: [
          "any.end": { try $0.children.cancel(try #require($0.children.find("main"))) },
          "main.finished": { _ in }, "main.cancelled": { _ in },
        ]),
      "main": Script(
        start: {
          try $0.start("a")
          try $0.start("b", as: "b1")
          try $0.start("b", as: "b2")
        },
        on: [
          "any.finish": { try $0.context.finish("done") },
          "any.cancel": { try $0.context.cancel("why") },
          "a.cancelled": { _ in }, "b1.cancelled": { _ in },
        ]),
      "a": Script(start: { try $0.start("c") }),
      "b": Script(start: { try $0.router.push($0.context.name) }),
      "c": Script(start: { try $0.router.push("c") }),
    ])
  }

  @Test("9. a parent that ends takes its descendants along in post-order, siblings newest first")
  func postOrder() {
    let flow = family()
    flow.send("finish")
    #expect(
      flow.heard == [
        "main: b2.finish", "b2 ends: parent_ended", "b1 ends: parent_ended", "c ends: parent_ended",
        "a ends: parent_ended", "main ends: finished", "app: main.finished done",
      ])
    #expect(flow.stack == ["home"])
    #expect(flow.calls == ["pop_to home"])
    #expect(flow.tree == ["app"])
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("10. none lives under one that is finishing or ended")
  func noneUnderFinishing() {
    var phases: [String] = []
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("main")
        }, on: ["home.end": { try $0.children.cancelAll() }]),
      "main": Script(start: { try $0.start("b") }),
      "b": Script(finish: { step in
        phases = step.context.coordinator.chain.map { "\($0.name) \($0.lifecycle.phase)" }
      }),
    ])
    flow.send("end")
    #expect(phases == ["b finishing", "main finishing", "app active"])
  }

  @Test("a parent is told of a cancel that its child asks for, not of its own")
  func whoIsTold() {
    let flow = family()
    flow.send("cancel")
    #expect(flow.heard.last == "app: main.cancelled why")
    let other = family()
    other.send("end")
    #expect(other.heard.last == "main ends: cancelled")
    #expect(other.tree == ["app"])
  }

  @Test("`ended` is told where `finished` or `cancelled` is not named")
  func endedForEither() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("a")
          try $0.start("b")
        },
        on: [
          "home.finish": { try $0.send("finish", to: "a") },
          "home.cancel": { try $0.send("cancel", to: "b") },
          "a.ended": { _ in }, "any.ended": { _ in },
        ]),
      "a": Script(on: ["parent.finish": { try $0.context.finish("x") }]),
      "b": Script(on: ["parent.cancel": { try $0.context.cancel() }]),
    ])
    flow.send("finish")
    flow.send("cancel")
    #expect(
      flow.heard.filter { $0.hasPrefix("app: ") && $0.contains("ended") } == [
        "app: a.ended x", "app: b.ended cancelled",
      ])
    #expect(flow.notes.isEmpty)
  }

  @Test("an unhandled `finished` is a diagnostic, an unhandled `cancelled` is silent")
  func unhandledEnds() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("a")
          try $0.start("b")
        }),
      "a": Script(
        start: { try $0.router.push("a") }, on: ["a.go": { try $0.context.cancel() }]),
      "b": Script(
        start: { try $0.router.push("b") }, on: ["b.go": { try $0.context.finish() }]),
    ])
    flow.send("go")
    #expect(
      flow.notes.texts(.unhandled) == [
        "app does nothing when b finishes: name finished in transitions.b, or ignore it"
      ])
    flow.clear()
    flow.send("go")
    #expect(flow.notes.isEmpty)
  }

  @Test("finished without a result is true")
  func noResult() {
    var result: Value?
    let flow = Flow.started([
      "app": Script(
        start: { try $0.start("a") }, on: ["a.finished": { result = $0.payload }]),
      "a": Script(
        start: { try $0.router.push("a") }, on: ["a.go": { try $0.context.finish() }]),
    ])
    flow.send("go")
    #expect(result == true)
  }

  @Test("7. a second finish is an error, and ends nothing again")
  func twice() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.start("a") }, on: ["a.finished": { _ in }]),
      "a": Script(
        start: { try $0.router.push("a") },
        on: [
          "a.twice": {
            try $0.context.finish("first")
            try $0.context.finish("second")
          },
          "a.caught": {
            try $0.context.finish("first")
            #expect(throws: FlowError.self) { [context = $0.context] in
              try context.finish("second")
            }
          },
        ]),
    ])
    let problem = flow.send("twice")
    #expect(problem?.hasPrefix("a has ended: it cannot finish any more") == true)
    #expect(flow.tree == ["app", "app/a"])
    flow.clear()
    flow.send("caught")
    #expect(flow.heard == ["a: a.caught", "a ends: finished", "app: a.finished first"])
    #expect(flow.ended == ["a finished"])
  }

  @Test("after its end a handler may read and log, and nothing else")
  func afterEnd() {
    var refused = 0
    let flow = Flow.started([
      "app": Script(start: { try $0.start("a") }, on: ["a.finished": { _ in }]),
      "a": Script(
        start: { try $0.router.push("a") },
        on: [
          "a.go": { step in
            try step.context.finish()
            #expect(step.children.count == 0)
            step.context.log("still here")
            let attempts: [() throws -> Void] = [
              { try step.router.push("b") }, { try step.start("a") },
              { try step.context.emit("x") }, { try step.context.cancel() },
              { try step.store("k", 1) }, { try step.context.setAttribute("k", 1) },
              { try step.router.update([:]) }, { try step.router.pop() },
              { try step.children.cancelAll() },
            ]
            for attempt in attempts { do { try attempt() } catch { refused += 1 } }
          }
        ]),
    ])
    flow.send("go")
    #expect(refused == 9)
    #expect(flow.records.last?.log == ["still here"])
    #expect(flow.tree == ["app"])
  }

  @Test("a finish hook may emit, log and use services, but not navigate, start or end")
  func hook() {
    var refused = 0
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("a")
        }, on: ["a.note": { _ in }, "home.go": { try $0.children.cancelAll() }]),
      "a": Script(
        finish: { step in
          try step.context.emit("note")
          step.context.log("bye")
          try step.store("k", "v")
          let attempts: [() throws -> Void] = [
            { try step.router.push("b") }, { try step.start("a") },
            { try step.context.finish() }, { try step.context.setAttribute("k", 1) },
          ]
          for attempt in attempts { do { try attempt() } catch { refused += 1 } }
        }),
    ])
    flow.send("go")
    #expect(refused == 4)
    #expect(flow.heard.last == "app: a.note")
    #expect(flow.host.options.store.value(forKey: "k") == "v")
  }

  @Test("a finish hook that fails is reported and undone; the end goes on")
  func hookFails() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("a")
        },
        on: ["a.note": { _ in }, "a.finished": { _ in }]),
      "a": Script(
        start: { try $0.router.push("a") }, on: ["a.go": { try $0.context.finish("r") }],
        finish: {
          try $0.context.emit("note")
          try $0.store("k", "v")
          throw Failure()
        }),
    ])
    #expect(flow.send("go") == nil)
    #expect(flow.heard == ["a: a.go", "a ends: finished", "app: a.finished r"])
    #expect(flow.host.options.store.value(forKey: "k") == nil)
    #expect(
      flow.notes.texts(.failure) == [
        "finish of app/a failed, it ended all the same: it failed"
      ])
    #expect(flow.stack == ["home"])
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("8. a child that finishes inside its start gives its parent one result")
  func finishInStart() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: [
          "home.go": { step in
            let child = try step.start("a")
            step.memory.append("started \(child.name)")
            #expect(step.children.count == 0)
            #expect(step.children.find("a") == nil)
          },
          "a.finished": { $0.memory.append("finished") },
        ]),
      "a": Script(start: {
        try $0.router.push("a")
        try $0.context.finish("r")
      }),
    ])
    flow.send("go")
    #expect(flow.memory("app") == ["started a", "finished"])
    #expect(flow.heard == ["app: home.go", "a ends: finished", "app: a.finished r"])
    #expect(flow.calls.isEmpty)
    #expect(flow.inconsistencies.isEmpty)
    #expect(flow.livesLeft == 1)
  }

  @Test("keep_screens hands a coordinator's own screens to its parent; its children's go")
  func keepScreens() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("a")
        },
        on: ["a.finished": { _ in }, "mine.go": { _ in }]),
      "a": Script(
        start: {
          try $0.router.push("mine")
          try $0.start("b")
          try $0.router.push("guarded")
        },
        on: ["guarded.go": { try $0.context.finish("r", screens: .handedToParent) }]),
      "b": Script(start: { try $0.router.push("childs") }),
    ])
    flow.send("go")
    #expect(flow.stack == ["home", "mine", "guarded"])
    #expect(flow.host.owner(of: flow.screen("mine")!)?.name == "app")
    #expect(flow.tree == ["app"])
    #expect(flow.inconsistencies.isEmpty)
    flow.host.back()
    flow.send("go")
    #expect(flow.heard.last == "app: mine.go")
  }

  @Test("keep_screens with a router of its own, or at the root, is an error")
  func keepScreensRefused() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.present("a")
        },
        on: ["home.go": { try $0.context.finish(screens: .handedToParent) }]),
      "a": Script(
        start: { try $0.router.push("mine") },
        on: ["mine.go": { try $0.context.finish(screens: .handedToParent) }]),
    ])
    #expect(flow.send("go")?.contains("its router goes with it") == true)
    flow.host.dismiss()
    #expect(flow.send("go")?.contains("it is the root") == true)
    #expect(flow.tree == ["app"])
  }

  @Test("the root's end is the flow's, and takes all away")
  func root() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("a")
        },
        on: ["any.go": { try $0.context.finish("all") }]),
      "a": Script(start: { try $0.router.push("a") }),
    ])
    #expect(flow.host.outcome == nil)
    flow.send("go")
    #expect(flow.host.outcome == .finished("all"))
    #expect(flow.calls == ["clear"])
    #expect(flow.host.root == nil)
    #expect(flow.inconsistencies.isEmpty)
    #expect(flow.livesLeft == 0)
    #expect(flow.host.start() != nil)
    #expect(flow.host.outcome == .finished("all"))
  }

  @Test("who set tabs and ends lets go of them, and nothing holds it")
  func containerOwnerEnds() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("shop")
        },
        on: ["shop.finished": { try $0.router.push("after") }]),
      "shop": Script(
        start: { try $0.router.setTabs([TabRequest("one", start: "tab")]) },
        on: ["one.done": { try $0.context.finish("r") }]),
      "tab": Script(
        start: { try $0.router.push("tab") }, on: ["tab.go": { try $0.context.emit("done") }]),
    ])
    flow.send("go")
    #expect(flow.stack == ["after"])
    #expect(flow.tree == ["app"])
    #expect(flow.inconsistencies.isEmpty)
    #expect(flow.livesLeft == 1)
  }
}
