import Navigation
import PlainValues

/// All that a turn can change, and take back: navigation, the tree, who owns what, the store.
///
/// Every change goes through a method that writes down how to undo it, so that undoing costs what
/// was done. The navigation is a persistent value: a savepoint just keeps it.
final class World {
  var navigation: Navigation
  private(set) var root: LiveCoordinator?
  /// Whether there is a root, or was one.
  private(set) var hasStarted = false
  private(set) var coordinators = AscendingMap<CoordinatorID, LiveCoordinator>()
  private(set) var screens = AscendingMap<ScreenID, ScreenRecord>()
  private(set) var routers: [RouterID: RouterRecord] = [:]
  private(set) var appListeners: [String: [CoordinatorID: LiveCoordinator]] = [:]
  private(set) var attributes: [String: Value]
  /// The bytes of data that turns have made since what is kept was measured.
  var unmeasured = 0
  private(set) var timers = Timers()
  /// The variants that were chosen by hand, by slot.
  private(set) var variants: [String: String]
  /// The request that was refused last.
  private(set) var refused: RefusedRequest?
  /// The link that is kept until it is resumed.
  private(set) var deferredLink: String?
  let store: any Store
  var participants: [any TurnParticipant] = []

  private var deeds: [Deed] = []
  private(set) var lastID: UInt64 = 0

  init(attributes: [String: Value], variants: [String: String], store: any Store) {
    self.attributes = attributes
    self.variants = variants
    self.store = store
    lastID = 1
    let base = RouterID(rawValue: 1)
    navigation = Navigation(base: RouterState(id: base, content: .stack(Stack())))
    routers[base] = RouterRecord()
  }

  // MARK: Ids

  /// Screens, routers and coordinators share one sequence; none of it is used twice, also not
  /// when a turn is undone.
  private func nextID() -> UInt64 {
    lastID += 1
    return lastID
  }

  /// Gives ids from there on, so that none of a snapshot's is used again.
  func continueIDs(after id: UInt64) {
    let before = lastID
    onUndo { [self] in lastID = before }
    lastID = max(lastID, id)
  }

  func makeScreenID() -> ScreenID { ScreenID(rawValue: nextID()) }
  func makeRouterID() -> RouterID { RouterID(rawValue: nextID()) }
  func makeCoordinatorID() -> CoordinatorID { CoordinatorID(rawValue: nextID()) }

  // MARK: Screens

  func addScreen(_ id: ScreenID, _ record: ScreenRecord) {
    attach(id, record)
    deeds.append(.showed(id))
  }

  /// Lets go of a screen that has left the navigation.
  func removeScreen(_ id: ScreenID) -> ScreenRecord? {
    guard let record = screens[id] else { return nil }
    detach(id)
    deeds.append(.removed(id, record))
    return record
  }

  func giveScreen(_ id: ScreenID, to owner: LiveCoordinator) {
    guard let record = screens[id] else { return }
    detach(id)
    attach(id, ScreenRecord(owner: owner, name: record.name, router: record.router))
    deeds.append(.gave(id, from: record.owner))
  }

  private func attach(_ id: ScreenID, _ record: ScreenRecord) {
    screens.insert(record, for: id)
    record.owner.screens.insert(id)
    for coordinator in record.owner.chain { coordinator.subtreeScreens += 1 }
  }

  private func detach(_ id: ScreenID) {
    guard let record = screens.remove(id) else { return }
    record.owner.screens.remove(id)
    for coordinator in record.owner.chain { coordinator.subtreeScreens -= 1 }
  }

  // MARK: Routers

  func addRouter(_ id: RouterID, _ record: RouterRecord) {
    routers[id] = record
    deeds.append(.opened(id))
  }

  func removeRouter(_ id: RouterID) -> RouterRecord? {
    guard let record = routers.removeValue(forKey: id) else { return nil }
    deeds.append(.closed(id, record))
    return record
  }

  func changeRouter(_ id: RouterID, _ change: (inout RouterRecord) -> Void) {
    guard var record = routers[id] else { return }
    deeds.append(.changed(id, from: record))
    change(&record)
    routers[id] = record
  }

  func setContainers(_ containers: Set<RouterID>, of coordinator: LiveCoordinator) {
    deeds.append(.setContainers(coordinator, from: coordinator.containers))
    coordinator.containers = containers
  }

  // MARK: Coordinators

  func add(_ coordinator: LiveCoordinator) {
    insert(coordinator)
    deeds.append(.started(coordinator))
  }

  func remove(_ coordinator: LiveCoordinator) {
    drop(coordinator)
    deeds.append(.ended(coordinator))
  }

