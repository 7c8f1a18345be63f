import Coordination
import PlainValues

/// What is wrong with what comes and goes; nil where nothing is. Each costs the size of the value,
/// and nothing where the contract does not say what it has to be.
extension Contract {
  func problem(withInput input: PackedValue) -> String? {
    self.input.flatMap { problem(with: input, as: $0, "input") }
  }

  /// - Parameter result: nil where it finishes without one.
  func problem(withResult result: PackedValue?) -> String? {
    guard let clause = self.result else { return nil }
    if let result { return problem(with: result, as: clause, "result", absence: nil) }
    guard !types.allowsNothing(clause.type) else { return nil }
    return complaint(TypeCheck(types: types).missing(clause.type), clause, "result")
  }

  func problem(withEmitted event: String, _ payload: PackedValue) -> String? {
    guard let emits else { return nil }
    guard let clause = emits[event] else {
      let near = Suggestion.near(event, among: emits.keys.sorted())
      return "there is no such event in what it emits\(near) (\(origin))"
    }
    return problem(with: payload, as: clause, "payload")
  }

  /// - Parameter absence: the value that stands for none.
  private func problem(
    with value: PackedValue, as clause: Clause, _ what: String, absence: PackedValue? = .empty
  ) -> String? {
    if case .any = types.resolve(clause.type) { return nil }
    let check = TypeCheck(types: types)
    if value == absence {
      if types.allowsNothing(clause.type) { return nil }
      if !types.resolve(clause.type).isTable {
        return complaint(check.missing(clause.type), clause, what)
      }
    }
    return check.mismatch(value.value, clause.type).map { complaint($0, clause, what) }
  }

  private func complaint(_ mismatch: Mismatch, _ clause: Clause, _ what: String) -> String {
    "\(mismatch.message(about: what)) (\(clause.origin))"
  }
}

extension ContractType {
  /// Whether it is met by tables only.
  fileprivate var isTable: Bool {
    switch self {
    case .table, .array, .record: true
    default: false
    }
  }
}
