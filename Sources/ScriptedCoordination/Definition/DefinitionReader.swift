import Coordination
import LuaRuntime
import PlainValues

/// Reads a script's table into a definition, and gathers all that is wrong with it.
struct DefinitionReader {
  let script: String
  let sourceMap: SourceMap
  var problems: [Problem] = []

  init(script: String, sourceMap: SourceMap) {
    self.script = script
    self.sourceMap = sourceMap
  }

  var file: String { script + ".lua" }

  mutating func error(_ path: [String], _ text: String) {
    problems.note(Problem(.error, file: file, line: sourceMap.line(of: path), text))
  }

  mutating func warning(_ path: [String], _ text: String) {
    problems.note(Problem(.warning, file: file, line: sourceMap.line(of: path), text))
  }

  func place(_ path: [String]) -> SourcePlace {
    SourcePlace(script: file, line: sourceMap.line(of: path))
  }

  /// The definition that a script's table makes; nil where it makes none.
  mutating func read(_ table: LuaTable) -> ScriptDefinition? {
    let definition = ScriptDefinition(script: script, table: table)
    for key in table.keyList {
      guard case .string(let name) = key else {
        error([], "a definition's keys are names, not \(key.typeName)s")
        continue
      }
      readField(name, table.entry(name), into: definition)
    }
    guard definition.start != nil else {
      if table.entry("start").isNil { error([], missingStart(in: table)) }
      return nil
    }
    checkNames(of: definition)
    return definition
  }

  private func missingStart(in table: LuaTable) -> String {
    let names = table.keyList.compactMap { if case .string(let name) = $0 { name } else { nil } }
    let near =
      ["on_start", "begin", "Start"].first { names.contains($0) }
      ?? Suggestion.nearest(to: "start", among: names)
    let hint = near.map { "; \"\($0)\" is there: rename it" } ?? ""
    return "the coordinator has no start: define function \(shortName):start(input)\(hint)"
  }

  private var shortName: String { script.split(separator: "/").last.map(String.init) ?? script }

  private mutating func readField(_ name: String, _ value: LuaValue, into d: ScriptDefinition) {
    switch name {
    case "start": d.start = function(name, value)
    case "finish": d.finish = function(name, value)
    case "transitions": readTransitions(value, into: d)
    case "state": readState(value, into: d)
    case "links": readLinks(value, into: d)
    case "can_leave": readLeaving(value, into: d)
    // Read once the project's protocols are there (`DefinitionContract`).
    case "contract", "implements": break
    case "version": readVersion(value, into: d)
    case "migrate":
      d.migrate = function(name, value)
      checkParameters(ofMigrate: d.migrate)
    case _ where SelfMember.names.contains(name):
      error(
        [name],
        "\"\(name)\" is what the host provides as self.\(name): give \(value.isFunction ? "the method" : "the field") another name"
      )
    default:
      if value.isFunction { d.methods.insert(name) }
      if let near = SelfMember.nearField(name) {
        warning([name], "\"\(name)\" means nothing to the host: did you mean \"\(near)\"?")
      }
    }
  }

  private mutating func function(_ name: String, _ value: LuaValue) -> LuaFunction? {
    if case .function(let function) = value { return function }
    error([name], "\(name) is a \(value.typeName), it has to be a function")
    return nil
  }

  private mutating func readVersion(_ value: LuaValue, into definition: ScriptDefinition) {
    definition.versionPlace = place(["version"])
    switch value {
    case .integer(let version): definition.version = .integer(version)
    case .string(let version): definition.version = .string(version)
    default:
      error(["version"], "version is a \(value.typeName), it has to be an integer or a string")
    }
  }

  private mutating func checkParameters(ofMigrate migrate: LuaFunction?) {
    guard let info = migrate?.info, info.parameterCount > 3 else { return }
    error(
      ["migrate"],
      "migrate takes (state, from_version, from_script) and no self: define function \(shortName).migrate, with a dot"
    )
  }

  private mutating func readState(_ value: LuaValue, into definition: ScriptDefinition) {
    switch value {
    case .function(let function): definition.initialState = .function(function)
    case .table(let table):
      do {
        definition.initialState = .table(try table.packed(label: "state"))
      } catch {
        self.error(["state"], "state is not plain data: \(error.plainMessage)")
      }
    default:
      error(["state"], "state is a \(value.typeName), it has to be a table or a function")
    }
  }

  // MARK: Transitions

