import CLuaBridge

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
