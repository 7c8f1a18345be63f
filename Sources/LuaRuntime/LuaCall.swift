import CLuaBridge
import PlainValues

/// A call from Lua: its arguments and what becomes of it. Valid within the call only.
public struct LuaCall {
  // Alive as long as this is: it is made in `enterSwift`, and from that one for a method in
  // `droppingFirst`; it is handed on for the time of the closure's body, and no closure keeps a copy.
  // Meanwhile Lua runs in the core, and whoever called Lua holds it.
  @usableFromInline unowned(unsafe) let core: LuaCore
  @usableFromInline let thread: OpaquePointer
  @usableFromInline let first: Int32
  /// How many arguments there are, a method's receiver not counted.
  public let count: Int
  @usableFromInline let object: UnsafeMutableRawPointer?
  @usableFromInline let base: Int
  @usableFromInline var answer: Int32 = 0

  @inlinable init(
    core: LuaCore, thread: OpaquePointer, first: Int32, count: Int,
    object: UnsafeMutableRawPointer?
  ) {
    self.core = core
    self.thread = thread
    self.first = first
    self.count = count
    self.object = object
    base = core.buffer.pointee.count
  }

  /// Where the argument lies that is at `index`, counted from 0.
  @inlinable public func slot(_ index: Int) -> LuaSlot {
    // Right after the last argument the stack ends, so that nothing is there.
    let offset = index >= 0 ? Swift.min(index, count) : count
    return LuaSlot(core: core, thread: thread, index: first + Int32(offset))
  }

  /// Sets the results, in place of what was set before.
  @inlinable public mutating func returns<each Result: LuaConvertible>(
    _ results: repeat each Result
  ) {
    discardResults()
    var arguments = LuaArguments(core: core)
    for result in repeat each results {
      result.put(into: &arguments)
      answer += 1
    }
  }

  /// Sets the results, where their number is known only now.
  public mutating func returns(all results: [LuaValue]) {
    discardResults()
    var arguments = LuaArguments(core: core)
    for result in results { result.put(into: &arguments) }
    answer = Int32(results.count)
  }

  @usableFromInline mutating func discardResults() {
    sx_take_back(core.buffer, base)
    answer = 0
  }

  /// Whether ``suspend()`` is possible: the call is within a run, and Lua can suspend all that is
  /// between. It cannot within a comparison of `sort`, a metamethod or a callback of `gsub`.
  public var canSuspend: Bool { sx_can_suspend(core.runtime, thread) }

  /// Makes the run that this call is in wait for the host, once this function has returned. What
  /// the run is resumed with are the results of this call. Where that is not possible it is an
  /// error in the script; a function that does something before it suspends asks ``canSuspend``.
  public mutating func suspend() {
    discardResults()
    answer = SX_SUSPENDS.rawValue
  }
}
