import Coordination
import LuaRuntime
import Navigation
import PlainValues

/// A folder of scripts, loaded and checked: where a host gets its coordinators from.
///
/// A project belongs to one host at a time: ``makeHost(router:swiftCoordinators:options:)``.
public final class Project: CoordinatorSource {
  public let files: ProjectFiles
  /// Warnings; what is an error keeps a project from being made.
  public private(set) var warnings: [Problem] = []
  /// What screens show and may send, as screens.lua says.
  public private(set) var screens = ScreenCatalog()
  /// The protocols and types of protocols.lua.
  public internal(set) var protocols = ProtocolCatalog()
  /// The name of the root coordinator.
  public let root: String

  /// The seed of `math.random`.
  public let seed: UInt64

  let runtime: ScriptRuntime
  /// What scripts were like before they ran, where one host after the other is to run them.
  var image: ProjectImage?
  private(set) var definitions: [String: ScriptDefinition] = [:]

  /// Loads every script and checks what can be known without running a flow.
  ///
  /// - Parameters:
  ///   - root: the coordinator that the host starts.
  ///   - alsoKnown: names of coordinators that are written in Swift.
  ///   - lines: whether it is counted how often lines of scripts run.
  /// - Throws: ``ProjectError`` with everything that is wrong.
  public init(
    _ files: ProjectFiles, root: String = "app", alsoKnown: [String] = [],
    limits: LuaLimits = .default, seed: UInt64 = 0, lines: LineCounting = .off
  ) throws(ProjectError) {
    self.files = files
    self.root = root
    self.seed = seed
    do {
      runtime = try ScriptRuntime(limits: limits, seed: seed)
    } catch {
      throw ProjectError([Problem(.error, file: nil, "Lua cannot be started: \(error)")])
    }
    runtime.lineCounting = lines
    try checkRoot(alsoKnown: alsoKnown)
    var problems = loadDefinitions()
    problems += loadScreens()
    problems += loadProtocols()
    problems += checkContracts()
    problems += loadServices()
    problems += checkReferences(alsoKnown: alsoKnown)
    problems.sort { ($0.file ?? "", $0.line ?? 0) < ($1.file ?? "", $1.line ?? 0) }
    let errors = problems.filter { $0.severity == .error }
    guard errors.isEmpty else { throw ProjectError(problems) }
    warnings = problems
  }

  // MARK: Loading

  private func loadDefinitions() -> [Problem] {
    var problems: [Problem] = []
    for path in files.contents.keys.sorted() {
      guard case .coordinator(let script) = ProjectRole(path: path) else { continue }
      let (definition, found) = load(path, script)
      definitions[script] = definition
      problems += found
    }
    return problems
  }

  private func load(_ path: String, _ script: String) -> (ScriptDefinition?, [Problem]) {
    do {
      let value = try ModuleLoader(runtime, files).run(path)
      // Only now that Lua has found the source in order is it worth a map.
      var reader = DefinitionReader(script: script, sourceMap: SourceMap(files[path] ?? []))
      guard case .table(let table) = value else {
        let what = value.isNil ? "nothing" : "a \(value.typeName)"
        reader.error([], "the script returns \(what), it has to return its coordinator, a table")
        return (nil, reader.problems)
      }
      let definition = reader.read(table)
      guard definition != nil else { return (nil, reader.problems) }
      try table.freeze(
        "\(path) does not change once it is loaded: keep what changes in self.state")
      return (definition, reader.problems)
    } catch {
      return (nil, [Problem(error, loading: path)])
    }
  }

  private func loadScreens() -> [Problem] {
    guard files["screens.lua"] != nil else { return [] }
    do {
      let value = try ModuleLoader(runtime, files).run("screens.lua")
      var reader = ScreenReader(sourceMap: SourceMap(files["screens.lua"] ?? []))
      screens = reader.read(value)
      return reader.problems
    } catch {
      return [Problem(error, loading: "screens.lua")]
    }
  }

  private func loadServices() -> [Problem] {
    guard files["services.lua"] != nil else { return [] }
    do {
      let loader = try ModuleLoader(runtime, files)
      try loader.define("emit", .function(runtime.makeEmit()))
      try loader.define("sleep", .function(runtime.services.makeSleep()))
      return try runtime.services.load(try loader.run("services.lua"))
    } catch {
      return [Problem(error, loading: "services.lua")]
    }
  }

