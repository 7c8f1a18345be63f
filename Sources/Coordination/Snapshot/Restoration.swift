import Navigation
import PlainValues

/// What is done where a snapshot has a coordinator that nobody knows any more, such as one whose
/// script was deleted.
public enum MissingCoordinators: String, Sendable {
  /// The snapshot is not restored; the error names it.
  case refused
  /// It is left out with all below it, which is a diagnostic; its parent is told `cancelled` with
  /// the reason `missing`, and the nearest screen that is still there is shown. The root cannot be
  /// left out.
  case leftOut = "left_out"
}

/// Rebuilds what a snapshot says, within a turn: by the methods that write down how to undo it, so
/// that a restoration that fails has changed nothing.
struct Restoration {
  private let turn: Turn
  private let snapshot: Snapshot
  private let known: KnownCoordinators
  /// What the restored tree leaves to be done.
  private(set) var sequel = Sequel()
  private var coordinators: [CoordinatorID: LiveCoordinator] = [:]

  /// What follows in the same commit, once the tree is there.
  struct Sequel {
    /// Coordinators that nobody knows any more.
    var missing: [LiveCoordinator] = []
    /// Coordinators that start anew.
    var restarts: [LiveCoordinator] = []
    /// Handlers that are gone.
    var interrupted: [(LiveCoordinator, SavedHandler)] = []
  }

  private var world: World { turn.world }

  init(_ snapshot: Snapshot, _ known: KnownCoordinators, in turn: Turn) {
    self.snapshot = snapshot
    self.known = known
    self.turn = turn
  }

  mutating func run(_ clock: VirtualClock?) throws {
    try restoreData(clock)
    guard !snapshot.root.restarts else { return try startRoot() }
    restoreRouters()
    try restore(snapshot.root, under: nil)
    restoreScreens()
    restoreTimers()
    world.setDeferredLink(snapshot.deferredLink)
    world.setRefused(snapshot.refused)
    sayWhatIsGone()
  }

  // MARK: Data

  private func restoreData(_ clock: VirtualClock?) throws {
    world.continueIDs(after: snapshot.lastID)
    if let clock { turn.continueTime(from: snapshot.time, on: clock) }
    if let device = snapshot.device { turn.changeDevice(to: device) }
    for key in world.attributes.keys where snapshot.attributes[key] == nil {
      world.setAttribute(key, nil)
    }
    for (key, value) in snapshot.attributes { world.setAttribute(key, value) }
    for key in world.store.values.keys where snapshot.store[key] == nil {
      world.setStored(key, nil)
    }
    for (key, value) in snapshot.store { world.setStored(key, value) }
    // What was chosen for this host goes before what was for the one of the snapshot.
    for (slot, variant) in snapshot.variants where world.variants[slot] == nil {
      world.setVariant(variant, of: slot)
    }
    for participant in world.snapshotParticipants {
      guard let part = snapshot.parts[participant.snapshotKey] else { continue }
      let before = participant.snapshot
      try participant.restore(.snapshot(part, at: participant.snapshotKey))
      world.onUndo { try? participant.restore(.snapshot(before, at: participant.snapshotKey)) }
    }
  }

  private func startRoot() throws {
    let root = snapshot.root
    _ = try turn.start(root.binding.slot, name: root.name, input: root.input, by: nil)
  }

  // MARK: Routers

  private func restoreRouters() {
    world.navigation = snapshot.navigation
    var records: [RouterID: RouterRecord] = [:]
    for router in snapshot.navigation.routers { records[router.id] = RouterRecord() }
    for modal in snapshot.navigation.modals where !modal.isSingle {
      records[modal.id]?.modal = PendingModal(
        style: modal.style, isLocked: modal.isLocked, over: modal.over)
    }
    for router in snapshot.routers {
      switch router.purpose {
      case .modal(let modal): records[router.id] = RouterRecord(modal: modal)
      case .tab(let slot, let input):
        let name = snapshot.navigation.tabName(of: router.id) ?? slot
        records[router.id]?.start = TabStart(name: name, slot: slot, input: input)
      }
    }
    records[snapshot.navigation.base.id] = nil
    for (id, record) in records.sorted(by: { $0.key < $1.key }) { world.addRouter(id, record) }
  }

  // MARK: Coordinators

