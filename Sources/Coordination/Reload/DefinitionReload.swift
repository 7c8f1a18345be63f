import PlainValues

/// New definitions for coordinators that live, taken over between two turns, in a turn of their own
/// that is undone whole where it fails.
package protocol DefinitionReload: AnyObject {
  /// What its turn is recorded with: `files`, their marks by their paths, null for one that has gone.
  var payload: PackedValue { get }
  /// Makes them ready and takes them over.
  func apply(_ context: ReloadContext) throws
}

/// What a reload can see and do of its host while its turn runs.
package struct ReloadContext {
  let turn: Turn

  /// All that live, in the order of their starts. Costs their number.
  package var coordinators: [LiveCoordinator] {
    turn.world.coordinators.values
  }

  /// The events of all screens that somebody names now. Costs the number of screens and of their
  /// events.
  package var namedEvents: NamedEvents { NamedEvents(turn.world.screens.keys, in: turn.world) }

  /// What screens can send no longer since then.
  package func losses(since before: NamedEvents) -> [NamedEvents.Loss] {
    before.losses(in: turn.world)
  }

  /// What a coordinator can ask of the host.
  package func context(of coordinator: LiveCoordinator) -> CoordinatorContext {
    CoordinatorContext(coordinator, turn)
  }

  /// To be called with what takes back each thing that is done outside the host.
  package func onUndo(_ undo: @escaping () -> Void) { turn.world.onUndo(undo) }

  /// The behavior of a coordinator names other application events, or intercepts other gestures,
  /// than it did. Costs the number of its screens.
  package func noteChange(of coordinator: LiveCoordinator) { turn.noteChange(of: coordinator) }
}

extension Turn {
  /// Takes up what the host keeps of what a behavior says of itself.
  func noteChange(of coordinator: LiveCoordinator) {
    world.listen(coordinator)
    for id in coordinator.screens.keys {
      guard let screen = world.navigation.screen(id) else { continue }
      let interception = coordinator.behavior.interception(ofScreen: screen.name)
      if interception != screen.interception {
        world.navigation.update(id, interception: interception)
      }
    }
  }
}

/// A reload of a trace that is done again, with today's scripts from the beginning: what it said
/// is said again, and it fails as it did.
final class ReplayedReload: DefinitionReload {
  let payload: PackedValue
  private let log: [String]
  private let failure: FlowError?

  init(payload: PackedValue, log: [String], failure: FlowError?) {
    self.payload = payload
    self.log = log
    self.failure = failure
  }

  func apply(_ context: ReloadContext) throws {
    for line in log { try context.turn.log(line) }
    if let failure { throw failure }
  }
}

extension Host {
  /// Whether nothing is being handled.
  package var isIdle: Bool { !isDraining }

  /// Reloads once what has arrived before has been handled.
  package func reload(_ reload: any DefinitionReload) { arrive(.reload(reload)) }
}
