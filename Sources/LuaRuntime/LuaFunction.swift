import CLuaBridge

/// A Lua function, or a host function that Lua has.
public final class LuaFunction: LuaReference {
  /// Calls it and takes its first result.
  ///
  /// - Throws: ``LuaError``, also where the result is not of that type.
  @inlinable public func call<each Argument: LuaConvertible, Result: LuaConvertible>(
    _ arguments: repeat each Argument
  ) throws(LuaError) -> Result {
    try core.begin()
    let base = core.buffer.pointee.count
    var list = LuaArguments(core: core)
    repeat (each arguments).put(into: &list)
    guard sx_call(core.runtime, id, base, 1) else { throw core.takeError() }
    defer { sx_pop(core.runtime, 1) }
    return try core.result(at: -1)
  }

  /// Calls it for what it does.
  @inlinable public func call<each Argument: LuaConvertible>(
    _ arguments: repeat each Argument
  ) throws(LuaError) {
    try core.begin()
    let base = core.buffer.pointee.count
    var list = LuaArguments(core: core)
    repeat (each arguments).put(into: &list)
    guard sx_call(core.runtime, id, base, 0) else { throw core.takeError() }
    sx_pop(core.runtime, 0)
  }

  private var knownInfo: Info?

  /// What is known of a function's text.
  public struct Info: Hashable, Sendable {
    /// The script it is in; `nil` for a host function.
    public var script: String?
    /// The line it begins at, 0 for a script's own text.
    public var line: Int?
    public var parameterCount: Int
    public var isVariadic: Bool
  }

  /// Looked up once: a function stays what it is.
  public var info: Info {
    if let knownInfo { return knownInfo }
    guard core.isOpen else {
      return Info(script: nil, line: nil, parameterCount: 0, isVariadic: true)
    }
    let info = sx_info(core.runtime, id)
    let source = info.line >= 0 ? info.source.map { String(cString: $0) } : nil
    let found = Info(
      script: source.map { $0.hasPrefix("=") || $0.hasPrefix("@") ? String($0.dropFirst()) : $0 },
      line: info.line >= 0 ? Int(info.line) : nil, parameterCount: Int(info.parameters),
      isVariadic: info.variadic)
    knownInfo = found
    return found
  }
}
