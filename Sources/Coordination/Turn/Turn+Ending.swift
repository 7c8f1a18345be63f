import Navigation
import PlainValues

extension Turn {
  /// Ends coordinators and all below them, in post-order, siblings newest first.
  ///
  /// - Parameters:
  ///   - tops: those that end, none within another.
  ///   - tells: whether the parent of one that ends is to be told.
  func end(
    _ tops: [LiveCoordinator], _ outcome: Outcome, keepingScreens keeper: LiveCoordinator? = nil,
    tells: (LiveCoordinator) -> Bool
  ) {
    let tops = tops.sorted(by: LiveCoordinator.endsBefore)
    let order = tops.flatMap { top in top.postOrder.map { ($0, top) } }
    // All at once, so that none lives under one that is finishing.
    var ending: [LiveCoordinator] = []
    for (coordinator, top) in order {
      let outcome =
        coordinator === top ? outcome : .cancelled(reason: CancelReason.parentEnded)
      if world.changeLifecycle(of: coordinator, { $0.beginEnd(outcome) }) {
        ending.append(coordinator)
      }
    }
    let told = Set(tops.filter { $0.parent.map(tells) ?? false }.map(\.id))
    for coordinator in ending {
      let isTop = tops.contains { $0 === coordinator }
      finishAndRelease(
        coordinator, keeper: isTop ? keeper : nil, tells: told.contains(coordinator.id))
    }
  }

  private func finishAndRelease(
    _ coordinator: LiveCoordinator, keeper: LiveCoordinator?, tells: Bool
  ) {
    guard let outcome = coordinator.lifecycle.outcome else { return }
    let parent = coordinator.parent
    let router = coordinator.router
    runFinish(coordinator, outcome)
    takeAway(coordinator, keeper: keeper)
    world.remove(coordinator)
    world.changeLifecycle(of: coordinator) { $0.end() }
    effects.ended.append(EndRecord(id: coordinator.id, name: coordinator.name, outcome: outcome))
    guard let parent else { return }
    effects.touched.append(parent)
    if tells { post(end: outcome, of: coordinator, to: parent, from: router) }
  }

  /// Runs its `finish`. If that fails, what it did is undone, the failure is reported, and the end
  /// goes on.
  private func runFinish(_ coordinator: LiveCoordinator, _ outcome: Outcome) {
    let savepoint = savepoint()
    do {
      try running(coordinator, nil, origin: nil) { context in
        try coordinator.behavior.finish(outcome, context)
      }
    } catch {
      rollback(to: savepoint)
      let failure = FlowError.wrapping(error, in: coordinator)
      note(.failure, "finish of \(coordinator.path) failed, it ended all the same: \(failure)")
    }
  }

  /// Takes away what it shows: its screens, the tabs or split it set, its modal.
  private func takeAway(_ coordinator: LiveCoordinator, keeper: LiveCoordinator?) {
    if let keeper {
      for screen in coordinator.screens.sorted() { world.giveScreen(screen, to: keeper) }
    }
    if !coordinator.screens.isEmpty {
      let removal = world.navigation.remove(coordinator.screens)
      account(for: sparingLiveFlows(removal), by: coordinator, reason: .removed)
    }
    for router in coordinator.containers.sorted() {
      account(for: world.navigation.clear(router), by: coordinator, reason: .removed)
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

  /// A flow in a modal whose stack was left empty is still there: its modal comes back with its
  /// next screen.
  private func sparingLiveFlows(_ removal: Removal) -> Removal {
    Removal(
      screens: removal.screens,
      routers: removal.routers.filter { router in
        guard let record = world.routers[router], record.modal != nil else { return true }
        return !record.residents.values.contains { $0.lifecycle.isLive }
      })
  }

  private func post(
    end outcome: Outcome, of child: LiveCoordinator, to parent: LiveCoordinator,
    from router: RouterID
  ) {
    let event =
      switch outcome {
      case .finished(let result):
        Event(
          EventNames.finished, from: .child(child.name), payload: result, child: child.id)
      case .cancelled(let reason):
        Event(
          EventNames.cancelled, from: .child(child.name), payload: PackedValue(name: reason),
          child: child.id)
      }
    post(
      Delivery(
        addressee: parent, sender: child.name, event: event, route: .childEnded, origin: router))
  }
}
