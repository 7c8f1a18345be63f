import CLuaBridge

/// Keeps a Lua value alive. Dropping one is safe anywhere: on any thread, inside a call from Lua,
/// and after the state has gone.
public class LuaReference {
  @usableFromInline let core: LuaCore
  @usableFromInline let id: UInt32

  /// Takes over what the bridge keeps.
  @usableFromInline required init(core: LuaCore, id: UInt32) {
    self.core = core
    self.id = id
  }

  // On whatever thread: it touches the core's lock and its atomic flag, and nothing of Lua's.
  deinit { core.release(id) }

  /// Whether both are of one state and stand for the same Lua value.
  public func isSame(as other: LuaReference) -> Bool {
    guard core === other.core, core.isOpen else { return false }
    return sx_same(core.runtime, id, other.id)
  }
}
