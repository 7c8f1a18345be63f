import CLuaBridge
import Synchronization

/// What a state and the references into it share. References keep it and not the state: so a
/// closure that Lua holds may hold references, and the state still ends when its owner lets go.
@usableFromInline
final class LuaCore {
  @usableFromInline let runtime: OpaquePointer
  @usableFromInline let shared: UnsafeMutablePointer<sx_shared>
  @usableFromInline let buffer: UnsafeMutablePointer<sx_buffer>
  private(set) var isOpen = true
  let services: LuaHostServices
  /// The last Swift error that became a Lua error, and the text it became.
  var raised: (text: String, error: any Error)?
  /// The last Swift error that has stopped a budget.
  var halted: (any Error)?
  /// Why an entry could not be read, for who has read it without asking.
  var readingError: LuaError?
  /// The reasons for which state may only be read, innermost last.
  var readOnlyReasons: [String] = []
  /// References that were dropped, on whatever thread, to be let go of by the state's own.
  private let released = Mutex<[sx_reference]>([])

  init(limits: LuaLimits, services: LuaHostServices) throws(LuaError) {
    self.services = services
    var limits = limits.bridged
    var host = sx_host()
    host.call = enterSwift
    host.clock = { LuaCore.from($0)?.services.clock() ?? 0 }
    host.print = { owner, text, size in
      let bytes = UnsafeRawBufferPointer(start: text, count: size)
      LuaCore.from(owner)?.services.print(String(decoding: bytes, as: UTF8.self))
    }
    guard let runtime = sx_open(&host, &limits, services.randomSeed) else { throw .outOfMemory }
    self.runtime = runtime
    shared = sx_shared_of(runtime)
    buffer = sx_arguments(shared)
    // Unretained, and never dangling: the runtime is the core's own, which frees it in `deinit`, so
    // that no C code can find it when the core has gone.
    sx_set_owner(runtime, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    if isOpen { close() }
    sx_free(runtime)
  }

  /// The core that owns a runtime. It is alive whenever C code runs in it.
  static func from(_ owner: UnsafeMutableRawPointer?) -> LuaCore? {
    // It is the core that `init` has set, and alive: C code runs in a runtime only when called by a
    // method of what holds the core, or by `deinit`, which frees the runtime before the core goes.
    owner.map { Unmanaged<LuaCore>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Ends the Lua state and all that it holds. A state that its own script's call lets go of is
  /// ended when the last reference into it goes.
  func close() {
    guard isOpen, sx_depth(runtime) == 0 else { return }
    isOpen = false
    sx_close(runtime)
    sx_set_attention(shared, true)
    raised = nil
    releaseGarbage()
  }

  /// To be called before anything is put into the buffer for a call.
  @inlinable func begin() throws(LuaError) {
    if sx_needs_attention(shared) { try attend() }
  }

  /// Where results are read.
  @inlinable var thread: OpaquePointer { shared.pointee.thread }

  @usableFromInline func attend() throws(LuaError) {
    guard isOpen else { throw .closed }
    tidy()
  }

  /// Lets go of what was dropped. Not while values wait in the buffer: a reference among them may
  /// have been dropped already, and its place must not be taken.
  func tidy() {
    guard isOpen, buffer.pointee.count == 0 else { return }
    sx_set_attention(shared, false)
    let references = released.withLock { list in
      defer { list.removeAll(keepingCapacity: true) }
      return list
    }
    for reference in references { sx_let_go(runtime, reference) }
    if sx_depth(runtime) == 0 { raised = nil }
    releaseGarbage()
  }

  private func releaseGarbage() {
    while let object = sx_next_garbage(runtime) {
      // Balances the one retain that Lua's object or closure was made with: that has one place in the
      // bridge's list (`owned.c`), which its finalizer, or else the close, puts into the garbage once; and
      // `sx_next_garbage` empties the place that it gives out.
      Unmanaged<AnyObject>.fromOpaque(object).release()
    }
  }

  /// Takes note that a reference was dropped. Safe on any thread.
  func release(_ reference: sx_reference) {
    released.withLock { $0.append(reference) }
    sx_set_attention(shared, true)
  }

  /// Keeps an error until the call that it arrives at, or fails to arrive at, is over.
  func remember(_ error: any Error, as text: String) {
    raised = (text, error)
    sx_set_attention(shared, true)
  }

  /// Keeps what a call has left on top of the stack, and takes it away.
  func keepTop() throws(LuaError) -> sx_reference {
    let reference = sx_keep_result(runtime)
    guard reference != 0 else { throw .outOfMemory }
    return reference
  }
}
