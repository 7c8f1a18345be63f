import Navigation
import PlainValues

/// What follows when screens are taken away: who ends, who is told.
extension Turn {
  /// Accounts for what a call has taken out of the navigation.
  ///
  /// - Parameter remover: the coordinator whose call it was; nil for the user.
  func account(for removal: Removal, by remover: LiveCoordinator?, reason: RemovalReason) {
    let losses = removal.screens.compactMap { loss(of: $0, to: remover, reason) }
    for loss in losses { suspectOwners(of: loss) }
    endResidents(of: removal.routers, reason: reason)
  }

  /// A screen that its owner has lost, and to whom; nil for the user.
  private struct Loss {
    let owner: LiveCoordinator
    let remover: LiveCoordinator?
    let reason: RemovalReason
  }

  private func loss(
    of screen: Screen, to remover: LiveCoordinator?, _ reason: RemovalReason
  ) -> Loss? {
    guard let owner = world.removeScreen(screen.id)?.owner else { return nil }
    var loss = Loss(owner: owner, remover: remover, reason: reason)
    if let (left, how) = screenLeftByUser, left == screen.id {
      loss = Loss(owner: owner, remover: nil, reason: how)
    }
    effects.touched.append(owner)
    settleHandlers(of: screen, lost: (owner, loss.remover === owner), loss.reason)
    guard loss.remover !== owner else { return nil }
    effects.notices.append(RemovalNotice(owner: owner, screen: screen, reason: loss.reason))
    return loss
  }

  /// Suspects those that have no screen left, other than whoever took it away and its ancestors.
  private func suspectOwners(of loss: Loss) {
    for coordinator in loss.owner.chain where coordinator.parent != nil {
      if coordinator.subtreeScreens > 0 { break }
      if let remover = loss.remover, remover.isWithin(coordinator) { break }
      effects.suspects.append(Suspect(coordinator: coordinator, reason: loss.reason))
    }
  }

  /// Ends those whose router is gone, together. Only a parent that keeps its router is told.
  private func endResidents(of routers: [RouterID], reason: RemovalReason) {
    guard !routers.isEmpty else { return }
    var residents: [CoordinatorID: LiveCoordinator] = [:]
    for router in routers {
      guard let record = world.removeRouter(router) else { continue }
      for (id, resident) in record.residents where resident.lifecycle.isLive {
        residents[id] = resident
      }
    }
    let gone = Set(routers)
    let tops = residents.values.filter { resident in
      !resident.chain.dropFirst().contains { residents[$0.id] != nil }
    }
    let outcome = Outcome.cancelled(reason: reason.rawValue)
    end(tops, outcome, below: outcome) { parent in !gone.contains(parent.router) }
  }

  /// Ends a coordinator whose subtree lost its last screen, if it still shows nothing.
  ///
  /// - Returns: whether it ended.
  @discardableResult
  func judge(_ suspect: Suspect) -> Bool {
    let coordinator = suspect.coordinator
    guard coordinator.lifecycle.isLive, coordinator.subtreeScreens == 0 else { return false }
    end([coordinator], .cancelled(reason: suspect.reason.rawValue)) { _ in true }
    return true
  }

  /// What tells a screen's owner, if it lives on, that the screen was taken away.
  func delivery(of notice: RemovalNotice) -> Delivery? {
    guard notice.owner.lifecycle.isLive else { return nil }
    let event = Event(
      EventNames.removed, from: .screen(notice.screen.name),
      payload: PackedValue(name: notice.reason.rawValue), screen: notice.screen.id,
      screenName: notice.screen.name,
      params: notice.screen.params)
    return Delivery(
      addressee: notice.owner, sender: notice.screen.name, event: event, route: .broadcast,
      origin: notice.owner.router)
  }

  /// Says of those that were touched and live on with nothing left that they do.
  func noteIdle(_ touched: [LiveCoordinator]) {
    var seen: Set<CoordinatorID> = []
    for coordinator in touched
    where coordinator.lifecycle.isLive && coordinator.subtreeScreens == 0
      && coordinator.children.isEmpty && coordinator.containers.isEmpty
      && coordinator.timers.isEmpty && coordinator.suspensions.isEmpty
      && seen.insert(coordinator.id).inserted
    {
      note(
        .warning,
        """
        \(coordinator.path) has nothing left: no screens, children or timers. Only its \
        parent and the application can reach it; finish or cancel it, unless that is meant.
        """)
    }
  }
}

extension PackedValue {
  /// A short name as a value; it is always plain data.
  init(name: String) { self = (try? PackedValue(.string(name))) ?? .empty }
}
