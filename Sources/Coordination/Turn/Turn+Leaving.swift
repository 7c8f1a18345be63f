import Navigation
import PlainValues

/// Asking before screens are taken away.
extension Turn {
  /// Takes screens away, once all whose screens they are agree, and accounts for what has gone.
  ///
  /// Whoever takes away something of its own is not asked. The first refusal undoes the turn. In a
  /// handler that has waited before, it is an error that may be caught; then nothing has changed.
  ///
  /// - Parameters:
  ///   - remover: the coordinator whose call it is; nil for the user.
  ///   - router: the one that is to be there for it; nil where there is no doubt.
  @discardableResult
  func takeAway(
    by remover: LiveCoordinator?, _ reason: RemovalReason, on router: RouterID? = nil,
    _ change: (inout Navigation) throws -> Removal
  ) throws -> Removal {
    try navigate(on: router) { navigation in
      let removal = try change(&navigation)
      try askToLeave(removal, by: remover, reason)
      return removal
    }
  }

  /// Asks in the order in which the screens go: the topmost first.
  private func askToLeave(
    _ removal: Removal, by remover: LiveCoordinator?, _ reason: RemovalReason
  ) throws {
    for screen in removal.screens {
      guard let owner = world.screens[screen.id]?.owner, owner !== remover,
        owner.lifecycle.isLive, owner.behavior.guardsLeaving(screen.name),
        !agreed.contains(screen.id)
      else { continue }
      let leaving = Leaving(
        screen: screen.id, name: screen.name, params: screen.params, how: reason)
      guard try permits(leaving, owner) else { throw refuse(leaving, owner) }
      agreed.insert(screen.id)
    }
  }

  private func permits(_ leaving: Leaving, _ owner: LiveCoordinator) throws -> Bool {
    do {
      return try running(owner, nil, origin: nil) { context in
        try context.readingOnly("can_leave of \(leaving.name)") {
          try owner.behavior.permits(leaving, context)
        }
      }
    } catch {
      throw FlowError.wrapping(error, in: owner)
    }
  }

  private func refuse(_ leaving: Leaving, _ owner: LiveCoordinator) -> FlowError {
    if !handling.contains(where: { $0.resuming != nil }) {
      refusal = Refusal(owner: owner, leaving: leaving)
    }
    return FlowError(
      .blocked,
      "\(leaving.name) is not to be left: can_leave of \(owner.path) refuses (\(leaving.how.rawValue))"
    )
  }

  /// Asks for what was refused last once more, as a turn that follows this one.
  func proceed(by coordinator: LiveCoordinator) throws {
    try permit(.act("proceed"), for: coordinator)
    guard let refused = world.refused, world.screens[refused.screen] != nil else {
      throw FlowError(
        .misuse,
        "there is nothing to proceed with: no request is refused, or its screen has gone since")
    }
    world.setRefused(nil)
    effects.sequels.append(.repeat(refused))
  }

  /// What tells a screen's owner that it has kept its screen from being left.
  func delivery(of refusal: Refusal) -> Delivery {
    let leaving = refusal.leaving
    let event = Event(
      EventNames.leaveBlocked, from: .screen(leaving.name),
      payload: PackedValue(name: leaving.how.rawValue), screen: leaving.screen,
      screenName: leaving.name, params: leaving.params)
    return Delivery(
      addressee: refusal.owner, sender: leaving.name, event: event, route: .broadcast,
      origin: world.screens[leaving.screen]?.router)
  }
}
