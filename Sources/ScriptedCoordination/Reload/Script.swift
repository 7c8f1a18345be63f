import Coordination
import LuaRuntime

/// A script under its name, whatever its file says: the definition that it has now is replaced when
/// it is reloaded, and all that live take the new one with their next event.
final class Script {
  let name: String
  /// What its file says. Where the file has gone, what it said last, for those that still live.
  private(set) var definition: ScriptDefinition
  /// Whether its file has gone: none is started any more.
  var hasGone = false
  /// What the `self` of a coordinator finds helper methods and constants in: it stands for the
  /// table of the definition.
  let lookup: LuaTable
  /// How many coordinators run it.
  var liveCount = 0
  /// Its suspended handlers, by the definition that they began in and where that has them.
  private var suspended: [ObjectIdentifier: [SourcePlace: Int]] = [:]
  /// How many of them run what it said before, until their suspended handlers have returned.
  var waitingCount = 0

  init(_ definition: ScriptDefinition, _ state: LuaState) throws {
    name = definition.script
    self.definition = definition
    lookup = try state.makeAlias(of: definition.table)
  }

  func handlerSuspended(at place: SourcePlace, in definition: ScriptDefinition) {
    suspended[ObjectIdentifier(definition), default: [:]][place, default: 0] += 1
  }

  func handlerReturned(at place: SourcePlace, in definition: ScriptDefinition) {
    let key = ObjectIdentifier(definition)
    let count = (suspended[key]?[place] ?? 1) - 1
    suspended[key]?[place] = count > 0 ? count : nil
    if suspended[key]?.isEmpty == true { suspended[key] = nil }
  }

  /// Suspended handlers that go on in what it says no longer, by where that had them.
  var oldHandlers: [SourcePlace: Int] {
    suspended.filter { hasGone || $0.key != ObjectIdentifier(definition) }.values
      .reduce(into: [:]) { all, places in all.merge(places) { $0 + $1 } }
  }

  func replaceDefinition(by definition: ScriptDefinition) throws {
    try lookup.stand(for: definition.table)
    self.definition = definition
  }

  /// Says again what it said before. What ``lookup`` stands for the journal takes back.
  func restoreDefinition(_ before: ScriptDefinition) { definition = before }
}
