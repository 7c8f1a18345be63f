extension Contract {
  /// What the contracts of two scripts do not say alike; nil where they ask the same.
  ///
  /// - Parameters:
  ///   - one: a script's file, and its contract where it has one.
  ///   - other: the same of another.
  static func difference(
    _ one: (file: String, contract: Contract?), _ other: (file: String, contract: Contract?)
  ) -> String? {
    switch (one.contract, other.contract) {
    case (nil, nil): return nil
    case (nil, let there?): return "\(one.file) has none, \(other.file) has one (\(there.origin))"
    case (let there?, nil): return "\(one.file) has one (\(there.origin)), \(other.file) has none"
    case (let here?, let there?):
      let clauses =
        ContractDifference.clauses(here, there) + ContractDifference.emits(here, there)
      let all = clauses + ContractDifference.handles(here, there)
      return all.isEmpty ? nil : all.joined(separator: "; ")
    }
  }
}

/// The parts in which two contracts differ, in words.
private enum ContractDifference {
  static func clauses(_ one: Contract, _ other: Contract) -> [String] {
    [("input", one.input, other.input), ("result", one.result, other.result)]
      .filter { !isSame($0.1, $0.2, one, other) }
      .map {
        "\($0.0) is \(said($0.1, or: "anything", one)) and \(said($0.2, or: "anything", other))"
      }
  }

  static func emits(_ one: Contract, _ other: Contract) -> [String] {
    guard let here = one.emits, let there = other.emits else {
      guard one.emits != nil || other.emits != nil else { return [] }
      let said = { (contract: Contract) in
        let events = contract.emits.map { $0.keys.sorted().joined(separator: ", ") }
        return "\(events.map { $0.isEmpty ? "nothing" : $0 } ?? "anything") (\(contract.origin))"
      }
      return ["emits is \(said(one)) and \(said(other))"]
    }
    return Set(here.keys).union(there.keys).sorted()
      .filter { !isSame(here[$0], there[$0], one, other) }
      .map { event in
        let (mine, theirs) = (here[event], there[event])
        return
          "emits.\(event) is \(said(mine, or: "missing", one)) and \(said(theirs, or: "missing", other))"
      }
  }

  static func handles(_ one: Contract, _ other: Contract) -> [String] {
    let (mine, theirs) = (Set(one.handles.keys), Set(other.handles.keys))
    return mine.symmetricDifference(theirs).sorted().map { event in
      let place = one.handles[event] ?? other.handles[event] ?? ""
      let lacking = mine.contains(event) ? other : one
      return "handles \"\(event)\" is asked for (\(place)) and is not (\(lacking.origin))"
    }
  }

  private static func isSame(
    _ clause: Contract.Clause?, _ otherClause: Contract.Clause?, _ one: Contract, _ other: Contract
  ) -> Bool {
    var equality = TypeEquality(one.types, other.types)
    return equality.holds(clause?.type, otherClause?.type)
  }

  private static func said(
    _ clause: Contract.Clause?, or absent: String, _ contract: Contract
  ) -> String {
    clause.map { "\($0.type) (\($0.origin))" } ?? "\(absent) (\(contract.origin))"
  }
}
