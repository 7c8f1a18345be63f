import PlainValues

/// A device as snapshots and traces have it.
extension Device {
  var value: Value {
    ["kind": .string(kind.rawValue), "orientation": .string(orientation.rawValue)]
  }

  /// - Throws: ``ValueProblem`` where it is none.
  init(_ reader: ValueReader) throws(ValueProblem) {
    let entries = try reader.object(["kind", "orientation"])
    let kind: Kind = try Self.oneOf(try entries.required("kind"))
    let orientation: Orientation = try Self.oneOf(try entries.required("orientation"))
    self.init(kind, orientation: orientation)
  }

  private static func oneOf<Choice: RawRepresentable<String> & CaseIterable>(
    _ reader: ValueReader
  ) throws(ValueProblem) -> Choice {
    let word = try reader.string()
    guard let choice = Choice(rawValue: word) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: " or ")
      throw reader.problem("it has to be \(known), not \"\(word)\"")
    }
    return choice
  }
}
