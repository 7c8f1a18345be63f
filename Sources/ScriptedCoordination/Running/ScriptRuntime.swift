import Coordination
import LuaRuntime
import PlainValues

/// The Lua state that a project's scripts run in, with the objects that they are given.
final class ScriptRuntime: TurnParticipant {
  private let whereabouts = Whereabouts<ScriptRuntime>()
  let state: LuaState
  let limits: LuaLimits
  let services: ScriptServices
  /// Whether it is counted how often lines of scripts run.
  var lineCounting = LineCounting.off
  /// The protocols that screens need of who shows them.
  var screenNeeds = ScreenNeeds()
  /// The contract of the script that a name starts.
  var contract: (_ slot: String) -> Contract? = { _ in nil }
  /// A script that has gone, and that nobody runs any more, is not needed any more.
  var forget: (Script) -> Void = { _ in }
  /// The script of that name.
  var script: (_ name: String) -> Script? = { _ in nil }
  private let ambient: Ambient
  /// Lua's own `tostring`.
  private let describer: LuaFunction
  private(set) var classes: ScriptClasses?
  /// The host that runs the scripts, as long as there is one.
  var host: Host? { attached?.object }
  private var attached: Whereabouts<Host>?
  /// The coordinator whose function is running, the innermost; held for no longer than that.
  var current: ScriptedBehavior?
  /// How many budgets the turn has begun.
  private var parts = 0
  private var stops: [TurnStop] = []
  private var replayedStops: [TurnStop]?
  /// What the `finish` functions of the turn have used: instructions, and seconds of processor time.
  private var finishUse: (instructions: UInt64, seconds: Double) = (0, 0)

  /// What scripts see of the host beside `self`: the clock, and where `print` goes.
  final class Ambient {
    var clock: () -> Double = { 0 }
    var print: (String) -> Void = { _ in }
  }

  init(limits: LuaLimits, seed: UInt64) throws {
    let ambient = Ambient()
    self.ambient = ambient
    self.limits = limits
    state = try LuaState(
      limits: limits,
      services: LuaHostServices(
        clock: { ambient.clock() }, print: { ambient.print($0) }, randomSeed: seed))
    services = try ScriptServices(state)
    describer = try Prelude.describer(state)
    whereabouts.begin(self)
    classes = try ScriptClasses(self)
  }

  deinit { whereabouts.end() }

  /// Connects the scripts with the host that runs them.
  func attach(to host: Host, clock: any HostClock) {
    let attached = host.whereabouts
    self.attached = attached
    ambient.clock = { attached.object?.now ?? clock.now }
    ambient.print = { text in try? attached.object?.log(text) }
    services.caller = { [whereabouts] in whereabouts.object?.current }
    host.addParticipant(self)
  }

  /// `emit(event, payload)` for services.lua: an application event.
  func makeEmit() throws -> LuaFunction {
    try state.makeFunction("emit") { [whereabouts] (call: inout LuaCall) in
      let payload = try call.data(at: 1, label: "payload")
      let name = try call.string(at: 0)
      guard !EventNames.reservedForApp.contains(name), !name.isEmpty else {
        throw FlowError(.misuse, "\"\(name)\" is an event that only the host sends")
      }
      whereabouts.object?.host?.scriptEvent(name, payload)
    }
  }

  /// A value as a log shows it: tables as JSON.
  func text(of value: LuaValue) throws -> String {
    if case .table(let table) = value, let data = try? table.packed() {
      return JSON.text(of: data.value)
    }
    let described: LuaValue = try describer.call(value)
    if case .bytes(let bytes) = described { return String(decoding: bytes, as: UTF8.self) }
    return described.string ?? value.typeName
  }

  /// `print`: a line in the record of the turn that is running.
  func makePrint() throws -> LuaFunction {
    try state.makeFunction("print") { [whereabouts] (call: inout LuaCall) in
      guard let self = whereabouts.object else { return }
      let words = try (0..<call.count).map { try self.text(of: call[$0]) }
      try self.host?.log(words.joined(separator: "\t"))
    }
  }

  /// Whether an error is of a limit, which no script may catch.
  func isLimit(_ error: any Error) -> Bool {
    if let error = error as? LuaError, case .limit = error.kind { return true }
    return (error as? FlowError)?.kind == .limit
  }

  // MARK: Taking part in turns

  /// All handlers of a turn share one budget.
  func bound(replaying: [TurnStop]?, _ turn: () -> Void) -> [TurnStop] {
    finishUse = (0, 0)
    parts = 0
    stops = []
    replayedStops = replaying
    withBudget(limits, turn)
    return stops
  }

  /// Runs a part of the turn under a budget of its own, and notes where it is stopped.
  func withBudget<Result>(_ limits: LuaLimits, _ body: () throws -> Result) rethrows -> Result {
    let part = parts
    parts += 1
    var limits = limits
    if let replayedStops {
      let stop = replayedStops.first { $0.part == part }.flatMap(LuaStop.init)
      limits.replay = LuaLimits.Replay(stop: stop)
    }
    return try state.withBudget(limits) {
      defer {
        if let stop = state.stop, let noted = TurnStop(stop, part: part) { stops.append(noted) }
      }
      return try body()
    }
  }

  /// Runs a `finish` under what is left of a budget beside the turn's, which all that end in a turn
  /// share. It is counted exactly: what is left for the next depends on it.
  func finishing<Result>(_ body: () throws -> Result) rethrows -> Result {
    var rest = limits
    rest.counting = .exact
    rest.instructions = limits.instructions.map {
      max(1, $0 - Int(clamping: finishUse.instructions))
    }
    rest.seconds = limits.seconds.map { max(1e-9, $0 - finishUse.seconds) }
    let began = LuaState.processorSeconds
    return try withBudget(rest) {
      defer {
        finishUse.instructions += state.use
        finishUse.seconds += LuaState.processorSeconds - began
      }
      return try body()
    }
  }

  func halt(_ reason: FlowError) { state.halt(reason) }
  func mark() -> Int { state.journal.mark() }
  func rollback(to mark: Int) { state.journal.rollback(to: mark) }
  func commit() { state.journal.commit() }
}

extension TurnStop {
  /// Nil for limits that are the same on every machine.
  fileprivate init?(_ stop: LuaStop, part: Int) {
    switch stop.limit {
    case .seconds: self.init(bound: "seconds", part: part, at: stop.use)
    case .memory: self.init(bound: "memory", part: part, at: stop.use)
    case .instructions, .depth, .host: return nil
    }
  }
}

extension LuaStop {
  fileprivate init?(_ stop: TurnStop) {
    switch stop.bound {
    case "seconds": self.init(limit: .seconds, use: stop.at)
    case "memory": self.init(limit: .memory, use: stop.at)
    default: return nil
    }
  }
}

/// Lua that the host brings along.
enum Prelude {
  /// `tostring`, as scripts have it.
  static func describer(_ state: LuaState) throws -> LuaFunction {
    let chunk = try state.load(
      Array("return tostring".utf8), chunkName: "tostring.lua",
      environment: try state.makeEnvironment())
    return try chunk.call()
  }
}
