import Coordination
import Experiments
import LuaRuntime
import Navigation

/// Loads files of a project aside: the project takes over what comes of it, or nothing.
struct ProjectLoader {
  let runtime: ScriptRuntime
  let files: ProjectFiles
  /// Names of coordinators that are written in Swift.
  let alsoKnown: Set<String>
  /// What is in force, until it is loaded anew.
  var screens: ScreenCatalog
  var protocols: ProtocolCatalog
  var experiments: ExperimentCatalog
  /// Slots of experiments that are not in order: what is wrong is told where they are.
  var namedSlots: Set<String> = []
  var hasUnknownSlots = false
  private let current: [String: Script]

  /// The definitions that were loaded, by their scripts.
  private(set) var definitions: [String: ScriptDefinition] = [:]
  /// The services that were loaded; nil where services.lua was not.
  private(set) var services: ScriptServices.Functions?
  /// What each file that was loaded makes use of.
  private(set) var requires: [String: Set<String>] = [:]
  private(set) var problems: [Problem] = []

  init(
    _ runtime: ScriptRuntime, _ files: ProjectFiles, alsoKnown: Set<String>,
    inForce project: Project? = nil
  ) {
    self.runtime = runtime
    self.files = files
    self.alsoKnown = alsoKnown
    screens = project?.screens ?? ScreenCatalog()
    protocols = project?.protocols ?? ProtocolCatalog()
    experiments = project?.experiments ?? ExperimentCatalog()
    current = project?.scripts ?? [:]
  }

  /// Loads those files, of which each is there or has gone, and checks what can be known without
  /// running a flow. Tests and modules are none that are loaded by themselves.
  mutating func load(_ paths: Set<String>) {
    var paths = paths
    _ = runtime.state.takeReadingError()
    if paths.contains("screens.lua"), let needing = loadScreens() { paths.formUnion(needing) }
    if paths.contains(ProtocolReader.file) { loadProtocols() }
    loadDefinitions(paths)
    checkContracts()
    if paths.contains(ExperimentReader.file) { loadExperiments() }
    checkVariants()
    if paths.contains("services.lua") { loadServices() }
    checkReferences()
    if let error = runtime.state.takeReadingError() {
      // What else there is to say may be said of what was not read.
      problems = [Problem(.error, file: nil, "the scripts cannot be read: \(error.message)")]
    }
    problems.sort { ($0.file ?? "", $0.line ?? 0) < ($1.file ?? "", $1.line ?? 0) }
  }

  /// Of a project in which so much is wrong, no more is looked for.
  private var canTellMore: Bool { problems.count < 1_000 }

  var hasErrors: Bool { problems.contains { $0.severity == .error } }

  // MARK: Loading

  mutating func run(
    _ path: String, _ globals: [String: LuaFunction] = [:]
  ) throws
    -> LuaValue
  {
    let loader = try ModuleLoader(runtime, files)
    for (name, function) in globals { try loader.define(name, .function(function)) }
    let value = try loader.run(path)
    requires[path] = loader.modules
    return value
  }

  /// All of them together take no more than ten times what a turn may take.
  private mutating func loadDefinitions(_ paths: Set<String>) {
    let seconds = runtime.limits.seconds.map { 10 * max($0, 0) }
    let began = LuaState.processorSeconds
    var hasBegun = false
    for path in paths.sorted() {
      guard case .coordinator(let script) = ProjectRole(path: path), files[path] != nil else {
        continue
      }
      if hasBegun, let seconds, LuaState.processorSeconds - began > seconds {
        problems.append(
          Problem(
            .error, file: path,
            """
            it and those after it are not loaded: the files before it have taken more than \(seconds) s of \
            processor time. What do they do outside of their functions?
            """))
        return
      }
      hasBegun = true
      loadDefinition(path, script)
    }
  }

  private mutating func loadDefinition(_ path: String, _ script: String) {
    do {
      let value = try run(path)
      // Only now that Lua has found the source in order is it worth a map.
      var reader = DefinitionReader(script: script, sourceMap: SourceMap(files[path] ?? []))
      defer { problems += reader.problems }
      guard case .table(let table) = value else {
        let what = value.isNil ? "nothing" : "a \(value.typeName)"
        reader.error([], "the script returns \(what), it has to return its coordinator, a table")
        return
      }
      guard let definition = reader.read(table) else { return }
      try table.freeze(
        "\(path) does not change once it is loaded: keep what changes in self.state")
      definitions[script] = definition
    } catch {
      problems.append(Problem(error, loading: path))
    }
  }

