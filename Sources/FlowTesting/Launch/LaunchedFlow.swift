import Coordination
import LuaRuntime
import Navigation
import PlainValues
import ScriptedCoordination

/// A flow that a test has launched: a host of its own, what it did so far, what is to be checked.
///
/// The launcher and the test's Lua hold it. With the test its host ends, and nothing of it is left.
final class LaunchedFlow {
  let name: String
  let options: LaunchOptions
  private(set) var records: [TurnRecord] = []
  /// What the platform's router was asked, in order.
  private(set) var calls: [RouterCall] = []
  /// How many of them the test does not want to see any more.
  var cleared = 0
  /// Services of the test that sleep.
  let sleepers = Sleepers()
  /// The gesture that is under way.
  var gesture: Gesture?
  /// How many records have been judged.
  var judged = 0
  /// What the test has said of what came of its steps.
  var said = Said()
  /// What the file it was launched in has to make Lua values with. It outlives the flow.
  weak var globals: SpecFileGlobals?

  let store: MemoryStore
  private var running: (host: Host, loaded: ProjectShelf.Loaded)?
  private var hasQuit = false
  private let application: FlowApplication

  static let hasEnded =
    "this flow has ended with the test that launched it: launch one in each test, or in before_each"

  init(
    _ name: String, _ loaded: ProjectShelf.Loaded, _ options: LaunchOptions,
    _ application: FlowApplication, globals: SpecFileGlobals
  ) {
    self.name = name
    self.options = options
    self.application = application
    self.globals = globals
    store = MemoryStore(options.store)
    var host = HostOptions()
    host.clock = VirtualClock()
    host.device = options.device
    host.attributes = options.attributes
    host.store = store
    host.variants = options.variants
    host.services = services()
    let made = loaded.project.makeHost(
      router: HeadlessRouter(), swiftCoordinators: application.coordinators, options: host)
    made.observe { [weak self] record in
      guard let self else { return }
      records.append(record)
      if !record.calls.isEmpty { calls += record.calls }
    }
    running = (made, loaded)
  }

  // MARK: Beginning and ending

  /// Starts it, or restores it.
  func begin() throws {
    do {
      _ = try project?.experiments.overrides(options.variants)
    } catch {
      throw LaunchProblem("the option variants of launch: \(error)")
    }
    try drive("launch") { host in
      for link in options.links { host.open(link) }
      if let snapshot = options.restore {
        try require(snapshot)
        host.restore(snapshot)
      } else {
        host.start(name, input: options.input)
      }
    }
  }

  private func require(_ snapshot: Value) throws {
    guard let root = snapshot["root"]?["name"]?.string else {
      throw LaunchProblem("restore takes what app:snapshot() gave, and this is no snapshot")
    }
    guard root == name else {
      throw LaunchProblem("the snapshot is of \(root), not of \(name): launch \(root) with it")
    }
  }

  func host() throws -> Host {
    guard let running else { throw LaunchProblem(Self.hasEnded) }
    return running.host
  }

  /// Of one that has ended nothing is told.
  func requireOpen() throws { _ = try host() }

  /// What the platform's router was asked and the test has not cleared.
  func seenCalls() throws -> ArraySlice<RouterCall> {
    try requireOpen()
    return calls[cleared...]
  }

  /// Of all turns, what each has of something.
  func seen<Element>(_ part: (TurnRecord) -> [Element]) throws -> [Element] {
    try requireOpen()
    return records.flatMap(part)
  }

  var openHost: Host? { running?.host }
  var project: Project? { running?.loaded.project }

  /// Ends it: lets go of all that lives in it.
  ///
  /// - Returns: its project, to be used again.
  func end() -> ProjectShelf.Loaded? {
    guard let (host, loaded) = running else { return nil }
    sleepers.drop()
    host.letGo()
    running = nil
    gesture = nil
    // The test's Lua may hold it for long.
    records = []
    calls = []
    return loaded
  }

  /// Whether a limit has stopped something in it.
  var hasReachedLimit: Bool { records.contains { $0.error?.kind == .limit } }

  // MARK: Driving

  /// Does something with the host, and judges what came of it.
  ///
  /// - Parameter what: the call, for messages.
  func drive(_ what: @autoclosure () -> String, _ body: (Host) throws -> Void) throws {
    let host = try host()
    guard !hasQuit else {
      throw LaunchProblem("cannot \(what()): the flow has quit; it can be seen, and launched anew")
    }
    try requireSaid(before: what())
    try body(host)
    try judge(what())
  }

  func quit() throws {
    try drive("quit") { $0.close() }
    hasQuit = true
  }

  // MARK: Services

  /// The application's, and before them, function by function, the test's.
  private func services() -> ServiceTable {
    var table = application.services
    for (service, functions) in options.services {
      for (name, function) in functions {
        table[service][name] = self.function(function, as: "\(service).\(name)")
      }
    }
    return table
  }

  private func function(_ value: LuaValue, as name: String) -> ServiceFunction {
    if let late: Unanswered = value.object?.object() {
      return .pending { [weak self] call in if let self { late.take(call, of: self) } }
    }
    return .either { [weak self] arguments in
      guard let self, let globals else { throw FlowError(.misuse, LaunchedFlow.hasEnded) }
      switch try globals.services.call(value, as: name, arguments) {
      case .answered(let values): return .now(values)
      case .sleeps(let suspension, let seconds):
        return .later { [weak self] call in
          self?.sleepers.add(suspension, name, for: seconds, call, of: self)
        }
      }
    }
  }
}
