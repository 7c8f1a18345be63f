import Coordination
import PlainValues

/// A root that keeps as many children as wanted and has one more come and go.
enum SiblingsFlow {
  static let scripts = [
    "app.lua": """
    local app = {}

    function app:start()
      self.router:push("root")
    end

    app.transitions = {
      root = { more = "more", open = { start = "card" } },
      card = { finished = { ignore = true } },
    }

    function app:more(payload)
      for _ = 1, payload.count do self.children:start("sibling") end
    end

    return app
    """,
    "sibling.lua": """
    local sibling = {}

    function sibling:start() end

    return sibling
    """,
    "card.lua": """
    local card = {}

    function card:start()
      self.router:push("card")
    end

    card.transitions = { card = { done = { finish = true } } }

    return card
    """,
  ]

  struct App: Coordinator {
    mutating func start(_ context: CoordinatorContext) throws { try context.router.push("root") }

    mutating func handle(_ event: Event, _ context: CoordinatorContext) throws -> Disposition {
      switch (event.source, event.name) {
      case (.screen("root"), "more"):
        for _ in 0..<(event.payload["count"]?.integer ?? 0) {
          try context.children.start("sibling")
        }
      case (.screen("root"), "open"): try context.children.start("card")
      case (.child("card"), "finished"): break
      default: return .declined
      }
      return .handled
    }
  }

  struct Sibling: Coordinator {
    mutating func start(_ context: CoordinatorContext) throws {}
    mutating func handle(_ event: Event, _ context: CoordinatorContext) throws -> Disposition {
      .declined
    }
  }

  struct Card: Coordinator {
    mutating func start(_ context: CoordinatorContext) throws { try context.router.push("card") }

    mutating func handle(_ event: Event, _ context: CoordinatorContext) throws -> Disposition {
      guard event.name == "done" else { return .declined }
      try context.finish()
      return .handled
    }
  }

  static var coordinators: SwiftCoordinators {
    let coordinators = SwiftCoordinators()
    coordinators.register("app") { App() }
    coordinators.register("sibling") { Sibling() }
    coordinators.register("card") { Card() }
    return coordinators
  }
}

extension HostedFlow {
  /// Has the root of ``SiblingsFlow`` start so many, a hundred in a turn.
  func startSiblings(_ count: Int) throws {
    let before = host.liveCount
    for start in stride(from: 0, to: count, by: 100) {
      host.send("more", ["count": .integer(min(100, count - start))])
    }
    try checkNothingFailed()
    try check("live coordinators", host.liveCount, before + count)
  }

  /// Starts one child and ends it, so many times.
  func runChildren(_ count: Int) throws {
    let live = host.liveCount, calls = router.calls
    for _ in 0..<count {
      host.send("open")
      host.send("done")
    }
    try checkNothingFailed()
    try check("live coordinators", host.liveCount, live)
    try check("calls", router.calls - calls, 2 * count)
  }
}
