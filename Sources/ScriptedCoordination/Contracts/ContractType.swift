import PlainValues

/// What a value has to be, as contracts say it.
public indirect enum ContractType: Hashable, Sendable {
  case any
  case string
  case number
  case integer
  case boolean
  case table
  /// A type of protocols.lua, by its name.
  case named(String)
  case array(of: ContractType)
  /// One of these strings.
  case choice([String])
  case record(RecordType)
  /// That, or nothing.
  case optional(ContractType)

  /// The types that need no definition, by their names.
  static let plain: [String: ContractType] = [
    "any": .any, "string": .string, "number": .number, "integer": .integer, "boolean": .boolean,
    "table": .table,
  ]

  /// This, or nothing.
  var orNothing: ContractType { if case .optional = self { self } else { .optional(self) } }
}

/// A table with these keys and no others.
public struct RecordType: Hashable, Sendable {
  public struct Field: Hashable, Sendable {
    public let name: String
    public let type: ContractType
  }

  /// Sorted by their names.
  public let fields: [Field]

  public init(_ fields: [String: ContractType]) {
    self.fields = fields.map { Field(name: $0.key, type: $0.value) }.sorted { $0.name < $1.name }
  }

  var byName: [String: ContractType] {
    Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.type) })
  }
}

extension ContractType: CustomStringConvertible {
  /// As a script writes it.
  public var description: String {
    switch self {
    case .any: "\"any\""
    case .string: "\"string\""
    case .number: "\"number\""
    case .integer: "\"integer\""
    case .boolean: "\"boolean\""
    case .table: "\"table\""
    case .named(let name): "\"\(name)\""
    case .array(let item): "{ array_of = \(item) }"
    case .choice(let names):
      "{ one_of = { \(names.map { "\"\($0)\"" }.joined(separator: ", ")) } }"
    case .record(let record): record.description
    case .optional(let type):
      type.isWrittenAsName ? "\(type.description.dropLast())?\"" : "\(type) or nothing"
    }
  }

  fileprivate var isWrittenAsName: Bool {
    switch self {
    case .array, .choice, .record, .optional: false
    default: true
    }
  }
}

extension RecordType: CustomStringConvertible {
  public var description: String {
    let shown = fields.map { field in
      if case .optional(let type) = field.type { return "[\"\(field.name)?\"] = \(type)" }
      return "\(Step.isIdentifier(field.name) ? field.name : "[\"\(field.name)\"]") = \(field.type)"
    }
    return shown.isEmpty ? "{}" : "{ \(shown.joined(separator: ", ")) }"
  }
}
