import Coordination
import LuaRuntime
import PlainValues

/// From one definition of a script to the next, for those that live.
struct Changeover {
  /// Nil for a script that was not there.
  let script: Script?
  let name: String
  let change: ReloadReport.SwappedScript.Change
  let from: ScriptDefinition?
  /// Nil for one that has gone.
  let to: ScriptDefinition?

  func undo(wasGone: Bool?) {
    guard let script, let from, let wasGone else { return }
    script.restoreDefinition(from)
    script.hasGone = wasGone
  }

  /// Lets those that live change over, and reports it. Costs their number only where the version,
  /// or what the host keeps of what a definition says, is another.
  func apply(_ context: ReloadContext, _ report: inout ReloadReport) throws {
    var swapped = ReloadReport.SwappedScript(
      script: name, change: change, live: script?.liveCount ?? 0)
    if let script, let from, let to, script.liveCount > 0 {
      if from.version != to.version || script.waitingCount > 0 {
        try migrate(script, from, context, &swapped)
      }
      if !from.saysTheSame(ofGesturesAndEventsAs: to) {
        for (coordinator, _) in live(script, context) { context.noteChange(of: coordinator) }
      }
    }
    if let script {
      report.oldHandlers += script.oldHandlers.sorted { $0.key.description < $1.key.description }
        .map { .init(place: $0.key, count: $0.value) }
    }
    report.scripts.append(swapped)
  }

  private func migrate(
    _ script: Script, _ from: ScriptDefinition, _ context: ReloadContext,
    _ swapped: inout ReloadReport.SwappedScript
  ) throws {
    for (coordinator, behavior) in live(script, context) {
      let change: ScriptedBehavior.Change
      do {
        change = try behavior.changeOver(from: from, context.context(of: coordinator))
      } catch var error as FlowError {
        if error.coordinator == nil { error.coordinator = coordinator.path }
        throw error
      }
      switch change {
      case .kept: break
      case .migrated: swapped.migrated += 1
      case .waits: swapped.waiting += 1
      }
      context.noteChange(of: coordinator)
    }
  }

  private func live(
    _ script: Script, _ context: ReloadContext
  ) -> [(LiveCoordinator, ScriptedBehavior)] {
    context.coordinators.compactMap { coordinator in
      guard let behavior = coordinator.behavior as? ScriptedBehavior, behavior.script === script
      else { return nil }
      return (coordinator, behavior)
    }
  }

  /// Whether an event that was named is named no longer.
  var losesEvents: Bool {
    guard let script, script.liveCount > 0, let from, let to else { return false }
    return from.transitions.contains { source, _ in
      !from.named(of: source).isSubset(of: to.named(of: source))
    }
  }
}

extension ScriptDefinition {
  /// The events of that source that it names, also as those of any.
  fileprivate func named(of source: String) -> Set<String> {
    Set((transitions[source] ?? [:]).keys).union((transitions[EventNames.anySource] ?? [:]).keys)
  }
}

extension ScriptDefinition {
  /// Whether the host, which keeps what definitions say of gestures and application events, has
  /// nothing to keep anew.
  fileprivate func saysTheSame(ofGesturesAndEventsAs other: ScriptDefinition) -> Bool {
    guard appEvents == other.appEvents else { return false }
    var names = Set(transitions.keys).union(other.transitions.keys)
    names.formUnion(leaving.keys)
    names.formUnion(other.leaving.keys)
    return names.allSatisfy { interception(ofScreen: $0) == other.interception(ofScreen: $0) }
  }
}
