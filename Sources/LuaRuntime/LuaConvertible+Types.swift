import CLuaBridge
import PlainValues

extension Bool: LuaConvertible {
  public static var luaName: String { "boolean" }
  @inlinable public func put(into arguments: inout LuaArguments) { arguments.put(self) }
  @inlinable public static func take(from slot: LuaSlot) throws(LuaMismatch) -> Bool {
    guard lua_type(slot.thread, slot.index) == LUA_TBOOLEAN else {
      throw slot.mismatch(luaName)
    }
    return lua_toboolean(slot.thread, slot.index) != 0
  }
}

extension Int: LuaConvertible {
  public static var luaName: String { "integer" }
  @inlinable public func put(into arguments: inout LuaArguments) { arguments.put(self) }
  /// An integer, or a float that equals one.
  @inlinable public static func take(from slot: LuaSlot) throws(LuaMismatch) -> Int {
    var value: Int64 = 0
    guard sx_integer(slot.thread, slot.index, &value) else { throw slot.mismatch(luaName) }
    return Int(value)
  }
}

extension Double: LuaConvertible {
  public static var luaName: String { "number" }
  @inlinable public func put(into arguments: inout LuaArguments) { arguments.put(self) }
  @inlinable public static func take(from slot: LuaSlot) throws(LuaMismatch) -> Double {
    guard lua_type(slot.thread, slot.index) == LUA_TNUMBER else { throw slot.mismatch(luaName) }
    return lua_tonumberx(slot.thread, slot.index, nil)
  }
}

extension String: LuaConvertible {
  public static var luaName: String { "string" }
  @inlinable public func put(into arguments: inout LuaArguments) { arguments.put(self) }
  /// A string of UTF-8, or a number as Lua writes it.
  public static func take(from slot: LuaSlot) throws(LuaMismatch) -> String {
    if let bytes = slot.bytes() {
      guard let string = LuaSlot.text(bytes) else {
        throw LuaMismatch("string expected, got bytes that are not UTF-8")
      }
      return string
    }
    guard lua_type(slot.thread, slot.index) == LUA_TNUMBER else { throw slot.mismatch(luaName) }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) {
      guard let text = $0.baseAddress else { return "" }
      _ = sx_number_text(slot.thread, slot.index, text)
      return String(cString: text)
    }
  }
}

extension Array: LuaConvertible where Element == UInt8 {
  public static var luaName: String { "string" }
  @inlinable public func put(into arguments: inout LuaArguments) { arguments.put(bytes: self) }
  public static func take(from slot: LuaSlot) throws(LuaMismatch) -> [UInt8] {
    guard let bytes = slot.bytes() else { throw slot.mismatch(luaName) }
    return Array(bytes)
  }
}

extension Optional: LuaConvertible where Wrapped: LuaConvertible {
  public static var luaName: String { "\(Wrapped.luaName) or nil" }
  @inlinable public func put(into arguments: inout LuaArguments) {
    if let self { self.put(into: &arguments) } else { arguments.putNil() }
  }
  @inlinable public static func take(from slot: LuaSlot) throws(LuaMismatch) -> Wrapped? {
    guard !slot.isNil else { return nil }
    return try Wrapped.take(from: slot)
  }
}

extension LuaValue: LuaConvertible {
  public static var luaName: String { "value" }
  public func put(into arguments: inout LuaArguments) {
    switch self {
    case .nil: arguments.putNil()
    case .bool(let value): arguments.put(value)
    case .integer(let value): arguments.put(value)
    case .number(let value): arguments.put(value)
    case .string(let value): arguments.put(value)
    case .bytes(let value): arguments.put(bytes: value)
    case .table(let value): arguments.put(value)
    case .function(let value): arguments.put(value)
    case .object(let value): arguments.put(value)
    case .other(let name): arguments.refuse("a \(name) cannot be passed to a script")
    }
  }
  public static func take(from slot: LuaSlot) throws(LuaMismatch) -> LuaValue {
    try slot.value()
  }
}

extension LuaReference {
  @inlinable public func put(into arguments: inout LuaArguments) { arguments.put(self) }
}

extension LuaTable: LuaConvertible {
  public static var luaName: String { "table" }
  public static func take(from slot: LuaSlot) throws(LuaMismatch) -> LuaTable {
    guard lua_type(slot.thread, slot.index) == LUA_TTABLE else { throw slot.mismatch(luaName) }
    return try slot.keep(as: LuaTable.self)
  }
}

extension LuaFunction: LuaConvertible {
  public static var luaName: String { "function" }
  public static func take(from slot: LuaSlot) throws(LuaMismatch) -> LuaFunction {
    guard lua_type(slot.thread, slot.index) == LUA_TFUNCTION else {
      throw slot.mismatch(luaName)
    }
    return try slot.keep(as: LuaFunction.self)
  }
}

extension LuaObject: LuaConvertible {
  public static var luaName: String { "host object" }
  public static func take(from slot: LuaSlot) throws(LuaMismatch) -> LuaObject {
    guard lua_type(slot.thread, slot.index) == LUA_TUSERDATA else {
      throw slot.mismatch(luaName)
    }
    return try slot.keep(as: LuaObject.self)
  }
}

extension PackedValue: LuaConvertible {
  public static var luaName: String { "plain data" }
  @inlinable public func put(into arguments: inout LuaArguments) { arguments.put(self) }
  public static func take(from slot: LuaSlot) throws(LuaMismatch) -> PackedValue {
    try slot.packed(label: "value")
  }
}

extension Value: LuaConvertible {
  public static var luaName: String { "plain data" }
  public func put(into arguments: inout LuaArguments) {
    do {
      arguments.put(try PackedValue(self))
    } catch {
      arguments.refuse(String(describing: error))
    }
  }
  public static func take(from slot: LuaSlot) throws(LuaMismatch) -> Value {
    try slot.packed(label: "value").value
  }
}

extension LuaSlot {
  /// Checks that the value is plain data and copies it.
  func packed(label: String) throws(LuaMismatch) -> PackedValue {
    let buffer = core.buffer
    let base = buffer.pointee.count
    var label = label
    let packed = label.withUTF8 {
      sx_pack(core.runtime, thread, index, $0.baseAddress, $0.count)
    }
    guard packed else {
      throw LuaMismatch(String(cString: sx_pack_error(core.runtime)))
    }
    let size = buffer.pointee.count - base
    let bytes = [UInt8](
      UnsafeBufferPointer(start: buffer.pointee.bytes?.advanced(by: base), count: size))
    buffer.pointee.count = base
    return PackedValue(unchecked: bytes)
  }
}
