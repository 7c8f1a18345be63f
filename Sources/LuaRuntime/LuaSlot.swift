import CLuaBridge

/// A place on Lua's stack that a value is read from. It is valid within the call that gives it.
public struct LuaSlot {
  // Alive as long as this is: a slot is made within a method of what holds the core (a call, a
  // table, a run), and is given to `take(from:)`, which returns what it has read and not the slot.
  @usableFromInline unowned(unsafe) let core: LuaCore
  @usableFromInline let thread: OpaquePointer
  @usableFromInline let index: Int32

  @usableFromInline init(core: LuaCore, thread: OpaquePointer, index: Int32) {
    self.core = core
    self.thread = thread
    self.index = index
  }

  /// Lua's name of the value's type, or the host class's.
  public var typeName: String { String(cString: sx_type_name(thread, index)) }

  public var isNil: Bool { lua_type(thread, index) <= LUA_TNIL }

  @usableFromInline func mismatch(_ expected: String) -> LuaMismatch {
    LuaMismatch("\(expected) expected, got \(typeName)")
  }

  func keep<Reference: LuaReference>(as type: Reference.Type) throws(LuaMismatch) -> Reference {
    let id = sx_keep_at(core.runtime, thread, index)
    guard id != 0 else { throw LuaMismatch("not enough memory") }
    return Reference(core: core, id: id)
  }

  func bytes() -> UnsafeRawBufferPointer? {
    var size = 0
    guard let start = sx_string(thread, index, &size) else { return nil }
    return UnsafeRawBufferPointer(start: start, count: size)
  }

  /// The string that bytes are, if they are UTF-8.
  static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard sx_is_utf8(bytes.baseAddress, bytes.count) else { return nil }
    return String(decoding: bytes.assumingMemoryBound(to: UInt8.self), as: UTF8.self)
  }

  @usableFromInline func value() throws(LuaMismatch) -> LuaValue {
    switch lua_type(thread, index) {
    case LUA_TNONE, LUA_TNIL: return .nil
    case LUA_TBOOLEAN: return .bool(lua_toboolean(thread, index) != 0)
    case LUA_TNUMBER:
      if lua_isinteger(thread, index) != 0 {
        return .integer(Int(lua_tointegerx(thread, index, nil)))
      }
      return .number(lua_tonumberx(thread, index, nil))
    case LUA_TSTRING:
      guard let bytes = bytes() else { return .nil }
      return Self.text(bytes).map(LuaValue.string) ?? .bytes(Array(bytes))
    case LUA_TTABLE: return .table(try keep(as: LuaTable.self))
    case LUA_TFUNCTION: return .function(try keep(as: LuaFunction.self))
    case LUA_TUSERDATA: return .object(try keep(as: LuaObject.self))
    default: return .other(typeName: typeName)
    }
  }
}
