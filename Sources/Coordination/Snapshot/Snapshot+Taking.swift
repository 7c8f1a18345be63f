import Navigation
import PlainValues

extension Snapshot {
  /// What that host is now.
  ///
  /// - Throws: ``FlowError`` where the state of a coordinator cannot be kept.
  init(of host: Host, root: LiveCoordinator) throws(FlowError) {
    let world = host.world
    lastID = world.lastID
    time = host.now
    device = host.turn.device
    attributes = world.attributes
    store = world.store.values
    variants = world.variants
    navigation = world.navigation
    self.root = try SavedCoordinator(root, in: world)
    routers = world.savedRouters
    timers = world.timers.inOrder.compactMap { timer in
      guard case .event(let event, let payload) = timer.purpose else { return nil }
      return SavedTimer(
        id: timer.id, coordinator: timer.coordinator.id, event: event, payload: payload,
        due: timer.due)
    }
    deferredLink = world.deferredLink
    refused = world.refused.flatMap { refused in
      world.screens[refused.screen] != nil && refused.arrival.canBeSaved ? refused : nil
    }
    for participant in world.snapshotParticipants {
      parts[participant.snapshotKey] = participant.snapshot
    }
  }
}

extension SavedCoordinator {
  init(_ coordinator: LiveCoordinator, in world: World) throws(FlowError) {
    id = coordinator.id
    name = coordinator.name
    binding = coordinator.binding
    input = coordinator.input
    router = coordinator.router
    hasOwnRouter = coordinator.hasOwnRouter
    isAwaited = coordinator.isAwaited && !coordinator.isWaitedFor
    let above = coordinator.parent?.services ?? [:]
    services = coordinator.services == above ? nil : coordinator.services
    screens = coordinator.screens.keys
    containers = coordinator.containers.sorted()
    for suspension in coordinator.suspensions.values.sorted(by: { $0.id < $1.id }) {
      if suspension.isStart {
        restarts = true
      } else {
        interrupted.append(SavedHandler(suspension, in: world))
      }
    }
    do {
      state = try coordinator.behavior.savedState()
      version = coordinator.behavior.version
    } catch {
      throw FlowError(
        .failure,
        "no snapshot can be taken: the state of \(coordinator.path) cannot be kept: \(error)",
        coordinator: coordinator.path, cause: error)
    }
    for child in coordinator.childrenOldestFirst {
      children.append(try SavedCoordinator(child, in: world))
    }
  }
}

extension SavedHandler {
  init(_ suspension: Suspension, in world: World) {
    event = suspension.event?.name
    source = suspension.event?.source.key
    let known =
      switch suspension.wait {
      case .child(let id): "child \(world.coordinators[id]?.name ?? "that has ended")"
      case .screen(let id): "screen \(world.screens[id]?.name ?? "that has gone")"
      case .service: "a service"
      case .time(let seconds): "\(seconds) seconds"
      }
    waits = suspension.handler.waitsFor ?? known
  }
}

extension LiveCoordinator {
  /// Whether a handler of its parent's waits for it just now. That one is not kept, so that once
  /// restored its end is an event like that of others.
  fileprivate var isWaitedFor: Bool {
    parent?.suspensions.values.contains { $0.wait == .child(id) } ?? false
  }
}

extension World {
  /// Of routers, what the navigation does not show, in order.
  fileprivate var savedRouters: [SavedRouter] {
    let shown = Set(navigation.routers.map(\.id))
    return routers.sorted { $0.key < $1.key }.compactMap { id, record in
      if let modal = record.modal, !shown.contains(id) {
        return SavedRouter(id: id, purpose: .modal(modal))
      }
      return record.start.map { start in
        SavedRouter(id: id, purpose: .tab(slot: start.slot, input: start.input))
      }
    }
  }
}
