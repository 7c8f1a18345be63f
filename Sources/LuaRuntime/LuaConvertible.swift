import CLuaBridge
import PlainValues

/// What can be passed to Lua and taken from it.
public protocol LuaConvertible {
  /// What messages say was expected: `string`.
  static var luaName: String { get }
  /// Puts exactly one value.
  func put(into arguments: inout LuaArguments)
  /// Reads the value in place.
  static func take(from slot: LuaSlot) throws(LuaMismatch) -> Self
}

/// Values on their way to Lua.
public struct LuaArguments {
  // Alive as long as this is: it is made as a local of a method of what holds the core (a state, a
  // reference, a call), put into, and gone when that returns. `put(into:)` gets it `inout` only.
  @usableFromInline unowned(unsafe) let core: LuaCore
  @usableFromInline let buffer: UnsafeMutablePointer<sx_buffer>

  @inlinable init(core: LuaCore) {
    self.core = core
    buffer = core.buffer
  }

  @inlinable public mutating func putNil() { sx_put_tag(buffer, UInt8(SX_NULL.rawValue)) }

  @inlinable public mutating func put(_ value: Bool) {
    sx_put_tag(buffer, UInt8(value ? SX_TRUE.rawValue : SX_FALSE.rawValue))
  }

  @inlinable public mutating func put(_ value: Int) { sx_put_integer(buffer, Int64(value)) }

  @inlinable public mutating func put(_ value: Double) { sx_put_number(buffer, value) }

  @inlinable public mutating func put(_ value: String) {
    var value = value
    value.withUTF8 { sx_put_string(buffer, $0.baseAddress, $0.count) }
  }

  @inlinable public mutating func put(bytes: some Collection<UInt8>) {
    let stored: Void? = bytes.withContiguousStorageIfAvailable {
      sx_put_string(buffer, $0.baseAddress, $0.count)
    }
    if stored == nil { put(bytes: Array(bytes)) }
  }

  /// A new Lua table, or whatever else was packed.
  @inlinable public mutating func put(_ value: PackedValue) {
    guard !value.isEmpty else { return sx_put_count(buffer, UInt8(SX_OBJECT.rawValue), 0) }
    value.bytes.withUnsafeBufferPointer { sx_put_raw(buffer, $0.baseAddress, $0.count) }
  }

  @inlinable public mutating func put(_ value: LuaReference) {
    guard value.core === core else { return refuse("a value of another Lua state") }
    sx_put_reference(buffer, value.id)
  }

  /// Puts something that cannot be passed: the call fails with that message.
  @inlinable public mutating func refuse(_ message: String) {
    var message = message
    message.withUTF8 { sx_put_refusal(buffer, $0.baseAddress, $0.count) }
  }
}
