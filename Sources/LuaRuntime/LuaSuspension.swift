import CLuaBridge
import PlainValues

/// What became of a run.
public enum LuaOutcome {
  /// It has returned; the value is its first result.
  case returned(LuaValue)
  /// It waits for the host.
  case suspended(LuaSuspension)
}

extension LuaState {
  /// Calls a function in a coroutine of its own, which host functions may suspend.
  @inlinable public func run<each Argument: LuaConvertible>(
    _ function: LuaFunction, _ arguments: repeat each Argument
  ) throws(LuaError) -> LuaOutcome {
    try core.begin()
    guard function.core === core else { throw .foreign }
    let base = core.buffer.pointee.count
    var list = LuaArguments(core: core)
    repeat (each arguments).put(into: &list)
    var run = sx_run()
    let status = sx_run_start(core.runtime, function.id, base, &run)
    return try core.outcome(of: run, status: status, suspension: nil)
  }
}

/// A run that waits for the host. It is resumed once or dropped.
public final class LuaSuspension {
  @usableFromInline let core: LuaCore
  @usableFromInline var run: sx_run

  init(core: LuaCore, run: sx_run) {
    self.core = core
    self.run = run
  }

  // The coroutine is collected then, which closes nothing; whoever wants that drops it.
  deinit { if run.reference != 0 { core.release(run.reference) } }

  /// Whether it waits still.
  public var isWaiting: Bool { run.reference != 0 && core.isOpen }

  /// Goes on with the run: the values are the results of the call that suspended it.
  @inlinable public func resume<each Argument: LuaConvertible>(
    _ values: repeat each Argument
  ) throws(LuaError) -> LuaOutcome {
    try core.begin()
    try take()
    let base = core.buffer.pointee.count
    var list = LuaArguments(core: core)
    repeat (each values).put(into: &list)
    // It waits no more while it runs: what it calls cannot resume or drop it.
    var running = run
    run.reference = 0
    let status = sx_run_resume(core.runtime, &running, base)
    return try core.outcome(of: running, status: status, suspension: self)
  }

  /// Goes on with the run, where the number of results is known only now; nil is `nil`.
  public func resume(all values: [PackedValue?]) throws(LuaError) -> LuaOutcome {
    try core.begin()
    try take()
    let base = core.buffer.pointee.count
    var list = LuaArguments(core: core)
    for value in values { value.put(into: &list) }
    var running = run
    run.reference = 0
    let status = sx_run_resume(core.runtime, &running, base)
    return try core.outcome(of: running, status: status, suspension: self)
  }

  /// Goes on with the run: the call that suspended it raises that error, which the script may catch.
  public func resume(raising error: any Error) throws(LuaError) -> LuaOutcome {
    try core.begin()
    try take()
    let base = core.buffer.pointee.count
    core.put(error)
    var running = run
    run.reference = 0
    let status = sx_run_raise(core.runtime, &running, base)
    return try core.outcome(of: running, status: status, suspension: self)
  }

  /// Ends the run. Its `__close` variables are closed, under the budget in force or the state's.
  ///
  /// - Throws: what closing has raised. The run has ended all the same.
  public func dropReporting() throws(LuaError) {
    guard isWaiting else { return }
    try core.begin()
    var ending = run
    run.reference = 0
    guard sx_run_drop(core.runtime, &ending) else { throw core.takeError() }
  }

  /// Ends the run, whatever closing its variables raises.
  public func drop() { try? dropReporting() }

  @usableFromInline func take() throws(LuaError) {
    guard run.reference != 0 else {
      throw LuaError(kind: .misuse, message: "the run has been resumed or dropped already")
    }
  }
}

extension LuaCore {
  @usableFromInline func outcome(
    of run: sx_run, status: Int32, suspension: LuaSuspension?
  ) throws(LuaError) -> LuaOutcome {
    var run = run
    switch UInt32(bitPattern: status) {
    case SX_RETURNED.rawValue:
      defer { sx_run_finish(runtime, &run) }
      guard run.results > 0 else { return .returned(.nil) }
      do {
        let slot = LuaSlot(core: self, thread: run.thread, index: -run.results)
        return .returned(try slot.value())
      } catch {
        throw LuaError(result: error)
      }
    case SX_SUSPENDED.rawValue:
      guard let suspension else {
        return .suspended(LuaSuspension(core: self, run: run))
      }
      suspension.run = run
      return .suspended(suspension)
    default:
      let error = takeError()
      // What could not be resumed waits still.
      if let suspension, run.reference != 0 { suspension.run = run }
      throw error
    }
  }
}
