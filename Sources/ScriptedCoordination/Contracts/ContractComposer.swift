/// Puts contracts together: keys, events and handled events add up; what two say of one thing has
/// to be the same.
struct ContractComposer {
  let types: NamedTypes
  private(set) var contract: Contract?
  /// What does not go together.
  private(set) var conflicts: [String] = []

  init(types: NamedTypes) { self.types = types }

  mutating func add(_ part: Contract) {
    guard var whole = contract else {
      contract = part
      return
    }
    whole.origin += " and \(part.origin)"
    whole.input = input(whole.input, part.input)
    whole.result = same(whole.result, part.result, "result")
    whole.emits = emits(whole.emits, part.emits)
    whole.handles.merge(part.handles) { first, _ in first }
    whole.takeTypes(from: types)
    contract = whole
  }

  private mutating func input(
    _ one: Contract.Clause?, _ other: Contract.Clause?
  ) -> Contract.Clause? {
    guard let one, let other, one.type != other.type,
      case .record(let left) = types.resolve(one.type),
      case .record(let right) = types.resolve(other.type)
    else { return same(one, other, "input") }
    var fields = left.byName
    for field in right.fields {
      if let known = fields[field.name], known != field.type {
        conflict(
          "input\(Step.key(field.name))", (known, one.origin), (field.type, other.origin))
      }
      fields[field.name] = field.type
    }
    return Contract.Clause(
      type: .record(RecordType(fields)), origin: "\(one.origin) and \(other.origin)")
  }

  private mutating func emits(
    _ one: [String: Contract.Clause]?, _ other: [String: Contract.Clause]?
  ) -> [String: Contract.Clause]? {
    guard var merged = one, let other else { return one ?? other }
    for (event, clause) in other.sorted(by: { $0.key < $1.key }) {
      merged[event] = same(merged[event], clause, "emits\(Step.key(event))")
    }
    return merged
  }

  private mutating func same(
    _ one: Contract.Clause?, _ other: Contract.Clause?, _ what: String
  ) -> Contract.Clause? {
    if let one, let other, one.type != other.type {
      conflict(what, (one.type, one.origin), (other.type, other.origin))
    }
    return one ?? other
  }

  private mutating func conflict(
    _ what: String, _ one: (type: ContractType, origin: String),
    _ other: (type: ContractType, origin: String)
  ) {
    conflicts.append(
      """
      \(what) is \(one.type.shortened) (\(one.origin)) and \(other.type.shortened) \
      (\(other.origin)): let both say the same
      """)
  }
}

extension ContractType {
  /// As a script writes it, as far as that is short.
  fileprivate var shortened: String {
    let text = description
    return text.count > 100 ? "\(text.prefix(99))…" : text
  }
}
