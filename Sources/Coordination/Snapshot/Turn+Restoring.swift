import Navigation
import PlainValues

/// Restoring, as turns.
extension Turn {
  /// Rebuilds what a snapshot says.
  ///
  /// - Parameter clock: what is set to the snapshot's time; nil where time goes its own way.
  /// - Returns: what is to follow in turns of their own.
  func restore(
    _ value: Value, missing: MissingCoordinators, clock: VirtualClock?
  ) throws -> Restoration.Sequel {
    guard !world.hasStarted else {
      throw FlowError(
        .misuse,
        "the host has started already: a snapshot is restored in place of the start, in a new host")
    }
    do {
      let parts = world.snapshotParticipants.map(\.snapshotKey)
      let snapshot = try SnapshotReader(limits: limits, parts: parts).read(value)
      try SnapshotCheck.check(snapshot, base: world.navigation.base.id, limits: limits)
      let known = try KnownCoordinators(snapshot, in: sources, missing: missing)
      var restoration = Restoration(snapshot, known, in: self)
      try restoration.run(clock)
      return restoration.sequel
    } catch let problem as ValueProblem {
      throw FlowError(.misuse, problem.description, cause: problem)
    }
  }

  /// Starts a coordinator anew in the place of one that has been taken out.
  ///
  /// - Parameter modal: how that one was presented; nil where it was not.
  func restart(
    _ former: LiveCoordinator, presented modal: PendingModal?
  ) throws {
    guard let parent = former.parent, parent.lifecycle.isLive else { return }
    let found = try sources.lazy.compactMap { try $0.behavior(of: former.binding) }.first
    guard let behavior = found else {
      throw FlowError(.misuse, "there is no coordinator \"\(former.binding.script)\"")
    }
    try behavior.accept(former.input, startedBy: former.binding.slot)
    try whole {
      let router = routerAnew(of: former, presented: modal, under: parent)
      let coordinator = LiveCoordinator(
        id: world.makeCoordinatorID(), name: former.name, binding: former.binding,
        input: former.input, parent: parent, router: router,
        hasOwnRouter: former.hasOwnRouter && (modal != nil || router == former.router),
        behavior: behavior, services: former.services, isAwaited: former.isAwaited)
      try run(coordinator)
    }
  }

  /// The router that one had before; where that has gone, one that is made or found as at any start.
  private func routerAnew(
    of former: LiveCoordinator, presented modal: PendingModal?, under parent: LiveCoordinator
  ) -> RouterID {
    if let modal {
      return router(for: .modal(modal.style, isLocked: modal.isLocked), of: parent)
    }
    guard world.routers[former.router] != nil, former.router != parent.router else {
      return router(for: .inherited, of: parent)
    }
    return former.router
  }

  /// Takes a coordinator that does not come back out of the tree, with all that it shows.
  func takeOut(_ coordinator: LiveCoordinator, _ reason: String, telling parent: Telling) {
    end([coordinator], .cancelled(reason: reason)) { _ in parent == .parent }
  }

  enum Telling { case parent, nobody }

  // MARK: What undoes itself

  /// Makes it the snapshot's time.
  func continueTime(from time: Double, on clock: VirtualClock) {
    let (before, beforeTurn) = (clock.now, now)
    world.onUndo { [self] in
      clock.now = before
      now = beforeTurn
    }
    clock.now = time
    now = time
  }

  func changeDevice(to device: Device) {
    let before = self.device
    world.onUndo { [self] in self.device = before }
    self.device = device
  }
}

extension CancelReason {
  /// Nobody knows it any more.
  static let missing = "missing"
  /// It starts anew.
  static let restart = "restart"
}

extension ValueReader {
  /// Reads a part of a snapshot.
  static func snapshot(_ value: Value, at key: String) -> ValueReader {
    ValueReader(value, path: "snapshot.\(key)", suggestion: Suggestion.near)
  }
}
