import Coordination
import Navigation
import PlainValues

/// What a test sees of a flow.
extension LaunchedFlow {
  func navigation() throws -> Navigation { try host().navigation }

  func front() throws -> Screen? { try navigation().front.last }

  /// The router in front: of a screen that is presented alone, that one.
  func stack() throws -> [String] {
    let navigation = try navigation()
    let shown = navigation.front.last.flatMap { navigation.locate($0.id)?.router }
    return navigation.stackNames(of: shown ?? navigation.frontRouter).compactMap(\.string)
  }

  /// The tabs on show, the topmost; nil where there are none.
  func tabs() throws -> [String]? {
    let navigation = try navigation()
    return navigation.showingTabs.first.flatMap { navigation.tabs(of: $0)?.names }
  }

  /// What a snapshot assertion keeps of it: what is on show, who runs, what the router was asked.
  func shown() throws -> Value {
    let navigation = try navigation()
    var entries: [String: Value] = [
      "stack": .array(try stack().map { .string($0) }), "coordinators": try coordinators(),
      "calls": .array(try seenCalls().map { .string($0.description) }),
    ]
    if let front = try front() {
      entries["screen"] = .string(front.name)
      if front.params.isTable, !front.params.isEmpty { entries["params"] = front.params.value }
    }
    if !navigation.modalNames.isEmpty { entries["modals"] = .array(navigation.modalNames) }
    entries["tab"] = navigation.frontTabName.map { .string($0) }
    switch try host().outcome {
    case .finished(let result)?: entries["result"] = result.value
    case .cancelled(let reason)?: entries["cancelled"] = .string(reason)
    case nil: break
    }
    return .object(entries)
  }

  // MARK: Coordinators

  /// The tree as nested names.
  func coordinators() throws -> Value {
    .array(try host().root.map { Self.nested([$0]) } ?? [])
  }

  private static func nested(_ coordinators: [LiveCoordinator]) -> [Value] {
    coordinators.flatMap { coordinator -> [Value] in
      let below = nested(coordinator.childrenOldestFirst)
      let name = Value.string(coordinator.name)
      return below.isEmpty ? [name] : [name, .array(below)]
    }
  }

  /// The state of the coordinator of that name, or at the end of that path.
  func state(_ path: String) throws -> PackedValue {
    let host = try host()
    let wanted = path.split(separator: "/").map(String.init)
    var found: [LiveCoordinator] = []
    var names: Set<String> = []
    func visit(_ coordinator: LiveCoordinator, _ above: [String]) {
      let full = above + coordinator.name.split(separator: "/").map(String.init)
      names.insert(coordinator.name)
      if full.suffix(wanted.count) == wanted[...] { found.append(coordinator) }
      for child in coordinator.childrenOldestFirst { visit(child, full) }
    }
    if let root = host.root { visit(root, []) }
    guard let last = found.last else {
      throw LaunchProblem(
        "no coordinator \"\(path)\" is alive\(Suggestion.near(path, among: names.sorted()))")
    }
    let paths = Set(found.map(\.path))
    guard paths.count == 1 else {
      throw LaunchProblem(
        "\"\(path)\" is more than one coordinator; say which: \(paths.sorted().joined(separator: ", "))"
      )
    }
    return host.state(of: last.id) ?? .empty
  }

  // MARK: How it ended

  var result: PackedValue? {
    if case .finished(let result)? = openHost?.outcome { result } else { nil }
  }

  // MARK: The record

  /// All turns, as a trace file has them.
  func trace() throws -> [Value] {
    try requireOpen()
    var outline = TreeOutline()
    return records.map { record in
      outline.apply(record)
      return record.traceValue(coordinators: outline.nested)
    }
  }

  func snapshot() throws -> Value {
    do {
      return try host().snapshot()
    } catch let error as FlowError {
      throw LaunchProblem(error.message)
    }
  }
}