  func changeLifecycle<Result>(
    of coordinator: LiveCoordinator, _ change: (inout Lifecycle) -> Result
  ) -> Result {
    deeds.append(.moved(coordinator, from: coordinator.lifecycle))
    return change(&coordinator.lifecycle)
  }

  private func insert(_ coordinator: LiveCoordinator) {
    coordinators.insert(coordinator, for: coordinator.id)
    if let parent = coordinator.parent {
      _ = parent.children.add(coordinator)
      if coordinator.subtreeScreens > 0 {
        for ancestor in parent.chain { ancestor.subtreeScreens += coordinator.subtreeScreens }
      }
    } else {
      root = coordinator
      hasStarted = true
    }
    if coordinator.parent?.router != coordinator.router {
      routers[coordinator.router]?.residents[coordinator.id] = coordinator
    }
    coordinator.appEvents = coordinator.behavior.appEvents
    for event in coordinator.appEvents {
      appListeners[event, default: [:]][coordinator.id] = coordinator
    }
  }

  private func drop(_ coordinator: LiveCoordinator) {
    coordinators.remove(coordinator.id)
    if let parent = coordinator.parent {
      _ = parent.children.remove(coordinator)
      if coordinator.subtreeScreens > 0 {
        for ancestor in parent.chain { ancestor.subtreeScreens -= coordinator.subtreeScreens }
      }
    } else {
      root = nil
    }
    routers[coordinator.router]?.residents[coordinator.id] = nil
    stopListening(coordinator)
  }

  private func stopListening(_ coordinator: LiveCoordinator) {
    for event in coordinator.appEvents {
      appListeners[event]?[coordinator.id] = nil
      if appListeners[event]?.isEmpty == true { appListeners[event] = nil }
    }
  }

  /// Lets a live coordinator listen to the application events that its behavior names now.
  func listen(_ coordinator: LiveCoordinator) {
    let before = coordinator.appEvents
    setListened(coordinator.behavior.appEvents, coordinator)
    onUndo { [self] in setListened(before, coordinator) }
  }

  private func setListened(_ events: [String], _ coordinator: LiveCoordinator) {
    guard events != coordinator.appEvents else { return }
    stopListening(coordinator)
    coordinator.appEvents = events
    for event in events { appListeners[event, default: [:]][coordinator.id] = coordinator }
  }

  func setBinding(_ binding: Binding, of coordinator: LiveCoordinator) {
    let before = coordinator.binding
    onUndo { coordinator.binding = before }
    coordinator.binding = binding
  }

  // MARK: Suspended handlers

  func makeHandlerID() -> HandlerID { HandlerID(rawValue: nextID()) }

  func suspend(_ suspension: Suspension, in coordinator: LiveCoordinator) {
    coordinator.suspensions[suspension.id] = suspension
    deeds.append(.suspended(suspension.id, coordinator))
  }

  /// Takes a handler that is to go on: whatever becomes of its turn, it does not wait any more.
  func takeSuspension(_ id: HandlerID, of coordinator: LiveCoordinator) -> Suspension? {
    coordinator.suspensions.removeValue(forKey: id)
  }

  /// Lets go of a handler, which never goes on, once that is final.
  func dropSuspension(_ id: HandlerID, of coordinator: LiveCoordinator) {
    guard let suspension = coordinator.suspensions.removeValue(forKey: id) else { return }
    deeds.append(.dropped(suspension, coordinator))
    if let timer = suspension.timer { stopTimer(timer) }
  }

  /// Lets an event wait until that handler has returned.
  func queue(_ event: QueuedEvent, behind id: HandlerID, of coordinator: LiveCoordinator) {
    coordinator.suspensions[id]?.queued.append(event)
    deeds.append(.queued(id, coordinator))
  }

  /// Lets those that have waited for one handler wait for the next.
  func queue(
    _ events: ArraySlice<QueuedEvent>, behind id: HandlerID, of coordinator: LiveCoordinator
  ) {
    coordinator.suspensions[id]?.queued.append(contentsOf: events)
  }

  func makeServiceCallID() -> ServiceCallID { ServiceCallID(rawValue: nextID()) }

  // MARK: Requests that wait

  func setRefused(_ request: RefusedRequest?) {
    deeds.append(.setRefused(from: refused))
    refused = request
  }

  func setDeferredLink(_ url: String?) {
    deeds.append(.setDeferredLink(from: deferredLink))
    deferredLink = url
  }

  // MARK: Timers

  func makeTimerID() -> TimerID { TimerID(rawValue: nextID()) }