  // MARK: Checking

  private var scripts: [String] {
    files.contents.keys.compactMap { path in
      if case .coordinator(let name) = ProjectRole(path: path) { name } else { nil }
    }.sorted()
  }

  /// Without a root there is nothing to run, and what is in the folder may be anything.
  private func checkRoot(alsoKnown: [String]) throws(ProjectError) {
    let known = scripts + alsoKnown
    guard !known.contains(root) else { return }
    throw ProjectError([
      Problem(
        .error, file: files.name.isEmpty ? nil : files.name,
        """
        there is no \(root).lua, the root coordinator\(Suggestion.near(root, among: known)); \
        name another with --root
        """)
    ])
  }

  private func checkReferences(alsoKnown: [String]) -> [Problem] {
    var problems: [Problem] = []
    let known = (scripts + alsoKnown).sorted()
    for (script, definition) in definitions.sorted(by: { $0.key < $1.key }) {
      let map = SourceMap(files[script + ".lua"] ?? [])
      for (slot, use) in definition.namesInUse.slots.sorted(by: { $0.key < $1.key })
      where !known.contains(slot) {
        problems.append(
          Problem(
            .error, file: script + ".lua", line: map.line(of: use.path),
            "there is no coordinator \"\(slot)\" to start\(Suggestion.near(slot, among: known))"))
      }
    }
    return problems + checkScreens(known)
  }

  /// Screens that are more likely meant to be coordinators.
  private func checkScreens(_ coordinators: [String]) -> [Problem] {
    guard !screens.screens.isEmpty else { return [] }
    var problems: [Problem] = []
    for (script, definition) in definitions.sorted(by: { $0.key < $1.key }) {
      let map = SourceMap(files[script + ".lua"] ?? [])
      let uses = definition.namesInUse.screens.values.sorted { $0.name < $1.name }
      for use in uses where screens[use.name] == nil {
        let hint =
          coordinators.contains(use.name)
          ? "is a coordinator: to start it write start = \"\(use.name)\""
          : ModalStyle(rawValue: use.name) != nil
            ? "is a style: which coordinator is to start, or which screen to be presented?" : nil
        guard let hint else { continue }
        problems.append(
          Problem(
            .warning, file: script + ".lua", line: map.line(of: use.path),
            "screens.lua has no screen \"\(use.name)\", which \(hint)"))
      }
    }
    return problems
  }

  // MARK: Memory

  /// Bytes that the project's Lua state uses.
  public var luaMemory: Int { runtime.state.memoryInUse }

  /// Frees what scripts do not use any more. Costs a few times what is in use.
  public func collectGarbage() {
    // What goes in Swift lets go of more in Lua, and the other way round.
    var before: Int
    repeat {
      before = luaMemory
      runtime.state.collectGarbage()
    } while luaMemory < before
  }

  // MARK: Coordinators

  public func coordinator(for slot: String) throws -> (Binding, any Behavior)? {
    guard let definition = definitions[slot] else { return nil }
    let behavior = ScriptedBehavior(definition, runtime)
    try image?.note(behavior, startedAs: slot)
    return (Binding(slot: slot), behavior)
  }

  public var slots: [String] { definitions.keys.sorted() }

  /// How a trace of a host of this project begins, before that has started.
  public func traceHeader(_ options: HostOptions) -> TraceHeader {
    TraceHeader(options, seed: seed, scripts: files.marks)
  }

  /// A host that runs this project. Each project has one at a time.
  ///
  /// - Parameter swiftCoordinators: coordinators written in Swift, which go before scripts of the
  ///   same name.
  public func makeHost(
    router: any Router, swiftCoordinators: SwiftCoordinators = SwiftCoordinators(),
    options: HostOptions = HostOptions()
  ) -> Host {
    var options = options
    options.backgroundEvents.merge(screens.backgroundEvents) { $0.union($1) }
    let host = Host(sources: [swiftCoordinators, self], router: router, options: options)
    runtime.attach(to: host, clock: options.clock)
    return host
  }
}

extension Problem {
  /// What kept a file from being loaded.
  init(_ error: any Error, loading path: String) {
    guard let lua = error as? LuaError else {
      self.init(.error, file: path, "\(error)")
      return
    }
    self.init(.error, file: lua.script ?? path, line: lua.line, lua.message)
  }
}
