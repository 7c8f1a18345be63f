/// What is on show, as a value: the base, and the modals over it in one pile.
///
/// It knows no coordinators and no platform. An operation changes it or throws a
/// ``NavigationError`` and leaves it as it was; ``calls(to:unanimated:)`` says what a platform has
/// to be asked for to get from one value to another. A value from before is kept at no cost.
///
/// Screens and routers are told apart by their ids, which whoever makes them must not use twice.
public struct Navigation: Hashable, Sendable {
  public internal(set) var base: RouterState
  /// All modals, the lowest first, those included that wait for their router to show.
  public internal(set) var modals: [Modal]

  /// - Parameters:
  ///   - base: What lies beneath all modals.
  ///   - modals: The lowest first, each over a router of the base or of a lower modal.
  public init(base: RouterState, modals: [Modal] = []) {
    self.base = base
    self.modals = modals
  }

  /// Nothing on show yet: an empty stack.
  public init(base: RouterID) { self.init(base: RouterState(id: base)) }
}

/// What an operation took away.
public struct Removal: Hashable, Sendable {
  /// The screens that went: the topmost modal's first, the last tab's before the first's, and of
  /// a stack the top first.
  public internal(set) var screens: [Screen] = []
  /// The routers that went with them, in the same order.
  public internal(set) var routers: [RouterID] = []

  public init(screens: [Screen] = [], routers: [RouterID] = []) {
    self.screens = screens
    self.routers = routers
  }

  public var isEmpty: Bool { screens.isEmpty && routers.isEmpty }

  /// Adds a router that has gone with all within.
  mutating func add(_ router: RouterState) {
    addContent(of: router)
    routers.append(router.id)
  }

  /// Adds what a router that is still there has shown.
  mutating func addContent(of router: RouterState) {
    if case .stack(let stack) = router.content {
      screens += stack.topFirst
    } else {
      for part in router.parts.reversed() { add(part) }
    }
  }
}
