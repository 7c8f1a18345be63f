import Navigation
import PlainValues

/// Runs a flow: takes events, lets coordinators decide, asks the router, keeps the record.
///
/// A host and all that it owns belong to one isolation domain: keep it on one actor or thread. An
/// event that arrives while another is handled, also from the router or a service, waits and is
/// handled next. Every call returns when all that waits has been handled, unless it is made from
/// within.
public final class Host {
  let world: World
  let turn: Turn
  let router: any Router
  let options: HostOptions

  private var queue = Queue<Waiting>()
  /// Links that have come before the start.
  private var waitingLinks: [Waiting] = []
  private let inbox: AnswerInbox
  private var calls: [ServiceCallID: OpenCall] = [:]
  private var isDraining = false
  /// How many events have arrived while the one from outside, and what follows from it, is handled.
  private var consequences = 0
  /// How many arrivals were too many since a record could last say so.
  private var droppedArrivals = 0
  private var isClosed = false
  /// What is done again, while it is.
  var replayed: ReplayedArrivals?
  private var turns = 0
  private var commits = 0
  var nextCommit: Int { commits + 1 }
  private var observers: [(TurnRecord) -> Void] = []

  /// The newest records, the oldest first; at most ``HostLimits/keptRecords``.
  public internal(set) var records: [TurnRecord] = []
  /// How the root ended; nil while it lives or before it has started.
  public internal(set) var outcome: Outcome?

  /// - Parameters:
  ///   - sources: where coordinators come from; the first that knows a name is taken.
  ///   - router: what carries navigation out. The host keeps it.
  public init(
    sources: [any CoordinatorSource], router: any Router, options: HostOptions = HostOptions()
  ) {
    world = World(attributes: options.attributes, store: options.store)
    turn = Turn(
      world: world, limits: options.limits, services: options.services, device: options.device,
      sources: sources)
    self.router = router
    self.options = options
    inbox = AnswerInbox(notify: options.onAnswer)
  }

  // MARK: What there is to see

  /// What is on show.
  public var navigation: Navigation { world.navigation }
  /// The root of the tree of live coordinators.
  public var root: LiveCoordinator? { world.root }
  public var attributes: [String: Value] { world.attributes }
  /// The live coordinator of that id.
  public func coordinator(_ id: CoordinatorID) -> LiveCoordinator? { world.coordinators[id] }
  /// How many coordinators live.
  public var liveCount: Int { world.coordinators.count }
  /// The coordinator that a screen on show belongs to.
  public func owner(of screen: ScreenID) -> LiveCoordinator? { world.screens[screen]?.owner }

  /// What a live coordinator keeps as its state; nil where it has gone. Costs the size of it.
  public func state(of id: CoordinatorID) -> PackedValue? { world.coordinators[id]?.behavior.state }

  /// The events that the owner of that screen names of it, sorted.
  public func events(of screen: ScreenID) -> [String] {
    guard let record = world.screens[screen] else { return [] }
    return record.owner.behavior.events(ofScreen: record.name)
  }

  /// Calls that function with each record, once its commit has reached the router.
  public func observe(_ observer: @escaping (TurnRecord) -> Void) { observers.append(observer) }

  /// The coordinator whose function is running, the innermost of several; nil where none is.
  public var running: CoordinatorContext? {
    turn.handling.last.map { CoordinatorContext($0.coordinator, turn) }
  }

  /// Writes a line into the record of the turn that is running; nothing where none is.
  ///
  /// - Throws: ``FlowError`` where the turn has written more than it may.
  public func log(_ text: String) throws {
    if turn.isRunning { try turn.log(text) }
  }

  /// Adds something with an undo log of its own. To be called before the start.
  public func addParticipant(_ participant: any TurnParticipant) {
    world.participants.append(participant)
  }

  // MARK: Taking events

  /// Takes something up, or lets it wait while something else is handled.
  func arrive(_ arrival: Arrival, _ cause: ArrivalCause = .outside) {
    guard !isClosed else { return }
    if case .link = arrival, !world.hasStarted {
      if waitingLinks.count < options.limits.waitingEvents {
        waitingLinks.append(Waiting(arrival: arrival, cause: cause))
      }
      return
    }
    if isDraining { consequences += 1 }
    guard consequences <= options.limits.consequentEvents else {
      // What waits has all followed from that one, or it would not wait.
      queue = Queue()
      return turn.refuse(
        """
        \(options.limits.consequentEvents) events have followed from one and do not end: a service \
        or the router answers each with another
        """)
    }
    guard queue.count < options.limits.waitingEvents else {
      droppedArrivals += 1
      return
    }
    queue.append(Waiting(arrival: arrival, cause: cause))
    guard !isDraining else { return }
    drain()
  }

