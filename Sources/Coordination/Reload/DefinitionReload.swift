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
    turn.world.coordinators.values.sorted { $0.id < $1.id }
  }

  /// The screens on show, or covered, with their owners. Costs their number.
  package var screens: [(name: String, owner: LiveCoordinator)] {
    turn.world.screens.sorted { $0.key < $1.key }.map { ($0.value.name, $0.value.owner) }
  }

  /// The events that coordinators above that one name of what bubbles up from it.
  package func named(above owner: LiveCoordinator) -> Set<String> {
    turn.named(above: owner)
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
  /// The events that coordinators above that one name of what bubbles up from it.
  func named(above owner: LiveCoordinator) -> Set<String> {
    var named: Set<String> = []
    // What bubbles has the child's name as its source.
    for (child, parent) in zip(owner.chain, owner.chain.dropFirst()) {
      named.formUnion(parent.behavior.events(ofScreen: child.name))
      named.formUnion(parent.behavior.events(ofScreen: EventNames.anySource))
    }
    return named
  }

  /// The events of that screen that its owner names, or one above it.
  func named(by owner: LiveCoordinator, of screen: String) -> Set<String> {
    named(above: owner)
      .union(owner.behavior.events(ofScreen: screen))
      .union(owner.behavior.events(ofScreen: EventNames.anySource))
  }

  /// Takes up what the host keeps of what a behavior says of itself.
  func noteChange(of coordinator: LiveCoordinator) {
    world.listen(coordinator)
    for id in coordinator.screens.members {
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