  func setTimer(_ timer: HostTimer) {
    attach(timer)
    deeds.append(.setTimer(timer.id))
  }

  func stopTimer(_ id: TimerID) {
    guard let timer = detach(id) else { return }
    deeds.append(.stoppedTimer(timer))
  }

  /// Takes a timer that is due: whatever becomes of its turn, it has fired.
  func takeTimer(_ id: TimerID) -> HostTimer? { detach(id) }

  private func attach(_ timer: HostTimer) {
    timers.add(timer)
    timer.coordinator.timers.insert(timer.id)
    if let event = timer.event { timer.coordinator.namedTimers[event] = timer.id }
  }

  private func detach(_ id: TimerID) -> HostTimer? {
    guard let timer = timers.remove(id) else { return nil }
    timer.coordinator.timers.remove(id)
    if let event = timer.event, timer.coordinator.namedTimers[event] == id {
      timer.coordinator.namedTimers[event] = nil
    }
    return timer
  }

  // MARK: Data

  func setAttribute(_ key: String, _ value: Value?) {
    deeds.append(.setAttribute(key, from: attributes[key]))
    attributes[key] = value
  }

  func setStored(_ key: String, _ value: Value?) {
    deeds.append(.stored(key, from: store.value(forKey: key)))
    store.setValue(value, forKey: key)
  }

  /// - Parameter variant: nil to leave it to the experiment again.
  func setVariant(_ variant: String?, of slot: String) {
    let before = variants[slot]
    onUndo { [self] in variants[slot] = before }
    variants[slot] = variant
  }

  func onUndo(_ undo: @escaping () -> Void) { deeds.append(.custom(undo)) }

  // MARK: Undoing

  func savepoint(
    _ effects: TurnEffects.Mark, _ happenings: TurnHappenings.Mark
  ) -> Savepoint {
    Savepoint(
      navigation: navigation, deeds: deeds.count, participants: participants.map { $0.mark() },
      effects: effects, happenings: happenings)
  }

  func rollback(to savepoint: Savepoint) {
    navigation = savepoint.navigation
    while deeds.count > savepoint.deeds { undo(deeds.removeLast()) }
    for (participant, mark) in zip(participants, savepoint.participants) {
      participant.rollback(to: mark)
    }
  }

  /// Makes all that was done final. Whoever ended since the last commit is let go of.
  ///
  /// - Returns: the handlers that never go on.
  func commit() -> [Suspension] {
    var ended: [LiveCoordinator] = []
    var dropped: [Suspension] = []
    let isLarge = deeds.count > 1024
    while let deed = deeds.popLast() {
      if case .ended(let coordinator) = deed { ended.append(coordinator) }
      if case .dropped(let suspension, _) = deed { dropped.append(suspension) }
    }
    if isLarge { deeds = [] }
    for participant in participants { participant.commit() }
    if !dropped.isEmpty { dropped.reverse() }
    for suspension in dropped { suspension.handler.drop() }
    for coordinator in ended.reversed() { coordinator.behavior.release() }
    return dropped
  }

  private func undo(_ deed: Deed) {
    switch deed {
    case .showed(let id): detach(id)
    case .removed(let id, let record): attach(id, record)
    case .gave(let id, let owner):
      guard var record = screens[id] else { return }
      detach(id)
      record.owner = owner
      attach(id, record)
    case .opened(let id): routers[id] = nil
    case .closed(let id, let record), .changed(let id, let record): routers[id] = record
    case .started(let coordinator):
      drop(coordinator)
      if coordinator.depth == 0 { hasStarted = false }
      coordinator.lifecycle = Lifecycle()
      coordinator.behavior.release()
    case .ended(let coordinator): insert(coordinator)
    case .moved(let coordinator, let lifecycle): coordinator.lifecycle = lifecycle
    case .setContainers(let coordinator, let containers): coordinator.containers = containers
    case .setAttribute(let key, let value): attributes[key] = value
    case .stored(let key, let value): store.setValue(value, forKey: key)
    case .setTimer(let id): _ = detach(id)
    case .stoppedTimer(let timer): attach(timer)
    case .suspended(let id, let coordinator):
      coordinator.suspensions.removeValue(forKey: id)?.handler.drop()
    case .dropped(let suspension, let coordinator):
      coordinator.suspensions[suspension.id] = suspension
    case .queued(let id, let coordinator): coordinator.suspensions[id]?.queued.removeLast()
    case .setRefused(let request): refused = request
    case .setDeferredLink(let url): deferredLink = url
    case .custom(let undo): undo()
    }
  }
}
