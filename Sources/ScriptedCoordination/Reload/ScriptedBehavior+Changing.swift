import Coordination
import LuaRuntime
import PlainValues

/// Going on in another definition.
extension ScriptedBehavior {
  /// What becomes of a coordinator whose definition is another.
  enum Change {
    /// It goes on with its state as it is.
    case kept
    case migrated
    /// It runs the old definition until its suspended handlers have returned.
    case waits
  }

  var version: Value { definition.version }

  /// Goes on in what its script says now, in place of what it said.
  ///
  /// - Throws: where its state cannot be migrated, or could not if it were to be now.
  func changeOver(from former: ScriptDefinition, _ context: CoordinatorContext) throws -> Change {
    let former = waitingIn ?? former
    guard script.definition.needsMigration(from: former.version, of: former.script) else {
      wait(in: nil, context)
      return .kept
    }
    let state = try migrated(
      try savedState(), from: former.version, of: former.script, context)
    guard !context.hasSuspendedHandlers else {
      wait(in: former, context)
      return .waits
    }
    wait(in: nil, context)
    try stateProxy().replaceContents(with: state)
    return .migrated
  }

  /// Changes over if it has waited for handlers that have returned since. If that fails it runs on
  /// in the old definition, until there is another.
  func changeOverIfDue(_ context: CoordinatorContext) {
    guard let former = waitingIn, cannotFollow !== script.definition,
      !context.hasSuspendedHandlers
    else { return }
    do {
      if try changeOver(from: former, context) != .waits { context.noteChange() }
    } catch {
      cannotFollow = script.definition
      context.note("\(context.path) still runs what \(script.name).lua said before: \(error)")
    }
  }

  func change(to binding: Binding, _ context: CoordinatorContext) throws {
    guard let next = runtime.script(binding.script) else {
      throw FlowError(.misuse, "there is no script \(binding.script).lua")
    }
    let (former, before) = (definition, script)
    context.onUndo { [self] in run(before) }
    run(next)
    _ = try changeOver(from: former, context)
  }

  /// The state that `migrate` makes of one of another version.
  func migrated(
    _ state: PackedValue, from version: Value, of formerScript: String,
    _ context: CoordinatorContext
  ) throws -> PackedValue {
    let definition = script.definition
    guard let migrate = definition.migrate else {
      throw FlowError(
        .misuse,
        """
        it is of \(formerScript).lua, \(version.asVersion), and \(definition.script).lua has \
        \(definition.version.asVersion) now: define \
        migrate(state, from_version, from_script), which returns the new state
        """, place: definition.versionPlace ?? definition.start?.place)
    }
    let value: LuaValue
    do {
      value = try context.readingOnly("migrate") {
        try runtime.reading("migrate") {
          try runtime.withBudget(runtime.limits) {
            try migrate.call(state, version.luaVersion, formerScript)
          }
        }
      }
    } catch let error as LuaError {
      var flow = FlowError(error)
      if flow.place == nil { flow.place = migrate.place }
      throw flow
    }
    guard case .table(let table) = value else {
      throw FlowError(
        .failure, "migrate returns a \(value.typeName), it has to return the new state, a table",
        place: migrate.place)
    }
    do {
      return try table.packed(label: "state")
    } catch {
      throw FlowError(.failure, error.message, place: migrate.place, cause: error)
    }
  }
}

extension ScriptDefinition {
  /// Whether states of that version, of that script, are not its own. Versions are a script's own,
  /// so what comes from another script is for `migrate` to judge, where there is one.
  func needsMigration(from version: Value, of formerScript: String) -> Bool {
    version != self.version || formerScript != script && migrate != nil
  }
}

extension Value {
  /// A version, in messages.
  fileprivate var asVersion: String {
    switch self {
    case .integer(let version): "version \(version)"
    case .string(let version): "version \"\(version)\""
    default: "no version"
    }
  }

  fileprivate var luaVersion: LuaValue {
    switch self {
    case .integer(let version): .integer(version)
    case .string(let version): .string(version)
    default: .nil
    }
  }
}
