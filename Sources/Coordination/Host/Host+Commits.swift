import Navigation
import PlainValues

/// Carrying out what has arrived.
extension Host {
  /// Carries out what has arrived, with all that follows from it, and then asks the router once.
  func commit(_ waiting: Waiting) {
    guard isThere(waiting.arrival) else { return }
    commits += 1
    var commit = Commit(
      number: commits, time: options.clock.now, arrival: waiting, before: world.navigation)
    turn.now = commit.time
    begin(waiting.arrival, in: &commit)
    settle(&commit)
    turn.noteIdle(commit.touched)
    finish(&commit)
  }

  /// Whether what arrives is about something that is still there: a timer may have been stopped
  /// since, and one that waited for an answer gone.
  func isThere(_ arrival: Arrival) -> Bool {
    switch arrival {
    case .timer(let id, _): world.timers[id] != nil
    case .answer(let id, _): calls[id] != nil
    default: true
    }
  }

  func begin(_ arrival: Arrival, in commit: inout Commit) {
    let kind: EventRecord.Kind = arrival.isFact ? .fact : .request
    var event = arrival.record(kind, in: world)
    if case .restore(let snapshot, let missing) = arrival {
      return restore(snapshot, missing, event, in: &commit)
    }
    if case .timer(let id, _) = arrival { turn.firing = world.takeTimer(id) }
    if case .answer(let id, _) = arrival, let call = calls.removeValue(forKey: id) {
      turn.calling = call
      event.source = call.name
    }
    defer {
      turn.firing = nil
      turn.calling = nil
    }
    if arrival.isFact {
      var shown = world.navigation
      runFact(event, in: &commit) { shown = turn.apply(arrival) }
      commit.before = shown
    } else {
      request(arrival, event, in: &commit)
    }
  }

  /// Carries out what is asked. If somebody refuses to leave a screen for it, it is kept, so that
  /// it can be proceeded with, and who refused is told.
  func request(
    _ arrival: Arrival, _ event: EventRecord, agreed: Set<ScreenID> = [], in commit: inout Commit
  ) {
    let ending = runTurn(event, agreed: agreed, in: &commit) {
      try turn.apply(arrival, options: options)
    }
    guard case .blocked(let refusal) = ending else { return }
    let screen = refusal.leaving.screen
    world.setRefused(
      RefusedRequest(
        arrival: arrival.settled(in: world.navigation, turn.firing), screen: screen,
        agreed: turn.agreed.union([screen])))
  }

  /// Runs follow-ups, and judges whom facts have left without screens, until nothing is left.
  func settle(_ commit: inout Commit) {
    while true {
      if let next = commit.popFollowUp() {
        guard commit.records.count < options.limits.turnsPerCommit else {
          return refuseToSettle(&commit, next)
        }
        run(next, in: &commit)
      } else if let suspect = commit.suspects.popNext() {
        guard suspect.coordinator.lifecycle.isLive, suspect.coordinator.subtreeScreens == 0 else {
          continue
        }
        let event = EventRecord(
          kind: .fact, name: suspect.reason.rawValue, source: nil, payload: .empty)
        runFact(event, in: &commit) { turn.judge(suspect) }
      } else if let notice = commit.popNotice() {
        commit.add(turn.delivery(of: notice))
      } else {
        return
      }
    }
  }

  func run(_ followUp: FollowUp, in commit: inout Commit) {
    switch followUp {
    case .delivery(let delivery):
      request(.delivery(delivery), EventRecord(.followUp, delivery.event), in: &commit)
    case .wake(let wake): run(wake, in: &commit)
    case .request(let arrival, let agreed):
      request(arrival, arrival.record(.followUp, in: world), agreed: agreed, in: &commit)
    }
  }

