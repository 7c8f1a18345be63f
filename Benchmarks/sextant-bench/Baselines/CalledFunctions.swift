import CFloor
import LuaRuntime

/// Calls between Swift and Lua, of the same functions that the floor has.
final class CalledFunctions {
  /// What Lua calls a method of.
  final class Counter {
    let step = 1
  }

  private let state: LuaState
  private let type: LuaHostClass<Counter>
  private let increment: LuaFunction
  private let closures: LuaFunction
  private let methods: LuaFunction

  private static let script = """
    local functions = {}
    function functions.increment(n) return n + 1 end
    function functions.closures(count)
      local add, n = add, 0
      for _ = 1, count do n = add(n) end
      return n
    end
    function functions.methods(count)
      local counter, n = counter, 0
      for _ = 1, count do n = counter:add(n) end
      return n
    end
    return functions
    """

  init() throws {
    state = try LuaState()
    type = try LuaHostClass<Counter>(
      state, name: "counter",
      members: [
        .method("add") { counter, call in
          call.returns(try call.argument(0, as: Int.self) + counter.step)
        }
      ])
    let environment = try state.makeEnvironment()
    let step = 1
    try environment.set("add", state.makeFunction("add") { (n: Int) -> Int in n + step })
    try environment.set("counter", type.makeObject(Counter()))
    let script = try state.load(
      Array(Self.script.utf8), chunkName: "functions.lua", environment: environment)
    let functions: LuaTable = try script.call()
    func function(_ name: String) throws -> LuaFunction {
      guard case .function(let function) = try functions.get(name) else {
        throw WorkNotDone("there is no function \(name)")
      }
      return function
    }
    increment = try function("increment")
    closures = try function("closures")
    methods = try function("methods")
  }

  func callFunction(_ count: Int) throws {
    var n = 0
    for _ in 0..<count { n = try increment.call(n) }
    try check("calls", n, count)
  }

  func callClosure(_ count: Int) throws { try loop(closures, count) }
  func callMethod(_ count: Int) throws { try loop(methods, count) }

  private func loop(_ function: LuaFunction, _ count: Int) throws {
    let n: Int = try function.call(count)
    try check("calls", n, count)
  }
}

/// The same on the floor in C.
final class FloorCalls {
  private let calls: OpaquePointer

  init() throws {
    guard let calls = cfloor_calls_open() else { throw WorkNotDone("the floor does not start") }
    self.calls = calls
  }

  deinit { cfloor_calls_close(calls) }

  func callFunction(_ count: Int) throws {
    try check("calls", cfloor_call_function(calls, Int64(count)), Int64(count))
  }

  func callClosure(_ count: Int) throws {
    try check("calls", cfloor_call_closure(calls, Int64(count)), Int64(count))
  }

  func callMethod(_ count: Int) throws {
    try check("calls", cfloor_call_method(calls, Int64(count)), Int64(count))
  }
}
