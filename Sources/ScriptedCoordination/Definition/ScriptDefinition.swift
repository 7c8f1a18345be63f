import Coordination
import LuaRuntime
import Navigation
import PlainValues

/// What a script says a coordinator does: checked once, then only read.
final class ScriptDefinition {
  let script: String
  /// The script's table; what `self` finds its helper methods and constants in.
  let table: LuaTable
  var start: LuaFunction?
  var finish: LuaFunction?
  var initialState = InitialState.table(.empty)
  /// By source, then event.
  var transitions: [String: [String: Transition]] = [:]
  /// What it does with links, the pattern that says most first.
  var links: [(pattern: LinkPattern, transition: Transition)] = []
  /// What is asked before a screen is left, by the screen.
  var leaving: [String: Callable] = [:]
  var methods: Set<String> = []
  /// What it has agreed to, put together from `contract` and `implements`; nil for nothing.
  var contract: Contract?
  /// The protocols that it implements.
  var implements: Set<String> = []

  enum InitialState {
    case table(PackedValue)
    case function(LuaFunction)
  }

  init(script: String, table: LuaTable) {
    self.script = script
    self.table = table
  }

  /// The version of its state; null for none.
  var version = Value.null
  var versionPlace: SourcePlace?
  /// `migrate(state, from_version, from_script)`: makes the state of another version its own.
  var migrate: LuaFunction?

  private(set) lazy var appEvents: [String] = transitions["app"]?.keys.sorted() ?? []

  /// The gestures that are refused at their start, by the screen that is named.
  private lazy var interceptions: [String: Interception] = {
    var found = transitions.compactMapValues { events -> Interception? in
      var interception: Interception = []
      if events[EventNames.back] != nil { interception.insert(.back) }
      if events[EventNames.dismiss] != nil { interception.insert(.dismiss) }
      return interception.isEmpty ? nil : interception
    }
    // Who is to be asked must be asked before the gesture, which cannot be taken back.
    for screen in leaving.keys { found[screen] = [.back, .dismiss] }
    return found
  }()

  func interception(ofScreen name: String) -> Interception {
    guard !interceptions.isEmpty else { return [] }
    return (interceptions[name] ?? []).union(interceptions[EventNames.anySource] ?? [])
  }
}

extension ScriptDefinition {
  /// Where a name is used first.
  struct Use {
    let name: String
    let path: [String]
  }

  /// The names that its actions use, each with where.
  struct NamesInUse {
    var screens: [String: Use] = [:]
    var children: [String: Use] = [:]
    /// The coordinators that it starts, by the names that start them.
    var slots: [String: Use] = [:]
    var methods: [Use] = []
    var emitted: [String: Use] = [:]
  }

  var namesInUse: NamesInUse {
    var names = NamesInUse()
    for (pattern, transition) in links {
      for (index, rule) in transition.rules.enumerated() {
        let path = ["links", pattern.text]
        names.add(rule, transition.rules.count == 1 ? path : path + [String(index + 1)])
      }
    }
    for (screen, callable) in leaving.sorted(by: { $0.key < $1.key }) {
      names.add(callable, ["can_leave", screen])
    }
    for (source, events) in transitions.sorted(by: { $0.key < $1.key }) {
      for (event, transition) in events.sorted(by: { $0.key < $1.key }) {
        let path = ["transitions", source, event]
        for (index, rule) in transition.rules.enumerated() {
          names.add(rule, transition.rules.count == 1 ? path : path + [String(index + 1)])
        }
      }
    }
    return names
  }
}

extension ScriptDefinition.NamesInUse {
  fileprivate mutating func add(_ rule: Rule, _ path: [String]) {
    for callable in rule.when { add(callable, path + ["when"]) }
    for callable in rule.unless { add(callable, path + ["unless"]) }
    switch rule.effect {
    case .call(let callable): add(callable, path)
    case .steps(let rules):
      for (index, rule) in rules.enumerated() { add(rule, path + ["steps", String(index + 1)]) }
    case .push(let target), .show(let target), .replace(let target), .setRoot(let target),
      .showDetail(let target), .present(let target, _, _):
      note(&screens, target.name, path)
      add(target.argument, path)
    case .start(let slot, let argument, let options):
      note(&children, options.name ?? slot, path)
      note(&slots, slot, path)
      add(argument, path)
    case .update(_, let argument), .finish(let argument): add(argument, path)
    case .emit(let event, let argument):
      note(&emitted, event, path)
      add(argument, path)
    case .pop, .popTo, .popToRoot, .selectTab, .dismiss, .dismissAll, .cancel, .open,
      .deferLink, .ignore:
      break
    }
  }

  fileprivate mutating func add(_ callable: Callable, _ path: [String]) {
    if let name = callable.method { methods.append(.init(name: name, path: path)) }
  }

  private mutating func add(_ argument: Argument, _ path: [String]) {
    if case .callable(let callable) = argument { add(callable, path + ["with"]) }
  }

  private func note(
    _ uses: inout [String: ScriptDefinition.Use], _ name: String, _ path: [String]
  ) {
    if uses[name] == nil { uses[name] = .init(name: name, path: path) }
  }
}
