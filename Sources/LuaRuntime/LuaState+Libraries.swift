import CLuaBridge
import SystemCalls

extension LuaState {
  /// Lua's own libraries in a new table, `debug` among them, but for those that reach the system.
  ///
  /// It is an environment for Lua that the host brings along, never for a script: what has `debug`
  /// can look into all that runs in the state.
  public func makeLibraries() throws(LuaError) -> LuaTable {
    try core.begin()
    guard sx_new_libraries(core.runtime) else { throw core.takeError() }
    return LuaTable(core: core, id: try core.keepTop())
  }

  /// Opens all of Lua's own libraries, `io`, `os` and `package` too, and gives the globals.
  ///
  /// Scripts that run there can do what the process can. To be called once, before anything has
  /// run in the state. Limits hold on, but not within a C function.
  public func openLibraries() throws(LuaError) -> LuaTable {
    try core.begin()
    guard sx_open_libraries(core.runtime) else { throw core.takeError() }
    return LuaTable(core: core, id: try core.keepTop())
  }
}

/// Lua that has been compiled, to be loaded into many states. Only by this process, of text that
/// the host brings along: what is compiled is not checked.
public struct CompiledLua: Sendable {
  fileprivate let bytes: [UInt8]
}

extension LuaFunction {
  /// A script's text as it was compiled; nil for a host function. Lines are kept, the names of
  /// locals are not.
  public func compiled() -> CompiledLua? {
    guard core.isOpen else { return nil }
    var buffer = sx_buffer()
    defer { free(buffer.bytes) }
    guard sx_dump(core.runtime, id, &buffer) else { return nil }
    sx_leave_out_names(&buffer)
    return CompiledLua(
      bytes: Array(UnsafeBufferPointer(start: buffer.bytes, count: buffer.count)))
  }
}

extension LuaState {
  /// Loads a script's text that was compiled in another state. Nothing of it runs yet.
  public func load(_ text: CompiledLua, environment: LuaTable) throws(LuaError) -> LuaFunction {
    try core.begin()
    guard environment.core === core else { throw .foreign }
    let loaded = text.bytes.withUnsafeBytes { bytes in
      sx_load_compiled(core.runtime, bytes.baseAddress, bytes.count, environment.id)
    }
    guard loaded else { throw core.takeError() }
    return LuaFunction(core: core, id: try core.keepTop())
  }
}
