import Navigation
import PlainValues

/// What a coordinator can see and ask of its host while one of its functions runs.
///
/// It is made for each call. Keeping one beyond the turn is of no use: what is asked of it then is
/// refused.
public struct CoordinatorContext {
  let coordinator: LiveCoordinator
  let turn: Turn

  init(_ coordinator: LiveCoordinator, _ turn: Turn) {
    self.coordinator = coordinator
    self.turn = turn
  }

  public var id: CoordinatorID { coordinator.id }
  /// What its parent calls it.
  public var name: String { coordinator.name }
  public var path: String { coordinator.path }
  public var binding: Binding { coordinator.binding }
  public var input: PackedValue { coordinator.input }
  public var device: Device { turn.device }
  public var phase: Lifecycle.Phase { coordinator.lifecycle.phase }

  /// Its screens.
  public var router: RouterAccess { RouterAccess(context: self) }
  /// Its children.
  public var children: ChildrenAccess { ChildrenAccess(context: self) }
  /// What the application offers.
  public var services: ServicesAccess { ServicesAccess(context: self) }

  // MARK: Ending

  /// What becomes of a coordinator's own screens when it finishes.
  public enum Screens: Sendable {
    case takenAway
    /// They go to the parent.
    case handedToParent
  }

  /// Ends it with a result. Takes effect at once: its subtree ends, its `finish` runs, its screens
  /// go; the parent is told when the running handler has returned.
  ///
  /// - Throws: ``FlowError`` where it has ended already.
  public func finish(
    _ result: PackedValue = .finishedWithoutResult, screens: Screens = .takenAway
  ) throws {
    try turn.permit(.act("finish"), for: coordinator)
    try turn.charge(result)
    var keeper: LiveCoordinator?
    if screens == .handedToParent {
      guard !coordinator.hasOwnRouter, let parent = coordinator.parent else {
        throw FlowError(
          .misuse,
          """
          \(name) cannot keep its screens: \(coordinator.parent == nil ? "it is the root" : "its router goes with it"). \
          keep_screens is for a child that shares its parent's router.
          """)
      }
      keeper = parent
    }
    turn.end([coordinator], .finished(result), keepingScreens: keeper) { _ in true }
  }

  /// Ends it without a result.
  public func cancel(_ reason: String = CancelReason.cancelled) throws {
    try turn.permit(.act("cancel"), for: coordinator)
    try turn.charge(name: reason, of: "a reason")
    turn.end([coordinator], .cancelled(reason: reason)) { _ in true }
  }

  // MARK: Telling

  /// Tells the parent, and from there whoever handles it, once the running handler has returned.
  public func emit(_ event: String, _ payload: PackedValue = .empty) throws {
    try turn.charge(name: event, of: "an event")
    try turn.permit(.tell("emit \"\(event)\""), for: coordinator)
    try Turn.check(eventName: event)
    try turn.charge(payload)
    guard let parent = coordinator.parent else {
      turn.record.happenings.emitted.append(EmittedRecord(name: event, payload: payload))
      return
    }
    let origin = turn.handling.last?.origin ?? coordinator.router
    turn.post(
      Delivery(
        addressee: parent, sender: name,
        event: Event(event, from: .child(name), payload: payload, child: ChildHandle(coordinator)),
        route: .bubbling, origin: origin))
  }

  /// Sends it an event of the source `timer` after a while. A second one of that name takes the
  /// place of the first; they end with the coordinator.
  ///
  /// - Parameter seconds: 0 or more, on the host's clock.
  public func after(_ seconds: Double, _ event: String, _ payload: PackedValue = .empty) throws {
    try turn.charge(name: event, of: "an event")
    try turn.permit(.act("set the timer \"\(event)\""), for: coordinator)
    try Turn.check(eventName: event)
    try turn.charge(payload)
    guard seconds.isFinite, seconds >= 0 else {
      throw FlowError(.misuse, "a timer is set for 0 seconds or more, not \(seconds)")
    }
    guard turn.world.timers.count < turn.limits.timers else {
      throw turn.exceeds("cannot set the timer \"\(event)\": \(turn.limits.timers) are set already")
    }
    try stop(event)
    turn.world.setTimer(
      HostTimer(
        id: turn.world.makeTimerID(), coordinator: coordinator, purpose: .event(event, payload),
        due: turn.now + seconds))
  }

  /// Stops the timer of that name; nothing where there is none.
  public func stop(_ event: String) throws {
    try turn.permit(.act("stop the timer \"\(event)\""), for: coordinator)
    if let id = coordinator.namedTimers[event] { turn.world.stopTimer(id) }
  }

