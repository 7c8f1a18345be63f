import Navigation
import PlainValues

/// Where a coordinator's screens go.
enum Placement {
  /// Onto its parent's router, or the tab that the event came from.
  case inherited
  /// Over its parent's router, in a modal of its own.
  case modal(ModalStyle, isLocked: Bool)
  /// Onto a tab or one side of a split.
  case router(RouterID)
}

extension Turn {
  /// Starts a coordinator and runs its `start`. If that fails, what it did is undone and the
  /// error thrown; to whoever calls, nothing has happened.
  func start(
    _ slot: String, name: String? = nil, input: PackedValue = .empty, by parent: LiveCoordinator?,
    placement: Placement = .inherited, services: [String: String] = [:],
    isAwaited: Bool = false
  ) throws -> LiveCoordinator {
    try charge(name: slot, of: "a coordinator")
    if let name { try charge(name: name, of: "a child") }
    try boundStarts(slot, under: parent)
    try charge(input)
    if parent != nil { try check(childName: name ?? slot) }
    nestedStarts += 1
    defer { nestedStarts -= 1 }
    return try whole {
      let (binding, behavior) = try behavior(for: slot)
      try behavior.accept(input, startedBy: slot)
      let coordinator = LiveCoordinator(
        id: world.makeCoordinatorID(), name: name ?? slot, binding: binding, input: input,
        parent: parent, router: router(for: placement, of: parent),
        hasOwnRouter: placement.isOwn, behavior: behavior,
        services: parent?.services(with: services) ?? [:],
        isAwaited: isAwaited)
      try run(coordinator)
      return coordinator
    }
  }

  /// Puts a coordinator into the tree and runs its `start`.
  func run(_ coordinator: LiveCoordinator) throws {
    world.add(coordinator)
    record.happenings.started.append(
      StartRecord(
        id: coordinator.id, name: coordinator.name, binding: coordinator.binding,
        parent: coordinator.parent?.id))
    effects.touched.append(coordinator)
    do {
      try running(coordinator, nil, origin: handling.last?.origin) { context in
        try coordinator.behavior.start(context)
      }
    } catch {
      throw FlowError.wrapping(error, in: coordinator)
    }
    if coordinator.lifecycle.phase == .starting {
      world.changeLifecycle(of: coordinator) { $0.activate() }
    }
  }

  private func check(childName name: String) throws {
    guard EventNames.reservedSources.contains(name) else { return }
    throw FlowError(
      .misuse,
      "a child cannot be called \"\(name)\": transitions.\(name) means something else; use as = …")
  }

  private func boundStarts(_ slot: String, under parent: LiveCoordinator?) throws {
    guard nestedStarts < limits.nestedStarts else {
      let chain = handling.suffix(4).map(\.coordinator.name) + [slot]
      throw exceeds(
        """
        starts nested more than \(limits.nestedStarts) deep: … → \(chain.joined(separator: " → ")). \
        Does a coordinator start itself?
        """)
    }
    guard world.coordinators.count < limits.coordinators else {
      throw exceeds("cannot start \"\(slot)\": \(limits.coordinators) coordinators live already")
    }
    guard (parent.map { $0.depth + 1 } ?? 0) < limits.treeDepth else {
      throw exceeds("cannot start \"\(slot)\": the tree is \(limits.treeDepth) coordinators deep")
    }
  }

  private func behavior(for slot: String) throws -> (Binding, any Behavior) {
    for source in sources {
      if let found = try source.coordinator(for: slot, VariantChoice(turn: self)) { return found }
    }
    let known = sources.flatMap(\.slots)
    throw FlowError(
      .misuse,
      "there is no coordinator \"\(slot)\"\(Suggestion.near(slot, among: known))")
  }

  /// The router that a child's screens go to; made where it is a modal's.
  func router(for placement: Placement, of parent: LiveCoordinator?) -> RouterID {
    guard let parent else { return world.navigation.base.id }
    switch placement {
    case .inherited: return sharedRouter(of: parent)
    case .router(let router): return router
    case .modal(let style, let isLocked):
      let router = world.makeRouterID()
      let modal = PendingModal(style: style, isLocked: isLocked, over: parent.router)
      world.addRouter(router, RouterRecord(modal: modal))
      return router
    }
  }

  /// The router of a child that was given none: its parent's; where that shows tabs or a split,
  /// the part that the event came from, else the one that shows.
  private func sharedRouter(of parent: LiveCoordinator) -> RouterID {
    var router = parent.router
    while let state = world.navigation.router(router) {
      switch state.content {
      case .stack: return router
      case .tabs(let tabs):
        let origin = tabs.tabs.first { originIsWithin($0.router.id) } ?? tabs.selectedTab
        guard let origin else { return router }
        router = origin.router.id
      case .split(let split):
        router = originIsWithin(split.secondary.id) ? split.secondary.id : split.primary.id
      }
    }
    return router
  }

  /// Whether the event being handled came from that router, from within, or from a modal over it.
  private func originIsWithin(_ router: RouterID) -> Bool {
    var origin = handling.last?.origin
    while let current = origin {
      if world.navigation.router(current, isWithin: router) { return true }
      origin =
        world.navigation.modal(of: current)?.over ?? world.routers[current]?.modal?.over
    }
    return false
  }
}

extension Placement {
  fileprivate var isOwn: Bool { if case .inherited = self { false } else { true } }
}
