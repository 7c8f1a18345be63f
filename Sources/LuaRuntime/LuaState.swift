import CLuaBridge
import PlainValues

/// A Lua state whose scripts run in sandboxes.
///
/// It belongs to one isolation domain, like all that comes from it; only dropping a reference is
/// safe elsewhere. Everything that a script can do wrong arrives as a ``LuaError``: no Lua error
/// crosses a Swift frame, and no Swift error a Lua one.
public final class LuaState {
  @usableFromInline let core: LuaCore

  /// - Parameter limits: of calls that no ``withBudget(_:_:)`` surrounds.
  /// - Throws: if there is no memory for it.
  public init(
    limits: LuaLimits = .default, services: LuaHostServices = LuaHostServices()
  ) throws(LuaError) {
    core = try LuaCore(limits: limits, services: services)
  }

  deinit { core.close() }

  /// Ends it and all that it holds, whoever holds the state itself: also Swift objects that scripts
  /// have and that hold it in turn. What is called in it later fails. While a script of it runs,
  /// nothing happens.
  package func close() { core.close() }

  /// Bytes that Lua holds, garbage included.
  public var memoryInUse: Int { sx_memory(core.runtime) }

  /// Lets garbage gather until so many bytes are in use; from then on it is collected as usual.
  public func putOffCollecting(until bytes: Int) {
    guard core.isOpen else { return }
    sx_put_off_collecting(core.runtime, bytes)
  }

  /// Frees what nothing refers to, and releases the Swift objects that only that held. Costs the
  /// size of all that is alive.
  public func collectGarbage() {
    core.tidy()
    sx_collect(core.runtime)
    core.tidy()
  }

  public func makeTable() throws(LuaError) -> LuaTable { try makeTable(.empty) }

  /// A new table with that contents. Costs its size.
  public func makeTable(_ contents: PackedValue) throws(LuaError) -> LuaTable {
    try make(contents, with: sx_new_value)
  }

  /// A new state table: what is written to it is checked, copied and journalled.
  public func makeStateTable(_ initial: PackedValue) throws(LuaError) -> LuaTable {
    try make(initial, with: sx_new_state_table)
  }

  /// A new sandbox, with global and library tables of its own.
  public func makeEnvironment() throws(LuaError) -> LuaTable {
    try core.begin()
    guard sx_new_environment(core.runtime) else { throw core.takeError() }
    return LuaTable(core: core, id: try core.keepTop())
  }

  /// Compiles a script's text. Nothing of it runs yet.
  ///
  /// - Parameter chunkName: what messages call it: `auth.lua:12: …`.
  /// - Throws: a ``LuaError`` of the kind `syntax` if it is not Lua text.
  public func load(
    _ source: [UInt8], chunkName: String, environment: LuaTable
  ) throws(LuaError) -> LuaFunction {
    try core.begin()
    guard environment.core === core else { throw .foreign }
    // Lua shows a name after "=" from its beginning on, one after "@" from its end on.
    let name = (chunkName.utf8.count < Int(SX_SHOWN) ? "=" : "@") + chunkName
    let loaded = source.withUnsafeBytes { bytes in
      sx_load(core.runtime, bytes.baseAddress, bytes.count, name, environment.id)
    }
    guard loaded else {
      var error = core.takeError()
      if error.kind == .syntax, error.line == nil { error.script = chunkName }
      throw error
    }
    return LuaFunction(core: core, id: try core.keepTop())
  }

  /// Runs the body under a budget: what it calls may use up that much, all together.
  ///
  /// Without limits it is the state's own, or, within another budget, what that has left. A
  /// script that exceeds a limit is stopped, whatever it does, until the budget ends.
  public func withBudget<Result>(
    _ limits: LuaLimits? = nil, _ body: () throws -> Result
  ) rethrows -> Result {
    guard limits != nil || !sx_has_budget(core.runtime) else { return try body() }
    var bridged = limits?.bridged ?? sx_own_limits(core.runtime)
    var outer = sx_budget_begin(core.runtime, &bridged)
    defer { sx_budget_end(core.runtime, &outer) }
    return try body()
  }

  /// Stops the budget that is in force, for a limit of the host's own: the script that has called Swift
  /// goes no further, and cannot catch it. The error that arrives has this one as its cause. Nothing
  /// happens where there is no budget, or a limit has stopped it already.
  public func halt(_ reason: any Error) {
    if sx_halt(core.runtime) { core.halted = reason }
  }

  /// Where the budget that is in force has been stopped; nil where it has not.
  public var stop: LuaStop? {
    var use: UInt64 = 0
    return LuaLimitKind(sx_budget_stop(core.runtime, &use)).map { LuaStop(limit: $0, use: use) }
  }

  /// What the budget that is in force has used: instructions, as far as they are counted or taken to
  /// have run, and steps of library functions.
  public var use: UInt64 {
    var use: UInt64 = 0
    _ = sx_budget_stop(core.runtime, &use)
    return use
  }

  /// The processor time of the thread that asks, in seconds.
  public static var processorSeconds: Double { sx_processor_time() }

  /// Where the script is that has called Swift; nil where none has.
  public var position: (script: String, line: Int)? {
    var (source, line): (UnsafePointer<CChar>?, Int32) = (nil, 0)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(SX_SHOWN)) {
      guard let shown = $0.baseAddress,
        sx_caller(sx_shared_of(core.runtime).pointee.thread, &source, shown, &line), let source
      else { return nil }
      // "=" and "@" stand before a name; else it is the text itself.
      let isName = ["=", "@"].contains(Unicode.Scalar(UInt8(bitPattern: source.pointee)))
      return (String(cString: isName ? source + 1 : UnsafePointer(shown)), Int(line))
    }
  }

  /// Has `math.random` begin anew from there.
  package func seedRandom(_ seed: UInt64) {
    guard core.isOpen else { return }
    sx_seed_random(core.runtime, seed)
  }

  /// The four words that `math.random` goes on from, to be saved and restored.
  public var randomState: [UInt64] {
    get {
      Array(UnsafeBufferPointer(start: sx_random_state(core.runtime), count: 4))
    }
    set {
      for (index, word) in newValue.prefix(4).enumerated() {
        sx_random_state(core.runtime)[index] = word
      }
    }
  }

  private func make(
    _ contents: PackedValue, with make: (OpaquePointer?, Int) -> Bool
  ) throws(LuaError) -> LuaTable {
    try core.begin()
    let base = core.buffer.pointee.count
    var arguments = LuaArguments(core: core)
    arguments.put(contents)
    guard make(core.runtime, base) else { throw core.takeError() }
    return LuaTable(core: core, id: try core.keepTop())
  }
}
