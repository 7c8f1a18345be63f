import Coordination
import LuaRuntime
import PlainValues

/// Functions, stubs and spies of a spec file, as services of a flow.
///
/// They run in the spec file's Lua state; arguments and results are copied as plain data. One that
/// sleeps answers when the flow's time has come that far.
final class SpecServices {
  private weak var state: LuaState?
  /// What calls a service. Made when a flow first asks for one.
  private lazy var invoker = Result { try makeInvoker() }
  /// `sleep(seconds)` for a function that is given as a service.
  let sleep: LuaFunction
  private let wish: Wish

  /// How long the service that suspends wants to sleep, and whether one is running.
  private final class Wish {
    var seconds: Double?
    var depth = 0
  }

  init(_ state: LuaState) throws {
    self.state = state
    let wish = Wish()
    self.wish = wish
    sleep = try state.makeFunction("sleep") { (call: inout LuaCall) in
      let seconds = try call.number(at: 0)
      guard seconds.isFinite, seconds >= 0 else {
        throw LaunchProblem("cannot sleep for \(seconds) seconds; it takes 0 or more")
      }
      guard wish.depth > 0, call.canSuspend else {
        throw LaunchProblem(
          """
          sleep works in a function that a flow calls as its service; to let time pass in a test, \
          write app:advance(seconds)
          """)
      }
      wish.seconds = seconds
      call.suspend()
    }
  }

  private func makeInvoker() throws -> LuaFunction {
    guard let state else { throw LaunchProblem("the test file has ended") }
    // Spies and stubs are tables that can be called, as well as functions.
    let source = """
      local pack, unpack = table.pack, table.unpack
      return function(service, arguments, count)
        local results = pack(service(unpack(arguments, 1, count)))
        local number = results.n
        results.n = nil
        return { number, results }
      end
      """
    let chunk = try CarriedLua.load(
      LanguageParts.chunkPrefix + "service", in: state, environment: try state.makeEnvironment()
    ) {
      Array(source.utf8)
    }
    return try chunk.call()
  }

  // MARK: Calling

  /// What a call of a function has come to.
  enum Outcome {
    case answered([Value])
    case sleeps(LuaSuspension, seconds: Double)
  }

  /// Calls a function as the service of that name.
  ///
  /// - Throws: `FlowError`, which fails the turn that has called it.
  func call(_ function: LuaValue, as name: String, _ arguments: [Value]) throws -> Outcome {
    guard let state else { throw FlowError(.misuse, "\(name): its test file has ended") }
    return try outcome(of: name) {
      let packed = try PackedValue(.array(arguments))
      return try state.run(try invoker.get(), function, packed, arguments.count)
    }
  }

  /// Goes on with one that has slept.
  func goOn(with service: LuaSuspension, as name: String) throws -> Outcome {
    try outcome(of: name) { try service.resume() }
  }

  private func outcome(of name: String, _ run: () throws -> LuaOutcome) throws -> Outcome {
    wish.depth += 1
    defer { wish.depth -= 1 }
    let outcome: LuaOutcome
    do {
      outcome = try run()
    } catch let error as LuaError {
      let frames = error.traceback.filter { !$0.script.hasPrefix(LanguageParts.chunkPrefix) }
      let isOwn = error.script?.hasPrefix(LanguageParts.chunkPrefix) ?? true
      let script = isOwn ? frames.first?.script : error.script
      let line = isOwn ? frames.first?.line : error.line
      throw FlowError(
        .failure, error.message, place: script.map { SourcePlace(script: $0, line: line) },
        traceback: frames.map { "\($0.script):\($0.line): in \($0.function)" }, cause: error)
    }
    switch outcome {
    case .returned(let value):
      do {
        return .answered(Self.results(try value.table?.packed(label: name) ?? .empty))
      } catch {
        throw FlowError(.failure, "the service \(name) has to give plain data: \(error.message)")
      }
    case .suspended(let suspension):
      guard let seconds = wish.seconds.take() else {
        suspension.drop()
        throw FlowError(.misuse, "the service \(name) cannot wait for that: it can sleep(seconds)")
      }
      return .sleeps(suspension, seconds: seconds)
    }
  }

  /// The results in `{ count, results }`.
  private static func results(_ packed: PackedValue) -> [Value] {
    guard let pair = packed.value.array, let count = pair.first?.integer, pair.count > 1 else {
      return []
    }
    return (0..<count).map { index in
      switch pair[1] {
      case .array(let values): index < values.count ? values[index] : .null
      case .map(let entries): entries[.integer(index + 1)] ?? .null
      default: .null
      }
    }
  }
}