  func drain() {
    isDraining = true
    defer {
      isDraining = false
      consequences = 0
    }
    while let next = replayed?.next(commits + 1) ?? queue.popFirst() {
      commit(next)
      if world.hasStarted, !waitingLinks.isEmpty {
        for link in waitingLinks { queue.append(link) }
        waitingLinks = []
      }
      takeAnswers()
    }
  }

  /// Takes up what services have answered since. An application calls it where it keeps the host,
  /// each time that ``HostOptions/onAnswer`` was called.
  public func takeAnswers() {
    for (id, answer) in inbox.take() { arrive(.answer(id, answer)) }
  }

  /// Stops the host: nothing that arrives later is handled. It ends nobody; what is on show stays.
  /// Services that were asked are told that nobody waits any more.
  public func close() {
    isClosed = true
    for call in calls.values { call.call.cancel() }
    calls = [:]
  }

  deinit { for call in calls.values { call.call.cancel() } }

  // MARK: Commits

  /// Carries out what has arrived, with all that follows from it, and then asks the router once.
  private func commit(_ waiting: Waiting) {
    guard isThere(waiting.arrival) else { return }
    commits += 1
    let commit = Commit(
      number: commits, time: options.clock.now, before: world.navigation, arrival: waiting)
    turn.now = commit.time
    begin(waiting.arrival, in: commit)
    settle(commit)
    turn.effects = TurnEffects()
    turn.noteIdle(commit.touched)
    finish(commit)
  }

  /// Whether what arrives is about something that is still there: a timer may have been stopped
  /// since, and one that waited for an answer gone.
  private func isThere(_ arrival: Arrival) -> Bool {
    switch arrival {
    case .timer(let id): world.timers[id] != nil
    case .answer(let id, _): calls[id] != nil
    default: true
    }
  }

  private func begin(_ arrival: Arrival, in commit: Commit) {
    let kind: EventRecord.Kind = arrival.isFact ? .fact : .request
    var event = arrival.record(kind, in: world)
    if case .restore(let snapshot, let missing) = arrival {
      return restore(snapshot, missing, event, in: commit)
    }
    if case .timer(let id) = arrival { turn.firing = world.takeTimer(id) }
    if case .answer(let id, _) = arrival, let call = calls.removeValue(forKey: id) {
      turn.calling = call
      event.source = call.name
    }
    defer {
      turn.firing = nil
      turn.calling = nil
    }
    if arrival.isFact {
      runFact(event, in: commit) { commit.before = turn.apply(arrival) }
    } else {
      request(arrival, event, in: commit)
    }
  }

