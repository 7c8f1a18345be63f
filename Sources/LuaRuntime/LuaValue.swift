import CLuaBridge

/// Any Lua value, as Swift sees it.
public enum LuaValue {
  case `nil`
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  /// A string that is not UTF-8.
  case bytes([UInt8])
  case table(LuaTable)
  case function(LuaFunction)
  case object(LuaObject)
  /// What Swift can do nothing with, such as a coroutine.
  case other(typeName: String)
}

extension LuaValue {
  /// What messages call it: Lua's name of its type.
  public var typeName: String {
    switch self {
    case .nil: "nil"
    case .bool: "boolean"
    case .integer, .number: "number"
    case .string, .bytes: "string"
    case .table: "table"
    case .function: "function"
    case .object: "userdata"
    case .other(let name): name
    }
  }

  public var isNil: Bool { if case .nil = self { true } else { false } }
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var table: LuaTable? { if case .table(let value) = self { value } else { nil } }
  public var function: LuaFunction? { if case .function(let value) = self { value } else { nil } }
  public var object: LuaObject? { if case .object(let value) = self { value } else { nil } }

  /// Everything but `nil` and `false`, as in Lua.
  public var isTrue: Bool {
    switch self {
    case .nil, .bool(false): false
    default: true
    }
  }
}

/// A place on Lua's stack that a value is read from. It is valid within the call that gives it.
public struct LuaSlot {
  // The core is alive while its stack is read: whoever made the slot holds it.
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

  @usableFromInline func bytes() -> UnsafeRawBufferPointer? {
    var size = 0
    guard let start = sx_string(thread, index, &size) else { return nil }
    return UnsafeRawBufferPointer(start: start, count: size)
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
      return String(validating: bytes, as: UTF8.self).map(LuaValue.string) ?? .bytes(Array(bytes))
    case LUA_TTABLE: return .table(try keep(as: LuaTable.self))
    case LUA_TFUNCTION: return .function(try keep(as: LuaFunction.self))
    case LUA_TUSERDATA: return .object(try keep(as: LuaObject.self))
    default: return .other(typeName: typeName)
    }
  }
}
