import Navigation
import PlainValues

extension Turn {
  /// Ends coordinators and all below them, in post-order, siblings newest first.
  ///
  /// - Parameters:
  ///   - tops: those that end, none within another.
  ///   - below: how those below them end.
  ///   - tells: whether the parent of one that ends is to be told.
  func end(
    _ tops: [LiveCoordinator], _ outcome: Outcome,
    below: Outcome = .cancelled(reason: CancelReason.parentEnded),
    keepingScreens keeper: LiveCoordinator? = nil,
    tells: (LiveCoordinator) -> Bool
  ) {
    // All begin to end at once, so that none lives under one that is finishing.
    var ending: [(coordinator: LiveCoordinator, isTop: Bool)] = []
    for top in tops.sorted(by: LiveCoordinator.endsBefore) {
      for coordinator in top.postOrder {
        let isTop = coordinator === top
        let outcome = isTop ? outcome : below
        if world.changeLifecycle(of: coordinator, { $0.beginEnd(outcome) }) {
          ending.append((coordinator, isTop))
        }
      }
    }
    for (coordinator, isTop) in ending {
      finishAndRelease(
        coordinator, keeper: isTop ? keeper : nil,
        tells: isTop && coordinator.parent.map(tells) ?? false)
    }
  }

  /// Ends a coordinator whose suspended start has failed.
  func endFailed(_ coordinator: LiveCoordinator) {
    end([coordinator], .cancelled(reason: EventNames.failed)) { _ in true }
  }

  private func finishAndRelease(
    _ coordinator: LiveCoordinator, keeper: LiveCoordinator?, tells: Bool
  ) {
    guard let outcome = coordinator.lifecycle.outcome else { return }
    let parent = coordinator.parent
    runFinish(coordinator, outcome)
    takeAway(coordinator, keeper: keeper)
    for handler in coordinator.suspensions.keys.sorted() {
      world.dropSuspension(handler, of: coordinator)
    }
    for timer in coordinator.timers.sorted() { world.stopTimer(timer) }
    world.remove(coordinator)
    world.changeLifecycle(of: coordinator) { $0.end() }
    record.happenings.ended.append(
      EndRecord(id: coordinator.id, name: coordinator.name, outcome: outcome))
    guard let parent else { return }
    effects.touched.append(parent)
    if coordinator.isAwaited { return answer(for: coordinator, to: parent, outcome) }
    guard tells else { return }
    // A modal that has gone counts as what it lay over.
    let isThere = world.routers[coordinator.router] != nil
    post(
      end: outcome, of: coordinator, to: parent,
      from: isThere ? coordinator.router : parent.router)
  }

  /// Runs its `finish`. If that fails, what it did is undone, the failure is reported, and the end
  /// goes on.
  private func runFinish(_ coordinator: LiveCoordinator, _ outcome: Outcome) {
    do {
      try whole {
        try running(coordinator, nil, origin: nil) { context in
          try coordinator.behavior.finish(outcome, context)
        }
      }
    } catch {
      // Who ends has to end: what there is no room for is not told.
      guard record.diagnostics.count < limits.diagnostics else { return }
      let failure = FlowError.wrapping(error, in: coordinator)
      note(.failure, "finish of \(coordinator.path) failed, it ended all the same: \(failure)")
    }
  }

  /// Takes away what it shows: its screens, the tabs or split it set, its modal.
  private func takeAway(_ coordinator: LiveCoordinator, keeper: LiveCoordinator?) {
    if let keeper {
      for screen in coordinator.screens.keys { give(screen, to: keeper) }
    }
    if !coordinator.screens.isEmpty {
      remove(Set(coordinator.screens.keys), by: coordinator, reason: .removed)
    }
    for router in coordinator.containers.sorted() {
      let removal = world.navigation.clear(router)
      settleContainer(on: router)
      account(for: removal, by: coordinator, reason: .removed)
    }
    if coordinator.hasOwnRouter, let record = world.routers[coordinator.router],
      record.modal != nil
    {
      if let removal = try? world.navigation.dismiss(modal: coordinator.router) {
        account(for: removal, by: coordinator, reason: .removed)
      }
      _ = world.removeRouter(coordinator.router)
    }
  }

  private func give(_ id: ScreenID, to keeper: LiveCoordinator) {
    guard let name = world.screens[id]?.name else { return }
    world.giveScreen(id, to: keeper)
    world.navigation.update(id, interception: keeper.behavior.interception(ofScreen: name))
  }

  /// Takes screens away, wherever they are. A flow in a modal whose stack is left empty lives on:
  /// its modal comes back with its next screen.
  func remove(_ screens: Set<ScreenID>, by coordinator: LiveCoordinator, reason: RemovalReason) {
    var removal = world.navigation.remove(screens)
    let waiting = removal.routers.filter(waitsForScreen)
    for router in waiting { settleContainer(on: router) }
    removal = Removal(
      screens: removal.screens, routers: removal.routers.filter { !waiting.contains($0) })
    account(for: removal, by: coordinator, reason: reason)
  }

  /// Whether a router that is not on show is a living flow's, and what it lies over is there.
  private func waitsForScreen(_ router: RouterID) -> Bool {
    guard let record = world.routers[router], let modal = record.modal,
      world.navigation.router(modal.over) != nil
    else { return false }
    return record.residents.values.contains { $0.lifecycle.isLive }
  }

  private func post(
    end outcome: Outcome, of child: LiveCoordinator, to parent: LiveCoordinator,
    from router: RouterID
  ) {
    let event =
      switch outcome {
      case .finished(let result):
        Event(
          EventNames.finished, from: .child(child.name), payload: result,
          child: ChildHandle(child))
      case .cancelled(let reason):
        Event(
          EventNames.cancelled, from: .child(child.name), payload: PackedValue(name: reason),
          child: ChildHandle(child))
      }
    post(
      Delivery(
        addressee: parent, sender: child.name, event: event, route: .childEnded, origin: router))
  }
}
