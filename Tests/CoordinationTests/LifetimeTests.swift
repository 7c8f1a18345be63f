import Navigation
import PlainValues
import Testing

@testable import Coordination

@Suite("Lifetime and cost")
struct LifetimeTests {
  private final class Reference {
    weak var coordinator: LiveCoordinator?
    weak var behavior: SwiftBehavior<Scripted>?
  }

  @Test(
    "after an end nothing holds the coordinator, however it ends",
    arguments: ["finish", "cancel", "back", "fact", "dismiss", "fail", "root", "tabs", "keep"])
  func released(how: String) throws {
    let reference = Reference()
    let watch: Script.Action = { step in
      reference.coordinator = step.context.coordinator
      reference.behavior = step.context.coordinator.behavior as? SwiftBehavior<Scripted>
    }
    let flow = Flow([
      "app": Script(
        start: {
          try $0.router.push("home")
          if how == "dismiss" { try $0.present("main") } else { try $0.start("main") }
        },
        on: [
          "app.ping": {
            if how == "root" { try $0.router.setRoot("other") }
            if how == "fail" {
              try $0.start("main")
              throw Failure()
            }
          },
          "main.finished": { _ in }, "main.removed": { _ in },
        ]),
      "main": Script(
        start: {
          try watch($0)
          if how == "tabs" {
            try $0.router.setTabs([TabRequest("t", start: "leaf")])
          } else {
            try $0.router.push("a")
            try $0.start("leaf")
            try $0.children.send("hello", to: try #require($0.children.find("leaf")))
          }
        },
        on: [
          "any.end": {
            try $0.context.emit("last")
            switch how {
            case "finish", "tabs": try $0.context.finish("r")
            case "keep": try $0.context.finish("r", screens: .handedToParent)
            default: try $0.context.cancel()
            }
          }
        ]),
      "leaf": Script(
        start: { try $0.router.push("leaf") },
        on: ["leaf.end": { try $0.context.emit("end") }, "parent.hello": { _ in }]),
    ])
    flow.host.start()
    if how != "fail" { #expect(reference.coordinator != nil) }
    switch how {
    case "back":
      flow.host.back()
      flow.host.back()
    case "fact": flow.host.userWentBack(from: try #require(flow.screen("a")))
    case "dismiss": flow.host.userPulledDown(flow.navigation.modals[0].id)
    case "fail", "root": flow.host.appEvent("ping")
    default: flow.send("end")
    }
    if how == "fail" {
      #expect(reference.coordinator == nil)
      #expect(flow.tree == ["app", "app/main", "app/main/leaf"])
      #expect(flow.livesLeft == 3)
    } else {
      #expect(reference.coordinator == nil)
      #expect(reference.behavior == nil)
      #expect(flow.tree == ["app"])
      #expect(flow.livesLeft == 1)
    }
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("a coordinator that keeps its own context is let go of all the same")
  func keepsItsContext() {
    struct Hoarder: Coordinator {
      let life: Life
      var context: CoordinatorContext?

      mutating func start(_ context: CoordinatorContext) throws {
        self.context = context
        try context.router.push("a")
      }

      mutating func handle(_ event: Event, _ context: CoordinatorContext) throws -> Disposition {
        try context.finish()
        return .handled
      }
    }
    let lives = Life.Counter()
    let source = SwiftCoordinators()
    source.register("app") { Hoarder(life: Life(lives)) }
    let host = Host(sources: [source], router: HeadlessRouter())
    host.start()
    #expect(lives.count == 1)
    host.send("end")
    #expect(host.root == nil)
    #expect(lives.count == 0)
  }

  @Test("ten thousand starts and ends leave nothing, and all counts flat")
  func tenThousand() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: [
          "home.go": {
            try $0.start("a")
            try $0.present("a", as: "b")
          },
          "any.finished": { _ in }, "any.cancelled": { _ in },
        ]),
      "a": Script(
        start: { try $0.router.push("a") }, on: ["a.end": { try $0.context.finish() }]),
    ])
    let before = flow.dump
    for round in 0..<5_000 {
      flow.send("go")
      if round % 2 == 0 { flow.host.dismiss() } else { flow.send("end") }
      flow.send("end")
      if round % 500 == 0 { flow.clear() }
    }
    #expect(flow.dump == before)
    #expect(flow.livesLeft == 1)
    #expect(flow.host.liveCount == 1)
    #expect(flow.host.world.screens.count == 1)
    #expect(flow.host.world.routers.count == 1)
    #expect(flow.host.records.count <= 1_500)
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("a turn above many screens shares them with the turn before", arguments: [10, 20_000])
  func sharesStack(depth: Int) throws {
    let flow = Flow.started([
      "app": Script(
        start: { step in for _ in 0..<depth { try step.router.push("s") } },
        on: [
          "s.push": { try $0.router.push("top") },
          "top.more": {
            try $0.router.update(["n": 1])
            try $0.router.show("top", ["m": 1])
            try $0.router.replace("top")
            try $0.router.push("top")
          },
          "top.fail": {
            try $0.router.pop()
            throw Failure()
          },
        ])
    ])
    let base = try #require(node(flow, above: 0))
    flow.send("push")
    flow.send("more")
    flow.send("fail")
    flow.host.back()
    #expect(node(flow, above: 1) === base)
    flow.host.back()
    #expect(node(flow, above: 0) === base)
  }

  private func node(_ flow: Flow, above: Int) -> AnyObject? {
    StackNodes.node(of: flow.navigation, above: above)
  }

  @Test("ending many siblings at once, whoever takes their screens, asks each once")
  func manySiblings() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          for _ in 0..<3_000 { try $0.start("a") }
        },
        on: ["app.ping": { try $0.router.setRoot("other") }]),
      "a": Script(start: { try $0.router.push("a") }),
    ]) { $0.limits.deliveries = 10_000 }
    #expect(flow.host.liveCount == 3_001)
    flow.host.appEvent("ping")
    #expect(flow.host.liveCount == 1)
    #expect(flow.heard.count == 3_001)
    #expect(flow.inconsistencies.isEmpty)
  }
}
