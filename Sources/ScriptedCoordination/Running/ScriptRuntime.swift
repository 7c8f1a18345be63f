import Coordination
import LuaRuntime
import PlainValues

/// The Lua state that a project's scripts run in, with the objects that they are given.
final class ScriptRuntime: TurnParticipant {
  let state: LuaState
  let limits: LuaLimits
  let services: ScriptServices
  private let ambient: Ambient
  private let freezer: LuaFunction
  /// Lua's own `tostring`.
  private let describer: LuaFunction
  private(set) var classes: ScriptClasses?
  private(set) weak var host: Host?

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
    freezer = try Prelude.freezer(state)
    describer = try Prelude.describer(state)
    classes = try ScriptClasses(self)
  }

  /// Connects the scripts with the host that runs them.
  func attach(to host: Host, clock: @escaping () -> Double) {
    self.host = host
    ambient.clock = clock
    ambient.print = { [weak host] text in host?.log(text) }
    services.caller = { [weak host] in host?.running }
    host.addParticipant(self)
  }

  /// Makes a definition's table refuse changes.
  ///
  /// - Returns: a table with its contents, for `self` to find methods in.
  func freeze(_ table: LuaTable, named file: String) throws -> LuaTable {
    try freezer.call(table, file)
  }

  /// `emit(event, payload)` for services.lua: an application event.
  func makeEmit() throws -> LuaFunction {
    try state.makeFunction("emit") { [weak self] (call: inout LuaCall) in
      let payload = try call.data(at: 1, label: "payload")
      self?.host?.appEvent(try call.string(at: 0), payload)
    }
  }

  /// A value as `print` shows it.
  func text(of value: LuaValue) throws -> String { try describer.call(value) }

  // MARK: Taking part in turns

  /// All handlers of a turn share one budget.
  func bound(_ turn: () -> Void) { state.withBudget(nil, turn) }

  func mark() -> Int { state.journal.mark() }
  func rollback(to mark: Int) { state.journal.rollback(to: mark) }
  func commit() { state.journal.commit() }
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

  /// `freeze(table, file)`: moves the contents to another table, which it returns, and leaves one
  /// that reads as before and cannot be changed.
  static func freezer(_ state: LuaState) throws -> LuaFunction {
    let source = """
      return function(table, file)
        local contents = {}
        for key, value in pairs(table) do contents[key] = value end
        for key in pairs(contents) do table[key] = nil end
        setmetatable(table, {
          __index = contents,
          __newindex = function(_, key)
            error(("cannot set %s: %s is a definition and does not change once it is loaded; keep "
              .. "data in self.state"):format(tostring(key), file), 2)
          end,
          __pairs = function() return pairs(contents) end,
          __metatable = false,
        })
        return contents
      end
      """
    let chunk = try state.load(
      Array(source.utf8), chunkName: "freeze.lua", environment: try state.makeEnvironment())
    return try chunk.call()
  }
}
