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

extension LuaValue: Equatable {
  /// As Lua's `rawequal`, but an integer is no float. Two of Swift's `other` are never equal.
  public static func == (lhs: LuaValue, rhs: LuaValue) -> Bool {
    switch (lhs, rhs) {
    case (.nil, .nil): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left == right
    case (.bytes(let left), .bytes(let right)): left == right
    case (.table(let left), .table(let right)): left.isSame(as: right)
    case (.function(let left), .function(let right)): left.isSame(as: right)
    case (.object(let left), .object(let right)): left.isSame(as: right)
    default: false
    }
  }
}

extension LuaValue: CustomStringConvertible {
  /// As `tostring` writes it in a sandbox: without addresses.
  public var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): value
    case .bytes(let value): String(decoding: value, as: UTF8.self)
    default: typeName
    }
  }
}
