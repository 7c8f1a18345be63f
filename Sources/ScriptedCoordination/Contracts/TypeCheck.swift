import Coordination
import PlainValues

/// Compares values with types. Costs the size of the value, as far as the type looks into it; plain
/// data bounds how deep that is.
struct TypeCheck {
  let types: NamedTypes

  /// What is wrong with a value first: keys that are not known, then what is in each, in order.
  func mismatch(_ value: Value, _ declared: ContractType) -> Mismatch? {
    let type = types.resolve(declared)
    switch (type, value) {
    case (.any, _), (.string, .string), (.string, .bytes), (.number, .integer), (.number, .number),
      (.integer, .integer), (.boolean, .bool), (.table, .array), (.table, .object), (.table, .map):
      return nil
    case (.choice(let names), .string(let name)) where names.contains(name): return nil
    case (.array(let item), _):
      guard let items = value.array else { break }
      return mismatch(items, item)
    case (.record(let record), .object(let entries)): return mismatch(entries, record)
    default: break
    }
    return Mismatch("is \(shown(value, besides: type)), it has to be \(phrase(declared))")
  }

  func missing(_ type: ContractType) -> Mismatch {
    Mismatch("is missing, it has to be \(phrase(type))")
  }

  private func mismatch(_ items: [Value], _ type: ContractType) -> Mismatch? {
    for (index, item) in items.enumerated() {
      if let wrong = mismatch(item, type) { return wrong.within(.index(index + 1)) }
    }
    return nil
  }

  private func mismatch(_ entries: [String: Value], _ record: RecordType) -> Mismatch? {
    let found = record.fields.count { entries[$0.name] != nil }
    if found < entries.count { return stray(entries, record) }
    for field in record.fields {
      if let value = entries[field.name] {
        if let wrong = mismatch(value, field.type) { return wrong.within(.key(field.name)) }
      } else if !types.allowsNothing(field.type) {
        return missing(field.type).within(.key(field.name))
      }
    }
    return nil
  }

  private func stray(_ entries: [String: Value], _ record: RecordType) -> Mismatch? {
    let known = record.fields.map(\.name)
    guard let stray = Set(entries.keys).subtracting(known).min() else { return nil }
    guard !known.isEmpty else {
      return Mismatch("has the key \"\(stray)\", it has to be empty")
    }
    return Mismatch(
      "has a key \"\(stray)\" that is not known\(Suggestion.near(stray, among: known))")
  }

  // MARK: Words

  private func shown(_ value: Value, besides type: ContractType) -> String {
    switch (type, value) {
    case (.choice, .string(let text)): "\"\(text.prefix(60))\""
    case (.integer, .number(let number)): "the float \(number)"
    default: value.kind
    }
  }

  /// `a table with named keys (address)`
  private func phrase(_ type: ContractType) -> String {
    var type = type
    if case .optional(let inner) = type { type = inner }
    if case .named(let name) = type { return "\(phrase(types.resolve(type))) (\(name))" }
    switch type {
    case .string: return "a string"
    case .number: return "a number"
    case .integer: return "an integer"
    case .boolean: return "a boolean"
    case .table: return "a table"
    case .array: return "a list"
    case .choice(let names):
      return "one of \(names.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .record: return "a table with named keys"
    case .any, .named, .optional: return "something"
    }
  }
}