  private mutating func restore(
    _ saved: SavedCoordinator, under parent: LiveCoordinator?
  ) throws {
    let behavior = known.behaviors[saved.id]
    guard let behavior, !saved.restarts else {
      let coordinator = leaveOut(saved, under: parent)
      if behavior == nil {
        sequel.missing.append(coordinator)
      } else {
        sequel.restarts.append(coordinator)
      }
      return
    }
    let coordinator = add(saved, behavior, under: parent)
    do {
      try turn.running(coordinator, nil, origin: nil) { context in
        try behavior.restore(
          SavedState(saved.state, version: saved.version, script: saved.binding.script), context)
      }
    } catch {
      var flow = FlowError.wrapping(error, in: coordinator)
      flow.message = "\(saved.place).state: \(flow.message)"
      throw flow
    }
    sequel.interrupted += saved.interrupted.map { (coordinator, $0) }
    for child in saved.children { try restore(child, under: coordinator) }
  }

  /// Puts it and all below it into the tree with nothing to do, to be taken out again.
  private mutating func leaveOut(
    _ saved: SavedCoordinator, under parent: LiveCoordinator?
  ) -> LiveCoordinator {
    let coordinator = add(saved, LeftOutBehavior(saved.state), under: parent)
    for child in saved.children { _ = leaveOut(child, under: coordinator) }
    return coordinator
  }

  private mutating func add(
    _ saved: SavedCoordinator, _ behavior: any Behavior, under parent: LiveCoordinator?
  ) -> LiveCoordinator {
    let coordinator = LiveCoordinator(
      id: saved.id, name: saved.name, binding: saved.binding, input: saved.input, parent: parent,
      router: saved.router, hasOwnRouter: saved.hasOwnRouter, behavior: behavior,
      services: saved.services ?? parent?.services ?? [:], isAwaited: saved.isAwaited)
    world.add(coordinator)
    world.changeLifecycle(of: coordinator) { $0.activate() }
    turn.record.happenings.started.append(
      StartRecord(
        id: coordinator.id, name: coordinator.name, binding: coordinator.binding,
        parent: parent?.id))
    for container in saved.containers {
      world.changeRouter(container) { $0.containerOwner = coordinator }
    }
    if !saved.containers.isEmpty { world.setContainers(Set(saved.containers), of: coordinator) }
    coordinators[saved.id] = coordinator
    return coordinator
  }

  // MARK: Screens and timers

  private func restoreScreens() {
    var owners: [ScreenID: LiveCoordinator] = [:]
    for saved in snapshot.root.all {
      for screen in saved.screens { owners[screen] = coordinators[saved.id] }
    }
    var found: [(screen: Screen, router: RouterID)] = []
    for router in snapshot.navigation.routers {
      found += (router.stack?.screens ?? []).map { ($0, router.id) }
    }
    for (screen, router) in found.sorted(by: { $0.screen.id < $1.screen.id }) {
      guard let owner = owners[screen.id] else { continue }
      world.addScreen(screen.id, ScreenRecord(owner: owner, name: screen.name, router: router))
      // What a script says today counts, whatever it said when the snapshot was taken.
      let interception = owner.behavior.interception(ofScreen: screen.name)
      if interception != screen.interception {
        world.navigation.update(screen.id, interception: interception)
      }
    }
  }

  private func restoreTimers() {
    for saved in snapshot.timers {
      guard let coordinator = coordinators[saved.coordinator] else { continue }
      world.setTimer(
        HostTimer(
          id: saved.id, coordinator: coordinator, purpose: .event(saved.event, saved.payload),
          due: saved.due))
    }
  }

  // MARK: What is said

  /// Says what does not come back, of each kind the first few.
  private func sayWhatIsGone() {
    let shown = 8
    for coordinator in sequel.missing.prefix(shown) {
      turn.note(
        .warning,
        """
        \(coordinator.path) is left out with all below it: there is no coordinator \
        "\(coordinator.binding.script)" any more
        """)
    }
    for router in known.missingTabs.prefix(shown) {
      turn.note(
        .warning, "\(router.place): there is no coordinator \"\(router.slot)\" any more")
    }
    let untold = sequel.interrupted.filter { coordinator, _ in
      !coordinator.behavior.appEvents.contains(EventNames.interrupted)
    }
    for (coordinator, handler) in untold.prefix(shown) {
      turn.note(
        .note,
        """
        \(coordinator.path): its handler of \(handler.event.map { "\"\($0)\"" } ?? "an event"), \
        which waited for \(handler.waits ?? "something"), is gone; app.interrupted would hear of it
        """)
    }
    for (count, what) in [
      (sequel.missing.count, "coordinators are left out"), (untold.count, "handlers are gone"),
    ] where count > shown {
      turn.note(.warning, "\(count - shown) more \(what)")
    }
  }
}
