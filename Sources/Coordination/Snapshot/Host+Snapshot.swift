import Navigation
import PlainValues

/// Snapshots: all that a host is, as one document.
extension Host {
  /// The tree with inputs and states, what is on show and whose it is, timers, the store,
  /// attributes, the device, the clock, random numbers and ids, as plain data that can be written as
  /// JSON, read back, edited and compared.
  ///
  /// A suspended handler cannot be kept. Where it is a coordinator's `start`, the document says
  /// `restarts`: it and all below it start anew when restored. Of others it says `interrupted`.
  /// Events that have arrived and wait are not in it, nor is what lies outside the host: services,
  /// what scripts keep outside their state.
  ///
  /// Costs the size of all that is alive.
  ///
  /// - Throws: ``FlowError`` before the start, after the root has ended, while a turn runs, and where
  ///   a state is deeper or larger than plain data may be.
  public func snapshot() throws(FlowError) -> Value {
    guard !turn.isRunning else {
      throw FlowError(
        .misuse,
        "no snapshot can be taken while a turn runs: take it when the call that began it returns")
    }
    guard let root else {
      throw FlowError(
        .misuse,
        outcome == nil
          ? "no snapshot can be taken: the host has not started yet"
          : "no snapshot can be taken: the flow has ended, and nothing is left of it")
    }
    return try Snapshot(of: self, root: root).value
  }

  /// Goes on from a snapshot, in place of ``start(_:input:)``: rebuilds all of it without running
  /// `start` again, then starts anew what the snapshot says, and tells who has lost a handler
  /// (`app.interrupted`). The router is asked for what is on show then.
  ///
  /// The store and attributes become the snapshot's. A ``VirtualClock`` is set to its time; on
  /// another clock, timers that have come due meanwhile are due at once.
  ///
  /// - Parameter missing: what is done about coordinators that nobody knows any more.
  /// - Returns: the error, where it cannot be restored. Then nothing has changed, and the host may
  ///   be started, or restored from another.
  @discardableResult
  public func restore(
    _ snapshot: Value, missing: MissingCoordinators = .refused
  ) -> FlowError? {
    let commit = nextCommit
    arrive(.restore(snapshot, missing))
    return records.first { $0.commit == commit }?.error
  }

  /// Carries a restoration out.
  func restore(
    _ snapshot: Value, _ missing: MissingCoordinators, _ event: EventRecord, in commit: inout Commit
  ) {
    var sequel = Restoration.Sequel()
    // What is done again has its times from the trace.
    let clock = replayed == nil ? options.clock as? VirtualClock : nil
    let ending = runTurn(event, in: &commit) {
      sequel = try turn.restore(snapshot, missing: missing, clock: clock)
    }
    guard case .committed = ending else { return }
    // The newest first, as all that end together: who runs in another's tabs goes before those do.
    for coordinator in sequel.missing.sorted(by: { $0.id > $1.id }) {
      runFact(EventRecord(takingOut: coordinator, CancelReason.missing), in: &commit) {
        turn.takeOut(coordinator, CancelReason.missing, telling: .parent)
      }
    }
    let restarts = sequel.restarts.sorted { $0.id < $1.id }.map { former in
      (former, former.hasOwnRouter ? world.routers[former.router]?.modal : nil)
    }
    for (former, _) in restarts.reversed() {
      runFact(EventRecord(takingOut: former, CancelReason.restart), in: &commit) {
        turn.takeOut(former, CancelReason.restart, telling: .nobody)
      }
    }
    for (former, modal) in restarts { restart(former, presented: modal, in: &commit) }
    for (coordinator, handler) in sequel.interrupted
    where coordinator.behavior.appEvents.contains(EventNames.interrupted) {
      let payload = (try? PackedValue(handler.value)) ?? .empty
      commit.add(
        Delivery(
          addressee: coordinator, sender: "the host",
          event: Event(EventNames.interrupted, from: .app, payload: payload), route: .broadcast,
          origin: coordinator.router))
    }
  }

  /// Lets a coordinator start anew where it was. If that fails, its parent is told as of any whose
  /// start fails after it has waited.
  private func restart(
    _ former: LiveCoordinator, presented modal: PendingModal?, in commit: inout Commit
  ) {
    guard let parent = former.parent, parent.lifecycle.isLive else { return }
    let event = EventRecord(
      kind: .followUp, name: "start", source: former.binding.slot, payload: former.input)
    let ending = runTurn(event, in: &commit) { try turn.restart(former, presented: modal) }
    if case .committed = ending { return }
    guard !former.isAwaited else { return }
    commit.add(
      Delivery(
        addressee: parent, sender: former.name,
        event: Event(
          EventNames.cancelled, from: .child(former.name),
          payload: PackedValue(name: EventNames.failed), child: ChildHandle(former)),
        route: .childEnded, origin: parent.router))
  }
}

extension EventRecord {
  fileprivate init(takingOut coordinator: LiveCoordinator, _ name: String) {
    self.init(kind: .fact, name: name, source: coordinator.name, payload: .empty)
  }
}
