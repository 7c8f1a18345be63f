import Coordination
import PlainValues

/// ``TurnFlow`` as a coordinator in Swift, for this host.
struct NativeFlow: Coordinator {
  mutating func start(_ context: CoordinatorContext) throws {
    try context.router.push("home")
  }

  mutating func handle(_ event: Event, _ context: CoordinatorContext) throws -> Disposition {
    switch (event.source, event.name) {
    case (.screen("home"), "tapped"):
      try context.router.push("detail", ["id": event.payload["id"] ?? .null])
    case (.screen("detail"), "closed"):
      try context.router.pop()
    default:
      return .declined
    }
    return .handled
  }
}
