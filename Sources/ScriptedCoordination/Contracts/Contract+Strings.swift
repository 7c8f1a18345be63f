import PlainValues

extension Contract {
  /// The input that strings make, such as the captures of a link: of an object the entries that
  /// the contract's input names, with strings converted where it asks for an integer, a number or
  /// a boolean. What does not convert is left as it is, for the check to report.
  ///
  /// A value that is no object, or that no record is asked for, is given back as it is.
  public func inputFromStrings(_ value: Value) -> Value {
    guard let clause = input, case .record(let record) = types.resolve(clause.type),
      case .object(let entries) = value
    else { return value }
    var converted: [String: Value] = [:]
    for field in record.fields {
      guard let entry = entries[field.name] else { continue }
      converted[field.name] = types.resolve(field.type).converting(entry)
    }
    return .object(converted)
  }
}

extension ContractType {
  /// What a string says, where this is what it says one of; else the value itself.
  fileprivate func converting(_ value: Value) -> Value {
    guard case .string(let text) = value else { return value }
    switch self {
    case .integer: return Int(text).map(Value.integer) ?? value
    case .number:
      if let integer = Int(text) { return .integer(integer) }
      guard let number = Double(text), number.isFinite else { return value }
      return .number(number)
    case .boolean: return Bool(text).map(Value.bool) ?? value
    default: return value
    }
  }
}
