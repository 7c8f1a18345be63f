import Foundation
import LuaRuntime
import PlainValues
import Testing

/// A state with one environment, and what was printed in it.
final class Script {
  let state: LuaState
  let environment: LuaTable

  init(limits: LuaLimits = .default) throws {
    let lines = Lines()
    state = try LuaState(
      limits: limits,
      services: LuaHostServices(clock: { 86_400.5 }, print: { lines.all.append($0) }))
    environment = try state.makeEnvironment()
    self.lines = lines
  }

  private let lines: Lines
  final class Lines { var all: [String] = [] }
  var output: [String] { lines.all }

  func set(_ name: String, _ value: some LuaConvertible) throws {
    try environment.set(name, value)
  }

  func load(_ text: String, name: String = "test.lua") throws(LuaError) -> LuaFunction {
    try state.load(Array(text.utf8), chunkName: name, environment: environment)
  }

  /// The first result of a script's text.
  @discardableResult func run(_ text: String) throws(LuaError) -> LuaValue {
    try load(text).call()
  }

  func text(_ text: String) throws(LuaError) -> String { try load(text).call() }

  /// The error that a script's text ends in.
  func failure(_ text: String) -> LuaError? {
    do throws(LuaError) {
      try run(text)
      return nil
    } catch {
      return error
    }
  }
}

/// Runs the body on a thread of its own.
func onThread(stackSize: Int, _ body: @escaping @Sendable () throws -> Void) async throws {
  try await withCheckedThrowingContinuation {
    (continuation: CheckedContinuation<Void, any Error>) in
    let thread = Thread { continuation.resume(with: Result { try body() }) }
    thread.stackSize = stackSize
    thread.start()
  }
}

/// Whether this was built with the address sanitizer, whose stack frames are larger.
let isSanitized = dlsym(nil, "__asan_init") != nil
