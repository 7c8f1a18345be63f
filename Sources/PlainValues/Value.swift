/// Plain data: what params, payloads, inputs, results, state and the store are made of.
///
/// A value says no more than a Lua table of booleans, numbers, strings and tables can say, so that
/// it can be copied between scripts, written to a trace and read back without losing anything.
/// NaN is not plain data; ``PackedValue`` and ``JSON`` refuse it.
public enum Value: Hashable, Sendable {
  /// Nothing. In a table it stands for a key that is absent.
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  /// A string that is not UTF-8.
  case bytes([UInt8])
  /// A table with the keys 1 to n.
  case array([Value])
  /// A table whose keys are all strings. An empty table is an empty object.
  case object([String: Value])
  /// Any other table: with gaps, with integer and string keys, or with keys that are not UTF-8 or
  /// are equal for Swift.
  case map([MapKey: Value])

  /// A key of a ``Value/map(_:)``.
  public enum MapKey: Hashable, Sendable {
    case integer(Int)
    case string(String)
    /// One that is not UTF-8, or that Swift takes for another key that is there: "é" in two scalars
    /// beside "é" in one.
    case bytes([UInt8])
  }

  /// A table without entries: what absent input, params and payload are.
  public static let empty = Value.object([:])
}

extension Value {
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var array: [Value]? {
    switch self {
    case .array(let value): value
    case .object(let entries) where entries.isEmpty: []
    default: nil
    }
  }
  public var object: [String: Value]? { if case .object(let value) = self { value } else { nil } }

  /// The integer it is, or the integer that a float equals exactly.
  public var integer: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The number it is, as a float.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The entry of that key, where this is an object that has one.
  public subscript(key: String) -> Value? { object?[key] }
}

extension Value {
  /// The value, and no value for null: `nil` in Swift is not ``null``.
  public var orNone: Value? { self == .null ? Value?.none : .some(self) }
}

extension Value: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: Value...) {
    self = elements.isEmpty ? .empty : .array(elements)
  }
  public typealias Key = String
  public typealias Value = PlainValues.Value
  public typealias ArrayLiteralElement = PlainValues.Value
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
  public init(nilLiteral: ()) { self = .null }
}