  private mutating func readTransitions(_ value: LuaValue, into definition: ScriptDefinition) {
    guard case .table(let sources) = value else {
      return error(
        ["transitions"], "transitions is a \(value.typeName), it has to be a table by source")
    }
    for key in sources.keyList {
      guard case .string(let source) = key else {
        error(["transitions"], "a source in transitions is a name, not a \(key.typeName)")
        continue
      }
      let path = ["transitions", source]
      guard case .table(let events) = sources.entry(source) else {
        error(
          path,
          "transitions.\(source) is a \(sources.entry(source).typeName), it has to be a table by event"
        )
        continue
      }
      readEvents(events, path, source, into: definition)
    }
  }

  private mutating func readEvents(
    _ events: LuaTable, _ path: [String], _ source: String, into definition: ScriptDefinition
  ) {
    for key in events.keyList {
      guard case .string(let event) = key else {
        error(path, "an event in transitions.\(source) is a name, not a \(key.typeName)")
        continue
      }
      var reader = TransitionReader(definition: self)
      if let transition = reader.read(events.entry(event), path + [event]) {
        definition.transitions[source, default: [:]][event] = transition
      }
      problems = reader.definition.problems
    }
  }

  // MARK: Links and leaving

  private mutating func readLinks(_ value: LuaValue, into definition: ScriptDefinition) {
    guard case .table(let links) = value else {
      return error(["links"], "links is a \(value.typeName), it has to be a table by pattern")
    }
    for key in links.keyList {
      guard case .string(let text) = key else {
        error(["links"], "a pattern in links is a string, not a \(key.typeName)")
        continue
      }
      do {
        let pattern = try LinkPattern(text)
        var reader = TransitionReader(definition: self)
        if let transition = reader.read(links.entry(text), ["links", text]) {
          definition.links.append((pattern, transition))
        }
        problems = reader.definition.problems
      } catch {
        self.error(["links", text], error.message)
      }
    }
    definition.links.sort { $0.pattern < $1.pattern }
  }

  private mutating func readLeaving(_ value: LuaValue, into definition: ScriptDefinition) {
    guard case .table(let guards) = value else {
      return error(
        ["can_leave"], "can_leave is a \(value.typeName), it has to be a table by screen")
    }
    for key in guards.keyList {
      guard case .string(let screen) = key else {
        error(["can_leave"], "a key in can_leave is a screen's name, not a \(key.typeName)")
        continue
      }
      switch guards.entry(screen) {
      case .string(let method): definition.leaving[screen] = Callable(method: method)
      case .function(let function): definition.leaving[screen] = Callable(function)
      case let other:
        error(
          ["can_leave", screen],
          "can_leave.\(screen) is a \(other.typeName), it has to be a method's name or a function")
      }
    }
  }

  /// A screen and a child of one name could not be told apart, nor could either from a source that
  /// means something else.
  private mutating func checkNames(of definition: ScriptDefinition) {
    let use = definition.namesInUse
    for name in use.screens.keys.sorted() where use.children[name] != nil {
      error(
        use.children[name]?.path ?? [],
        "\"\(name)\" is both a screen and a child here: start the child with as = \"…\", or rename the screen"
      )
    }
    for (kind, names) in [("screen", use.screens), ("child", use.children)] {
      for (name, use) in names.sorted(by: { $0.key < $1.key })
      where EventNames.reservedSources.contains(name) {
        error(
          use.path,
          "a \(kind) cannot be called \"\(name)\": transitions.\(name) means something else")
      }
    }
    for use in use.methods where !definition.methods.contains(use.name) {
      let hint = Suggestion.near(use.name, among: definition.methods.sorted())
      let isVerb = use.path.count == 3 && use.path.last.map(Verb.names.contains) == true
      let reading =
        isVerb ? "; \(use.path[2]) is a verb: actions stand in transitions.screen.event" : ""
      error(use.path, "there is no method \"\(use.name)\"\(hint)\(reading)")
    }
    for (name, use) in use.emitted where EventNames.reserved.contains(name) {
      error(use.path, "\"\(name)\" is an event that only the host sends; give yours another name")
    }
  }
}

extension LuaValue {
  var isFunction: Bool { if case .function = self { true } else { false } }

  /// The value as plain data.
  func packed(label: String) throws -> PackedValue {
    switch self {
    case .nil: .empty
    case .bool(let value): try PackedValue(.bool(value))
    case .integer(let value): try PackedValue(.integer(value))
    case .number(let value): try PackedValue(.number(value))
    case .string(let value): try PackedValue(.string(value))
    case .bytes(let value): try PackedValue(.bytes(value))
    case .table(let table): try table.packed(label: label)
    case .function, .object, .other:
      throw FlowError(.failure, "\(label) is a \(typeName), which is not plain data")
    }
  }
}

extension Error {
  /// What it says, without a place.
  var plainMessage: String { (self as? LuaError)?.message ?? "\(self)" }
}