  // MARK: Links

  /// Follows a link from the root, after this turn.
  public func open(_ url: String) throws { try turn.openLink(url, by: coordinator) }

  /// Keeps the link that is being followed until it is resumed. One is kept, the newest.
  public func deferLink(_ link: Link) throws { try turn.deferLink(link, by: coordinator) }

  /// Whether the link that is being followed is kept instead.
  public var isLinkDeferred: Bool { turn.isLinkDeferred }

  /// Follows the link that is kept, after this turn; where none is, does nothing.
  public func resumeLink() throws { try turn.resumeLink(by: coordinator) }

  // MARK: The record, and who the user is

  /// Writes a line into the turn's record. A turn that writes more than it may
  /// (``HostLimits/logBytes``) fails.
  public func log(_ text: String) { try? turn.log(text) }

  public var attributes: [String: Value] { turn.world.attributes }

  /// Says who the user is; nil takes what was said back.
  public func setAttribute(_ key: String, _ value: Value?) throws {
    try turn.permit(.act("set an attribute"), for: coordinator)
    try turn.charge(name: key, of: "an attribute")
    let packed = try PackedValue(value ?? .null)
    try turn.charge(packed)
    let value = packed.value
    turn.world.setAttribute(key, value.orNone)
  }

  // MARK: For behaviors

  /// Finds the coordinator again without holding it.
  public var reference: CoordinatorReference { CoordinatorReference(coordinator, turn) }

  /// Refuses where a service may not be called now.
  public func permitService(_ service: String, _ function: String) throws {
    try turn.permit(.use("call \(service).\(function)"), for: coordinator)
  }

  /// What undoes a change that the host does not know of, should the turn fail.
  public func onUndo(_ undo: @escaping () -> Void) { turn.world.onUndo(undo) }

  /// Whether handlers of it are suspended, other than one that is running again.
  package var hasSuspendedHandlers: Bool { !coordinator.suspensions.isEmpty }

  /// Its behavior says other things of gestures and application events than it did. Costs the
  /// number of its screens.
  package func noteChange() { turn.noteChange(of: coordinator) }

  /// Keeps the rest of the running handler until what it waits for has come; the handler counts as
  /// having handled its event.
  ///
  /// - Parameter busy: what becomes of the event that it handles, should that come again meanwhile.
  public func suspend(
    _ handler: any SuspendedHandler, waitingFor wait: Wait, busy: BusyPolicy = .drop
  ) {
    turn.suspend(handler, waitingFor: wait, busy: busy, in: coordinator)
  }

  /// Whether its handler may wait now.
  public func permitWaiting(_ what: String) throws {
    try turn.permit(.act(what), for: coordinator)
  }

  /// Runs something that may only read, such as a guard.
  ///
  /// - Parameter what: names it in the errors of what tries more, such as `the guard "has_draft"`.
  public func readingOnly<Result>(_ what: String, _ body: () throws -> Result) rethrows -> Result {
    let outer = turn.readingOnly
    turn.readingOnly = what
    defer { turn.readingOnly = outer }
    return try body()
  }

  /// Says where the script has what is handling the event, and which of its transitions that is.
  public func noteHandler(_ place: SourcePlace?, _ transition: TakenTransition? = nil) {
    turn.record.happenings.handlers.append(
      HandlerRecord(coordinator: id, name: name, place: place, transition: transition))
  }

  /// Says something that a flow's author may like to know.
  public func note(_ text: String) { turn.note(.note, text) }

  /// Says something that is likely a mistake.
  public func warn(_ text: String) { turn.note(.warning, text) }
}

extension PackedValue {
  /// The result of who finishes without giving one: true.
  public static let finishedWithoutResult = PackedValue(unchecked: [2])
}

/// A coordinator, held weakly: for what outlives the call that it was given in.
public struct CoordinatorReference {
  private let coordinator: Whereabouts<LiveCoordinator>
  private let turn: Whereabouts<Turn>

  init(_ coordinator: LiveCoordinator, _ turn: Turn) {
    self.coordinator = coordinator.whereabouts
    self.turn = turn.whereabouts
  }

  /// What can be asked of it now; nil once it has gone.
  public var context: CoordinatorContext? {
    guard let coordinator = coordinator.object, let turn = turn.object else { return nil }
    return CoordinatorContext(coordinator, turn)
  }
}

extension LiveCoordinator {
  /// What it can ask of that host now, outside its own functions: what changes anything is refused
  /// unless a turn is running.
  public func context(in host: Host) -> CoordinatorContext { CoordinatorContext(self, host.turn) }
}