  /// - Returns: the scripts that are to be checked against what screens need, where that was not so
  ///   before.
  private mutating func loadScreens() -> [String]? {
    let hadNeeds = !ScreenNeeds(screens).isEmpty
    screens = ScreenCatalog()
    guard let source = files["screens.lua"] else { return nil }
    do {
      let value = try run("screens.lua")
      var reader = ScreenReader(sourceMap: SourceMap(source))
      screens = reader.read(value)
      problems += reader.problems
    } catch {
      problems.append(Problem(error, loading: "screens.lua"))
    }
    return hadNeeds || ScreenNeeds(screens).isEmpty ? nil : Array(files.contents.keys)
  }

  private mutating func loadProtocols() {
    protocols = ProtocolCatalog()
    guard let source = files[ProtocolReader.file] else { return }
    do {
      let value = try run(ProtocolReader.file)
      var reader = ProtocolReader(sourceMap: SourceMap(source))
      protocols = reader.read(value)
      problems += reader.problems
    } catch {
      protocols.source = .unreadable
      problems.append(Problem(error, loading: ProtocolReader.file))
    }
  }

  private mutating func loadServices() {
    services = [:]
    guard files["services.lua"] != nil else { return }
    do {
      let value = try run(
        "services.lua", ["emit": runtime.makeEmit(), "sleep": runtime.services.makeSleep()])
      let (functions, problems) = ScriptServices.read(value)
      services = functions
      self.problems += problems
    } catch {
      problems.append(Problem(error, loading: "services.lua"))
    }
  }

  // MARK: Checking

  /// Gives the definitions their contracts, and checks who shows screens that need a protocol.
  private mutating func checkContracts() {
    let needs = ScreenNeeds(screens)
    problems += protocols.problems(withNeedsOf: screens, in: files)
    for (script, definition) in definitions.sorted(by: { $0.key < $1.key }) {
      if definition.mentionsContract { requires[script + ".lua"]?.insert(ProtocolReader.file) }
      if !needs.isEmpty { requires[script + ".lua"]?.insert("screens.lua") }
      guard definition.mentionsContract || !needs.isEmpty, canTellMore else { continue }
      problems += definition.readContract(protocols, needs, in: files)
    }
  }

  /// Names of what is not there to be started, and screens that are more likely meant to be
  /// coordinators.
  private mutating func checkReferences() {
    for (script, definition) in definitions.sorted(by: { $0.key < $1.key }) {
      guard canTellMore else { return }
      let map = SourceMap(files[script + ".lua"] ?? [])
      var found: [Problem] = []
      for (slot, use) in definition.namesInUse.slots.sorted(by: { $0.key < $1.key })
      where !isCoordinator(slot) && !hasUnknownSlots && !namedSlots.contains(slot)
        && found.hasRoom
      {
        found.note(
          Problem(
            .error, file: script + ".lua", line: map.line(of: use.path),
            "there is no coordinator \"\(slot)\" to start\(Suggestion.near(slot, among: coordinators))"
          ))
      }
      problems += found
      guard !screens.screens.isEmpty else { continue }
      let uses = definition.namesInUse.screens.values.sorted { $0.name < $1.name }
      for use in uses where screens[use.name] == nil {
        guard let hint = hint(of: use.name) else { continue }
        problems.append(
          Problem(
            .warning, file: script + ".lua", line: map.line(of: use.path),
            "screens.lua has no screen \"\(use.name)\", which \(hint)"))
      }
    }
  }

  private func hint(of screen: String) -> String? {
    if isCoordinator(screen) {
      return "is a coordinator: to start it write start = \"\(screen)\""
    }
    guard ModalStyle(rawValue: screen) != nil else { return nil }
    return "is a style: which coordinator is to start, or which screen to be presented?"
  }

  private func isCoordinator(_ name: String) -> Bool {
    if alsoKnown.contains(name) { return true }
    if experiments[name] != nil { return true }
    guard case .coordinator(name) = ProjectRole(path: name + ".lua") else { return false }
    return files[name + ".lua"] != nil
  }

  mutating func noteUse(of paths: [String], by path: String) {
    requires[path, default: []].formUnion(paths)
  }

  mutating func add(_ problems: [Problem]) { self.problems += problems }

  /// What a script's file says; nil where it could not be read, or is not there.
  func definition(of script: String) -> ScriptDefinition? {
    if let loaded = definitions[script] { return loaded }
    return files[script + ".lua"] == nil ? nil : current[script]?.definition
  }

  /// All scripts, and coordinators in Swift.
  var scriptNames: [String] { files.scripts + alsoKnown }

  /// All names that can be started, sorted.
  private var coordinators: [String] { Set(scriptNames + experiments.slots).sorted() }
}

extension ProjectFiles {
  /// The names of the scripts that are coordinators.
  package var scripts: [String] {
    contents.keys.compactMap { path in
      if case .coordinator(let name) = ProjectRole(path: path) { name } else { nil }
    }
  }
}