  /// Lets a suspended handler go on. If its turn fails the handler is gone; its coordinator is
  /// told, or is cancelled where the handler was its start.
  func run(_ wake: Wake, in commit: inout Commit) {
    let coordinator = wake.coordinator
    guard let suspension = world.takeSuspension(wake.handler, of: coordinator) else { return }
    let ending = runTurn(EventRecord(wake, suspension), in: &commit) {
      try turn.resume(suspension, in: coordinator, wake.answer)
    }
    // What it was refused is newer than what is kept, and cannot be asked for once more.
    if case .blocked = ending { world.setRefused(nil) }
    if coordinator.suspensions[suspension.id] == nil { release(suspension.queued) }
    if case .committed = ending { return }
    guard coordinator.lifecycle.isLive else { return }
    if suspension.isStart {
      let event = EventRecord(
        kind: .fact, name: EventNames.failed, source: coordinator.name, payload: .empty)
      runFact(event, in: &commit) { turn.endFailed(coordinator) }
    } else if coordinator.behavior.appEvents.contains(EventNames.failed) {
      commit.add(
        Delivery(
          addressee: coordinator, sender: "the host",
          event: Event(EventNames.failed, from: .app, payload: suspension.failure(ending)),
          route: .broadcast, origin: coordinator.router))
    }
  }

  /// Lets events go on that have waited for a handler, one after the other: a handler of the first
  /// that waits is one that the others wait for.
  func release(_ events: [QueuedEvent]) {
    if !events.isEmpty { released.append(events[...]) }
  }

  /// The next of the events that have waited for a handler.
  func nextReleased() -> Waiting? {
    guard !released.isEmpty else { return nil }
    while var line = released.first {
      guard let next = line.first else {
        released.removeFirst()
        continue
      }
      if let owner = world.screens[next.screen]?.owner,
        let (coordinator, handler) = turn.handlerAtWork(
          on: next.event, from: next.screen, of: owner), handler.busy == .queue
      {
        released.removeFirst()
        world.queue(line, behind: handler.id, of: coordinator)
        continue
      }
      line.removeFirst()
      released[0] = line
      return Waiting(arrival: next.arrival, cause: .inside)
    }
    return nil
  }

  @discardableResult
  func runTurn(
    _ event: EventRecord, agreed: Set<ScreenID> = [], in commit: inout Commit,
    _ body: () throws -> Void
  ) -> Turn.Ending {
    let record = makeRecord(event, in: commit)
    var ending = Turn.Ending.committed
    record.stops = bound(world.participants[...]) {
      ending = turn.run(record, agreed: agreed, body)
    }
    if case .blocked(let refusal) = ending { commit.add(turn.delivery(of: refusal)) }
    record.end(ending)
    end(record, in: &commit)
    return ending
  }

  func runFact(_ event: EventRecord, in commit: inout Commit, _ body: () -> Void) {
    let record = makeRecord(event, in: commit)
    record.stops = bound(world.participants[...]) { turn.runFact(record, body) }
    commit.take(turn.effects)
    end(record, in: &commit)
  }

  private func makeRecord(_ event: EventRecord, in commit: Commit) -> TurnRecord {
    TurnRecord(
      turn: turns + 1, commit: commit.number, time: commit.time, event: event,
      navigation: commit.before, arrival: commit.records.isEmpty ? commit.arrival : nil)
  }

  /// Runs a turn within the bounds of all participants.
  func bound(
    _ participants: ArraySlice<any TurnParticipant>, _ turn: () -> Void
  ) -> [TurnStop] {
    let before = replayed?.stops(turns + 1)
    guard let first = participants.first else {
      self.turn.storeFailure = before?.first { $0.bound == "store" }.map { $0.detail ?? "" }
      turn()
      return self.turn.stops
    }
    var inner: [TurnStop] = []
    let stops = first.bound(replaying: before) {
      inner = bound(participants.dropFirst(), turn)
    }
    return stops + inner
  }

