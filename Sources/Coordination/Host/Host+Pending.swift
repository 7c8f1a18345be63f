import PlainValues

/// A suspended handler, for whoever looks at a host from outside.
package struct PendingHandler: CustomStringConvertible {
  /// The names from the root down to its coordinator: `app/auth`.
  package let coordinator: String
  /// What it handles; nil for a `start`.
  package let event: String?
  package let source: String?
  /// What it waits for, such as `service catalog.find`.
  package let waits: String

  /// `app/auth, submitted from login, waits for service catalog.find`.
  package var description: String {
    let what = event.map { "\($0) from \(source ?? "the host")" } ?? "start"
    return "\(coordinator), \(what), waits for \(waits)"
  }
}

/// A timer that is set.
package struct PendingTimer {
  package let coordinator: String
  package let event: String
  /// On the host's clock.
  package let due: Double
}

/// What is still to come of what has been done.
extension Host {
  /// The handlers that wait, the oldest first. Costs the number of live coordinators.
  package var pendingHandlers: [PendingHandler] {
    let waiting = world.coordinators.values.flatMap { coordinator in
      coordinator.suspensions.values.map { (coordinator, $0) }
    }
    return waiting.sorted { $0.1.id < $1.1.id }.map { coordinator, suspension in
      let saved = SavedHandler(suspension, in: world)
      return PendingHandler(
        coordinator: coordinator.path, event: suspension.isStart ? nil : saved.event,
        source: saved.source, waits: saved.waits ?? "something")
    }
  }

  /// The timers that send an event, in the order in which they are due.
  package var pendingTimers: [PendingTimer] {
    world.timers.inOrder.compactMap { timer in
      timer.event.map {
        PendingTimer(coordinator: timer.coordinator.path, event: $0, due: timer.due)
      }
    }
  }
}
