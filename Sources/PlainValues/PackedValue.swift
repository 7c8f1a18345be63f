/// A plain value in one piece of memory: what travels between coordinators, screens and the trace.
///
/// Packing checks and copies, so that nothing is shared with whoever made the value; reading it
/// costs nothing until ``value`` is asked for. Two packed values are equal when their bytes are.
///
/// The format, which the Lua bridge reads and writes too: a tag byte, then
///
/// | tag | kind | follows |
/// | --- | --- | --- |
/// | 0 | null | |
/// | 1, 2 | false, true | |
/// | 3 | integer | 8 bytes, little-endian, two's complement |
/// | 4 | float | 8 bytes, little-endian IEEE 754, never NaN |
/// | 5 | string | its length in bytes as 4 bytes, little-endian; its bytes, UTF-8 or not |
/// | 6 | array | its count as 4 bytes, at least 1; its elements |
/// | 7 | object | its count as 4 bytes; for each entry a tag-5 key, UTF-8, and its value |
/// | 8 | map | its count as 4 bytes, at least 1; for each entry a tag-3 or tag-5 key and its value |
///
/// Keys go in order: integers by value, then strings by their bytes. A map is what neither array
/// nor object can say. No entry's value is null.
public struct PackedValue: Hashable, Sendable {
  /// The packed bytes; none stands for the empty table.
  public let bytes: [UInt8]

  /// A table without entries.
  public static let empty = PackedValue(unchecked: [])

  public var isEmpty: Bool { bytes.isEmpty }

  /// Whether it is a table: an array, an object or a map.
  public var isTable: Bool { bytes.first.map { $0 >= Tag.array } ?? true }

  /// Takes bytes that are known to be of the format, such as the Lua bridge's.
  public init(unchecked bytes: [UInt8]) {
    self.bytes = bytes == Self.emptyTable ? [] : bytes
  }

  private static let emptyTable: [UInt8] = [Tag.object, 0, 0, 0, 0]

  /// Packs a value. Entries that are null are left out; an array with a null in it becomes a map,
  /// as a Lua table with a gap is one.
  ///
  /// - Throws: ``PlainValueError`` for NaN, or where the value is deeper or larger than the limits.
  public init(_ value: Value, limits: PlainValueLimits = .default) throws(PlainValueError) {
    var packer = Packer(limits: limits)
    try packer.pack(value, depth: 0)
    self.init(unchecked: packer.bytes)
  }

  /// The value, unpacked. Costs the size of the value.
  public var value: Value {
    guard !bytes.isEmpty else { return .empty }
    return bytes.withUnsafeBufferPointer { buffer in
      var unpacker = Unpacker(bytes: buffer)
      return unpacker.next()
    }
  }

  /// The keys of an object; nil where it is none. Costs the size of the value.
  public var keys: [String]? {
    guard !bytes.isEmpty else { return [] }
    return bytes.withUnsafeBufferPointer { buffer in
      var unpacker = Unpacker(bytes: buffer)
      return unpacker.keys()
    }
  }

  /// Whether it is an object with a key at least, and has none that is not one of these. Costs the
  /// entries up to the first such.
  public func hasKeysOnly(of names: [String]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      var unpacker = Unpacker(bytes: buffer)
      return unpacker.hasKeysOnly(of: names)
    }
  }

  /// The entry of that key. Costs the size of the value.
  public subscript(key: String) -> Value? { value[key] }

  enum Tag {
    static let null: UInt8 = 0
    static let isFalse: UInt8 = 1
    static let isTrue: UInt8 = 2
    static let integer: UInt8 = 3
    static let number: UInt8 = 4
    static let string: UInt8 = 5
    static let array: UInt8 = 6
    static let object: UInt8 = 7
    static let map: UInt8 = 8
  }
}

extension PackedValue: CustomStringConvertible {
  /// The value as JSON.
  public var description: String { JSON.text(of: value) }
}

extension PackedValue: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  /// A table, written down in Swift. With NaN in it, which is not plain data, it is empty.
  public init(dictionaryLiteral elements: (String, Value)...) {
    let value = Value.object(Dictionary(elements) { _, last in last })
    self = (try? PackedValue(value)) ?? .empty
  }

  public init(stringLiteral value: String) {
    self = (try? PackedValue(.string(value))) ?? .empty
  }

  public init(integerLiteral value: Int) {
    self = (try? PackedValue(.integer(value))) ?? .empty
  }

  public init(booleanLiteral value: Bool) {
    self = (try? PackedValue(.bool(value))) ?? .empty
  }
}

/// How deep and how large plain data may be.
public struct PlainValueLimits: Hashable, Sendable {
  /// Tables within tables.
  public var depth: Int
  /// Bytes of the packed form.
  public var bytes: Int

  public init(depth: Int = 100, bytes: Int = 16 << 20) {
    self.depth = depth
    self.bytes = bytes
  }

  public static let `default` = PlainValueLimits()
}

/// Why something is not plain data.
public enum PlainValueError: Error, Hashable, CustomStringConvertible {
  case notANumber
  case tooDeep(limit: Int)
  case tooLarge(limit: Int)

  public var description: String {
    switch self {
    case .notANumber: "NaN is not plain data"
    case .tooDeep(let limit): "tables within tables, more than \(limit) deep"
    case .tooLarge(let limit): "more than \(limit) bytes"
    }
  }
}
