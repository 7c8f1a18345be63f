import Coordination
import LuaRuntime
import PlainValues

/// `assert.screen`, `assert.stack`, `assert.finished` and `assert.no_leaks`: registered as a spec
/// file would register its own.
enum FlowAssertions {
  static let names = ["finished", "no_leaks", "screen", "stack"]

  /// Registers them, where `assert` is a table that takes assertions.
  static func register(
    in state: LuaState, _ environment: LuaTable, _ globals: SpecFileGlobals
  ) throws {
    guard case .table(let assertions) = try environment.get("assert") else { return }
    let check = try state.makeFunction("check") { (call: inout LuaCall) in
      let name = try call.string(at: 0)
      do {
        let (holds, message) = try Self.check(name, call, globals.flows())
        call.returns(holds, message)
      } catch let problem as LaunchProblem {
        // Whatever is wanted, it fails.
        call.returns(!call[1].isTrue, problem.description)
      }
    }
    let source = """
      local assertions, check = ...
      -- As they are before the file runs.
      local require, pcall, unpack = require, pcall, table.unpack
      local message = "assertion.flow"
      local is_known = false
      -- The message comes with the call, as its only argument. Few tests ever show one.
      local function make_known()
        if is_known then return end
        is_known = true
        local found, say = pcall(require, "say")
        if found then say:set(message, "%s") end
      end
      for _, name in ipairs { "finished", "no_leaks", "screen", "stack" } do
        assertions:register("assertion", name, function(state, arguments)
          local is_wanted = state.mod ~= false
          local holds, text = check(name, is_wanted, unpack(arguments, 1, arguments.n))
          for index = 1, arguments.n do arguments[index] = nil end
          arguments[1], arguments.n, arguments.nofmt = text, 1, { true }
          if holds ~= is_wanted then make_known() end
          return holds
        end, message, message)
      end
      """
    let chunk = try CarriedLua.load("flow_assertions.lua", in: state, environment: environment) {
      Array(source.utf8)
    }
    try chunk.call(assertions, check)
  }

  /// - Returns: whether it holds, and what is so.
  private static func check(
    _ name: String, _ call: LuaCall, _ flows: LuaHostClass<LaunchedFlow>
  ) throws -> (Bool, String) {
    let takesWord = name == "screen" || name == "stack"
    guard let flow = call.object(at: takesWord ? 3 : 2, of: flows) else {
      let example = takesWord ? (name == "screen" ? "\"home\", app" : "{ \"home\" }, app") : "app"
      throw LaunchProblem("assert.\(name) takes a flow: assert.\(name)(\(example))")
    }
    switch name {
    case "screen": return try screen(try call.string(at: 2), flow)
    case "stack": return try stack(try call.packed(at: 2, label: "stack").value, flow)
    case "finished": return try finished(flow)
    default:
      try flow.requireOpen()
      let leak = flow.leak
      return (leak == nil, leak ?? "nothing of the flow is held that has ended")
    }
  }

  private static func screen(_ name: String, _ flow: LaunchedFlow) throws -> (Bool, String) {
    let shown = try flow.front()?.name
    guard shown != name else { return (true, "the screen \(name) is in front") }
    let stack = try flow.stack().joined(separator: " › ")
    let place = shown.map { "\($0) is in front (\(stack))" } ?? "none is on show"
    return (false, "expected the screen \(name), but \(place)")
  }

  private static func stack(_ value: Value, _ flow: LaunchedFlow) throws -> (Bool, String) {
    let expected = value.array?.compactMap(\.string) ?? []
    guard expected.count == value.array?.count else {
      throw LaunchProblem("assert.stack takes a list of screens: assert.stack({ \"home\" }, app)")
    }
    let actual = try flow.stack()
    guard actual != expected else {
      return (true, "the stack is \(expected.joined(separator: " › "))")
    }
    let lines = Difference.lines(expected: expected, actual: actual)
    return (false, "the stack is not the one that was expected:\n" + lines.joined(separator: "\n"))
  }

  private static func finished(_ flow: LaunchedFlow) throws -> (Bool, String) {
    switch try flow.host().outcome {
    case .finished(let result)?: return (true, "the flow has finished with \(result)")
    case .cancelled(let reason)?:
      return (false, "the flow has not finished: it was cancelled (\(reason))")
    case nil:
      let screen = try flow.front()?.name
      return (
        false, "the flow has not finished: \(screen.map { "it shows \($0)" } ?? "it goes on")"
      )
    }
  }
}