  /// Makes final what a turn has done, unless it was undone, and sees to what follows from it.
  private func end(_ record: TurnRecord, in commit: inout Commit) {
    turns += 1
    record.navigation = world.navigation
    record.time = turn.now  // A restored host's time is the snapshot's.
    record.weight = turn.weight + record.event.payload.bytes.count
    commit.records.append(record)
    let effects = turn.takeEffects()
    guard record.result == .committed else { return }
    if let end = record.ended.last, world.root == nil { outcome = end.outcome }
    for dropped in world.commit() { letGo(of: dropped) }
    if !effects.touched.isEmpty { commit.touched += effects.touched }
    for sequel in effects.sequels { follow(sequel, in: &commit) }
  }

  private func follow(_ sequel: Sequel, in commit: inout Commit) {
    switch sequel {
    case .delivery(let delivery): commit.add(.delivery(delivery))
    case .wake(let wake): commit.add(.wake(wake))
    case .repeat(let request):
      commit.add(.request(request.arrival, agreed: request.agreed))
    case .open(let link): arrive(.link(link.url, chain: link.chain), .inside)
    case .call(let pending): begin(pending)
    case .unanimated(let router): commit.unanimated.insert(router)
    }
  }

  /// A handler never goes on: what it asked for is not wanted any more, and what waited for it
  /// waits no longer.
  func letGo(of suspension: Suspension) {
    release(suspension.queued)
    guard case .service(let id) = suspension.wait else { return }
    calls.removeValue(forKey: id)?.call.cancel()
  }

  /// Asks a service, unless whoever called has gone within its own turn.
  func begin(_ pending: PendingServiceCall) {
    let isAwaited = pending.coordinator.suspensions.values.contains {
      $0.wait == .service(pending.id)
    }
    guard isAwaited, !isClosed else { return }
    let call = ServiceCall(pending.id, pending.arguments, inbox)
    calls[pending.id] = OpenCall(
      call: call, name: pending.name, coordinator: pending.coordinator)
    pending.begin(call)
  }

  func refuseToSettle(_ commit: inout Commit, _ next: FollowUp) {
    let event = EventRecord(kind: .followUp, name: "unsettled", source: nil, payload: .empty)
    let place = commit.records.reversed().lazy
      .compactMap { $0.handlers.last?.place ?? $0.undonePlace }.first
    runTurn(event, in: &commit) { [limits = options.limits] in
      throw FlowError(
        .limit,
        """
        the commit does not settle: \(limits.turnsPerCommit) turns followed from one event, and \
        \(next.description) would be the next
        """, place: place)
    }
  }

  /// Asks the router for what the commit has changed, then tells the observers.
  func finish(_ commit: inout Commit) {
    if droppedArrivals > 0 {
      turn.note(
        .dropped,
        "\(droppedArrivals) events are dropped: \(options.limits.waitingEvents) wait already")
      droppedArrivals = 0
    }
    commit.close(world.navigation)
    if let calls = commit.records.last?.calls, !calls.isEmpty {
      router.perform(calls, from: commit.before, to: world.navigation)
    }
    keep(commit.records)
    for record in commit.records {
      for observer in observers { observer(record) }
      for exposure in record.exposures { options.onExposure(exposure) }
    }
  }

  func keep(_ new: [TurnRecord]) {
    for record in new {
      records.append(record)
      keptWeight += record.weight
    }
    let limit = options.limits.keptRecords
    // Half as many again are let gather, so that dropping the oldest costs little a turn.
    if records.count > limit + limit / 2 { forget(records.count - limit) }
    if keptWeight > options.limits.recordBytes {
      // Half of that is kept, and the newest in any case.
      var (count, weight) = (0, keptWeight)
      while weight > options.limits.recordBytes / 2, count < records.count - 1 {
        weight -= records[count].weight
        count += 1
      }
      forget(count)
    }
  }

  private func forget(_ count: Int) {
    for record in records.prefix(count) { keptWeight -= record.weight }
    records.removeFirst(count)
  }
}
