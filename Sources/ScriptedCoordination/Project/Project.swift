import Coordination
import Experiments
import LuaRuntime
import Navigation
import PlainValues

/// A folder of scripts, loaded and checked: where a host gets its coordinators from.
///
/// A project belongs to one host at a time: ``makeHost(router:swiftCoordinators:options:)``.
public final class Project: CoordinatorSource {
  public internal(set) var files: ProjectFiles
  /// Warnings; what is an error keeps a project from being made.
  public internal(set) var warnings: [Problem] = []
  /// What screens show and may send, as screens.lua says.
  public private(set) var screens = ScreenCatalog()
  /// The protocols and types of protocols.lua.
  public internal(set) var protocols = ProtocolCatalog()
  /// The slots of which different units get different scripts, as experiments.lua says.
  public private(set) var experiments = ExperimentCatalog()
  /// The name of the root coordinator.
  public let root: String

  /// The seed of `math.random`.
  public let seed: UInt64

  let runtime: ScriptRuntime
  /// What scripts were like before they ran, where one host after the other is to run them.
  var image: ProjectImage?
  /// The coordinators that hosts have asked for, by name, where that is noted.
  var asked: Set<String>?
  /// Names of coordinators that are written in Swift.
  let alsoKnown: Set<String>
  private(set) var scripts: [String: Script] = [:]
  private(set) var graph = RequireGraph()
  /// Files that have changed and could not be loaded since.
  var pending: [String: [UInt8]?] = [:]

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
    try Self.check(root: root, in: files, alsoKnown: alsoKnown)
    self.files = files
    self.root = root
    self.seed = seed
    self.alsoKnown = Set(alsoKnown)
    do {
      runtime = try ScriptRuntime(limits: limits, seed: seed)
    } catch {
      throw ProjectError([Problem(.error, file: nil, "Lua cannot be started: \(error)")])
    }
    runtime.lineCounting = lines
    var loader = ProjectLoader(runtime, files, alsoKnown: self.alsoKnown)
    loader.load(Set(files.contents.keys))
    guard !loader.hasErrors else { throw ProjectError(loader.problems) }
    do {
      try take(loader, deleted: [])
    } catch {
      throw ProjectError([Problem(.error, file: nil, "Lua cannot be started: \(error)")])
    }
    warnings = loader.problems
    runtime.contract = { [weak self] in self?.contract(of: $0) }
    runtime.script = { [weak self] in self?.scripts[$0] }
    runtime.forget = { [weak self] in self?.forget($0) }
  }

  // What scripts have of the host holds their Lua state, which holds that.
  deinit { runtime.state.close() }

  /// All that loading gives it, but for the definitions of scripts.
  struct Parts {
    fileprivate let files: ProjectFiles
    fileprivate let scripts: [String: Script]
    fileprivate let graph: RequireGraph
    fileprivate let screens: ScreenCatalog
    fileprivate let protocols: ProtocolCatalog
    fileprivate let experiments: ExperimentCatalog
    fileprivate let services: ScriptServices.Functions
  }

  var parts: Parts {
    get {
      Parts(
        files: files, scripts: scripts, graph: graph, screens: screens, protocols: protocols,
        experiments: experiments, services: runtime.services.functions)
    }
    set {
      files = newValue.files
      scripts = newValue.scripts
      graph = newValue.graph
      screens = newValue.screens
      protocols = newValue.protocols
      experiments = newValue.experiments
      runtime.screenNeeds = ScreenNeeds(screens)
      runtime.services.take(newValue.services)
    }
  }

  private func forget(_ script: Script) {
    if scripts[script.name] === script { scripts[script.name] = nil }
  }

  /// Takes over what was loaded, in place of what was there.
  ///
  /// - Parameter deleted: files that have gone.
  func take(_ loaded: ProjectLoader, deleted: Set<String>) throws {
    for (name, definition) in loaded.definitions {
      if let script = scripts[name] {
        try script.replaceDefinition(by: definition)
        script.hasGone = false
      } else {
        scripts[name] = try Script(definition, runtime.state)
      }
    }
    for case .coordinator(let name) in deleted.lazy.map(ProjectRole.init) {
      guard let script = scripts[name] else { continue }
      script.hasGone = true
      if script.liveCount == 0 { forget(script) }
    }
    for path in deleted { graph[path] = [] }
    for (path, required) in loaded.requires { graph[path] = required }
    files = loaded.files
    screens = loaded.screens
    protocols = loaded.protocols
    experiments = loaded.experiments
    runtime.screenNeeds = ScreenNeeds(screens)
    if let services = loaded.services { runtime.services.take(services) }
  }

  /// Without a root there is nothing to run, and what is in the folder may be anything.
  private static func check(
    root: String, in files: ProjectFiles, alsoKnown: [String]
  ) throws(ProjectError) {
    let known = (files.scripts + alsoKnown).sorted()
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
    asked?.insert(slot)
    guard let script = scripts[slot], !script.hasGone else { return nil }
    let behavior = ScriptedBehavior(script, runtime)
    try image?.note(behavior, startedAs: slot)
    return (Binding(slot: slot), behavior)
  }

  public var slots: [String] {
    Set(scripts.values.filter { !$0.hasGone }.map(\.name)).union(experiments.slots).sorted()
  }

  /// Whether a slot of that name is among ``slots``.
  public func hasSlot(_ name: String) -> Bool {
    scripts[name].map { !$0.hasGone } ?? false || experiments[name] != nil
  }

  public func sendsInBackground(_ event: String, _ screen: String) -> Bool {
    screens[screen]?.backgroundEvents.contains(event) == true
  }

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