  /// Carries out what is asked. If somebody refuses to leave a screen for it, it is kept, so that
  /// it can be proceeded with, and who refused is told.
  private func request(
    _ arrival: Arrival, _ event: EventRecord, agreed: Set<ScreenID> = [], in commit: Commit
  ) {
    let ending = runTurn(event, agreed: agreed, in: commit) {
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
  private func settle(_ commit: Commit) {
    while true {
      if let next = commit.popFollowUp() {
        guard commit.records.count < options.limits.turnsPerCommit else {
          return refuseToSettle(commit, next)
        }
        run(next, in: commit)
      } else if let suspect = commit.suspects.popNext() {
        guard suspect.coordinator.lifecycle.isLive, suspect.coordinator.subtreeScreens == 0 else {
          continue
        }
        let event = EventRecord(
          kind: .fact, name: suspect.reason.rawValue, source: nil, payload: .empty)
        runFact(event, in: commit) { turn.judge(suspect) }
      } else if let notice = commit.popNotice() {
        commit.add(turn.delivery(of: notice))
      } else {
        return
      }
    }
  }

  private func run(_ followUp: FollowUp, in commit: Commit) {
    switch followUp {
    case .delivery(let delivery):
      request(.delivery(delivery), EventRecord(.followUp, delivery.event), in: commit)
    case .wake(let wake): run(wake, in: commit)
    case .request(let arrival, let agreed):
      request(arrival, arrival.record(.followUp, in: world), agreed: agreed, in: commit)
    }
  }

  /// Lets a suspended handler go on. If its turn fails the handler is gone; its coordinator is
  /// told, or is cancelled where the handler was its start.
  private func run(_ wake: Wake, in commit: Commit) {
    let coordinator = wake.coordinator
    guard let suspension = world.takeSuspension(wake.handler, of: coordinator) else { return }
    let ending = runTurn(EventRecord(wake), in: commit) {
      try turn.resume(suspension, in: coordinator, wake.answer)
    }
    // What it was refused is newer than what is kept, and cannot be asked for once more.
    if case .blocked = ending { world.setRefused(nil) }
    if coordinator.suspensions[suspension.id] == nil { commit.take(queued: suspension.queued) }
    if case .committed = ending { return }
    guard coordinator.lifecycle.isLive else { return }
    if suspension.isStart {
      let event = EventRecord(
        kind: .fact, name: EventNames.failed, source: coordinator.name, payload: .empty)
      runFact(event, in: commit) { turn.endFailed(coordinator) }
    } else if coordinator.behavior.appEvents.contains(EventNames.failed) {
      commit.add(
        Delivery(
          addressee: coordinator, sender: "the host", event: Event(EventNames.failed, from: .app),
          route: .broadcast, origin: coordinator.router))
    }
  }

  @discardableResult
  func runTurn(
    _ event: EventRecord, agreed: Set<ScreenID> = [], in commit: Commit, _ body: () throws -> Void
  ) -> Turn.Ending {
    var ending = Turn.Ending.committed
    let stops = bound(world.participants[...]) { ending = turn.run(agreed: agreed, body) }
    switch ending {
    case .committed:
      commit.take(turn.effects.wakes)
      commit.take(repeated: turn.effects.repeated)
    case .blocked(let refusal): commit.add(turn.delivery(of: refusal))
    case .failed: break
    }
    record(event, in: commit, ending, stops)
    return ending
  }

  func runFact(_ event: EventRecord, in commit: Commit, _ body: () -> Void) {
    let stops = bound(world.participants[...]) { turn.runFact(body) }
    commit.take(turn.effects)
    commit.take(turn.effects.wakes)
    record(event, in: commit, .committed, stops)
  }

  /// Runs a turn within the bounds of all participants.
  private func bound(
    _ participants: ArraySlice<any TurnParticipant>, _ turn: () -> Void
  ) -> [TurnStop] {
    guard let first = participants.first else {
      turn()
      return []
    }
    var inner: [TurnStop] = []
    let stops = first.bound(replaying: replayed?.stops(turns + 1)) {
      inner = bound(participants.dropFirst(), turn)
    }
    return stops + inner
  }

  private func record(
    _ event: EventRecord, in commit: Commit, _ ending: Turn.Ending, _ stops: [TurnStop]
  ) {
    turns += 1
    let root = world.root
    if case .committed = ending {
      if let end = turn.effects.ended.last, root == nil { outcome = end.outcome }
      for dropped in world.commit() { letGo(of: dropped, in: commit) }
      commit.touched += turn.effects.touched
      commit.unanimated.formUnion(turn.effects.unanimated)
    }
    let record = TurnRecord(
      turn: turns, commit: commit.number, time: turn.now, event: event,
      effects: turn.effects, navigation: world.navigation, ending: ending)
    record.stops = stops
    if commit.records.isEmpty { record.arrival = commit.arrival }
    commit.records.append(record)
    guard case .committed = ending else { return }
    for link in turn.effects.opens { arrive(.link(link.url, chain: link.chain), .inside) }
    for call in turn.effects.serviceCalls { begin(call) }
  }

  /// A handler never goes on: what it asked for is not wanted any more, and what waited for it
  /// waits no longer.
  private func letGo(of suspension: Suspension, in commit: Commit) {
    commit.take(queued: suspension.queued)
    guard case .service(let id) = suspension.wait else { return }
    calls.removeValue(forKey: id)?.call.cancel()
  }

  /// Asks a service, unless whoever called has gone within its own turn.
  private func begin(_ pending: PendingServiceCall) {
    let isAwaited = pending.coordinator.suspensions.values.contains {
      $0.wait == .service(pending.id)
    }
    guard isAwaited, !isClosed else { return }
    let call = ServiceCall(pending.id, pending.arguments, inbox)
    calls[pending.id] = OpenCall(
      call: call, name: pending.name, coordinator: pending.coordinator)
    pending.begin(call)
  }

  private func refuseToSettle(_ commit: Commit, _ next: FollowUp) {
    let event = EventRecord(kind: .followUp, name: "unsettled", source: nil, payload: .empty)
    runTurn(event, in: commit) { [limits = options.limits] in
      throw FlowError(
        .limit,
        """
        the commit does not settle: \(limits.turnsPerCommit) turns followed from one event, and \
        \(next.description) would be the next
        """)
    }
  }

  /// Asks the router for what the commit has changed, then tells the observers.
  private func finish(_ commit: Commit) {
    if droppedArrivals > 0 {
      turn.note(
        .dropped,
        "\(droppedArrivals) events are dropped: \(options.limits.waitingEvents) wait already")
      droppedArrivals = 0
    }
    commit.close(with: turn.effects.diagnostics, world.navigation)
    turn.effects = TurnEffects()
    if let calls = commit.records.last?.calls, !calls.isEmpty {
      router.perform(calls, from: commit.before, to: world.navigation)
    }
    keep(commit.records)
    for record in commit.records {
      for observer in observers { observer(record) }
    }
  }

  private func keep(_ new: [TurnRecord]) {
    records += new
    let limit = options.limits.keptRecords
    // Half as many again are let gather, so that dropping the oldest costs little a turn.
    if records.count > limit + limit / 2 { records.removeFirst(records.count - limit) }
  }
}
