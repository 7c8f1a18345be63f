import LuaRuntime
import PlainValues

/// What one spec file is given by a launcher, in its Lua state. The functions that it has defined
/// there hold it.
final class SpecFileGlobals {
  /// The state that the file runs in. Its owner holds it; what is in it must not.
  private(set) weak var state: LuaState?
  // Made when they are first needed: most files launch no flow.
  private lazy var madeFlows = Result {
    try LuaHostClass(try open(), name: "flow", members: LaunchedFlow.members)
  }
  private lazy var madeLate = Result {
    try LuaHostClass(try open(), name: "unanswered", members: Unanswered.members)
  }
  private lazy var madeCalls = Result {
    try LuaHostClass(try open(), name: "unanswered call", members: UnansweredCall.members)
  }
  let services: SpecServices

  init(_ launcher: FlowLauncher, in state: LuaState, environment: LuaTable) throws {
    self.state = state
    services = try SpecServices(state)
    try define(launcher, environment)
    try FlowAssertions.register(in: state, environment, self)
  }

  /// The class of what `launch` gives.
  func flows() throws -> LuaHostClass<LaunchedFlow> { try madeFlows.get() }
  /// The class of what `unanswered` gives.
  func late() throws -> LuaHostClass<Unanswered> { try madeLate.get() }
  /// The class of the calls that these have had.
  func calls() throws -> LuaHostClass<UnansweredCall> { try madeCalls.get() }

  private func open() throws -> LuaState {
    guard let state else { throw LaunchProblem("the test file has ended") }
    return state
  }

  private func define(_ launcher: FlowLauncher, _ environment: LuaTable) throws {
    guard let state else { return }
    let launch = try state.makeFunction("launch") {
      [weak self, weak launcher] (call: inout LuaCall) in
      guard let self, let launcher else { return }
      let name = try call.string(at: 0)
      let options = try LaunchOptions(call[1])
      let file = call.callerLocation()?.script ?? launcher.path
      let flow = try launcher.launch(name, options, from: file, self)
      call.returns(try flows().makeObject(flow))
    }
    try environment.set("launch", launch)
    let unanswered = try state.makeFunction("unanswered") { [self] (call: inout LuaCall) in
      call.returns(try late().makeObject(Unanswered()))
    }
    try environment.set("unanswered", unanswered)
    try environment.set("sleep", services.sleep)
  }

  /// Plain data as Lua has it.
  func lua(_ value: Value) throws -> LuaValue {
    switch value {
    case .null: return .nil
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .number(let value): return .number(value)
    case .string(let value): return .string(value)
    case .bytes(let value): return .bytes(value)
    case .array, .object, .map: return try lua(PackedValue(value))
    }
  }

  func lua(_ packed: PackedValue) throws -> LuaValue {
    guard packed.isTable else { return try lua(packed.value) }
    guard let state else { return .nil }
    return .table(try state.makeTable(packed))
  }
}
