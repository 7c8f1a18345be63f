import Navigation
import PlainValues

/// Runs a flow: takes events, lets coordinators decide, asks the router, keeps the record.
///
/// A host and all that it owns belong to one isolation domain: keep it on one actor or thread. An
/// event that arrives while another is handled, also from the router or a service, waits and is
/// handled next. Every call returns when all that waits has been handled, unless it is made from
/// within.
public final class Host {
  /// For who is to find it and not to hold it.
  package let whereabouts = Whereabouts<Host>()
  let world: World
  let turn: Turn
  let router: any Router
  let options: HostOptions

  var queue = Queue<Waiting>()
  /// Links that have come before the start.
  var waitingLinks: [Waiting] = []
  /// Events that have waited for a handler which has returned, in lines by what they waited for.
  var released: [ArraySlice<QueuedEvent>] = []
  let inbox: AnswerInbox
  var calls: [ServiceCallID: OpenCall] = [:]
  var isDraining = false
  /// How many events have arrived while the one from outside, and what follows from it, is handled.
  var consequences = 0
  /// How many arrivals were too many since a record could last say so.
  var droppedArrivals = 0
  package internal(set) var isClosed = false
  /// What is done again, while it is.
  var replayed: ReplayedArrivals?
  var turns = 0
  var commits = 0
  var nextCommit: Int { commits + 1 }
  var observers: [(TurnRecord) -> Void] = []

  /// The newest records, the oldest first; at most ``HostLimits/keptRecords``.
  public internal(set) var records: [TurnRecord] = []
  /// The bytes of data and log of those.
  var keptWeight = 0
  /// How the root ended; nil while it lives or before it has started.
  public internal(set) var outcome: Outcome?

  /// - Parameters:
  ///   - sources: where coordinators come from; the first that knows a name is taken.
  ///   - router: what carries navigation out. The host keeps it.
  public init(
    sources: [any CoordinatorSource], router: any Router, options: HostOptions = HostOptions()
  ) {
    world = World(
      attributes: options.attributes, variants: options.variants, store: options.store)
    turn = Turn(
      world: world, limits: options.limits, services: options.services, device: options.device,
      sources: sources)
    self.router = router
    self.options = options
    inbox = AnswerInbox(notify: options.onAnswer)
    whereabouts.begin(self)
  }

  // MARK: What there is to see

  /// Where its coordinators come from.
  package var sources: [any CoordinatorSource] { turn.sources }

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
    while let next = nextReplayed() ?? nextReleased() ?? queue.popFirst() {
      commit(next)
      if world.hasStarted, !waitingLinks.isEmpty {
        for link in waitingLinks { queue.append(link) }
        waitingLinks = []
      }
      takeAnswers()
    }
  }

  /// What arrives from outside next, where a trace is done again: a beginning of its own.
  private func nextReplayed() -> Waiting? {
    guard let next = replayed?.next(commits + 1, in: world) else { return nil }
    consequences = 0
    return next
  }

  /// Takes up what services have answered since. An application calls it where it keeps the host,
  /// each time that ``HostOptions/onAnswer`` was called.
  public func takeAnswers() {
    for (id, answer) in inbox.take() {
      arrive(.answer(id, answer.plain(from: calls[id]?.name ?? "a service")))
    }
  }

  /// Stops the host: nothing that arrives later is handled. It ends nobody; what is on show stays.
  /// Services that were asked are told that nobody waits any more.
  public func close() {
    isClosed = true
    for call in calls.values { call.call.cancel() }
    calls = [:]
  }

  deinit {
    whereabouts.end()
    // What a script is to a coordinator and the other way round is a circle.
    letGo()
  }
}
