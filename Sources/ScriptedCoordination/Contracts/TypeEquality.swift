/// Whether types say the same, by whatever names: each is read with the named types of its own.
struct TypeEquality {
  let types: NamedTypes
  let otherTypes: NamedTypes
  /// Pairs of which one is a name, which are being compared: a type may hold others of itself.
  private var assumed: Set<[ContractType]> = []

  init(_ types: NamedTypes, _ otherTypes: NamedTypes) {
    self.types = types
    self.otherTypes = otherTypes
  }

  mutating func holds(_ one: ContractType?, _ other: ContractType?) -> Bool {
    guard let one, let other else { return (one == nil) == (other == nil) }
    switch (one, other) {
    case (.named, _), (_, .named):
      guard assumed.insert([one, other]).inserted else { return true }
      return holds(types.meaning(of: one), otherTypes.meaning(of: other))
    case (.array(let item), .array(let otherItem)): return holds(item, otherItem)
    case (.optional(let inner), .optional(let otherInner)): return holds(inner, otherInner)
    case (.record(let record), .record(let otherRecord)):
      guard record.fields.map(\.name) == otherRecord.fields.map(\.name) else { return false }
      for (field, otherField) in zip(record.fields, otherRecord.fields)
      where !holds(field.type, otherField.type) { return false }
      return true
    case (.choice(let names), .choice(let otherNames)): return Set(names) == Set(otherNames)
    default: return one == other
    }
  }
}

extension NamedTypes {
  /// What a name stands for; any other type is itself.
  fileprivate func meaning(of type: ContractType) -> ContractType {
    var type = type
    while case .named(let name) = type { type = self[name] ?? .any }
    return type
  }
}
