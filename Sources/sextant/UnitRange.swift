import PlainValues

/// An attribute that stands for many units: `--attr user_id=1..100000`.
struct UnitRange {
  private let attribute: String
  private let units: ClosedRange<Int>

  /// More would take minutes.
  private static let mostUnits = 10_000_000

  /// The attribute that is written as a range; nil where none is.
  ///
  /// - Throws: ``Misuse`` where several are, or one is empty, too large, or meant to be one.
  init?(_ attributes: [String: Value]) throws(Misuse) {
    for (attribute, text) in attributes.compactMapValues(\.string).sorted(by: { $0.key < $1.key })
    where Self.isMistyped(text) {
      throw Misuse("--attr \(attribute): a range is written 1..100000, not \(text)")
    }
    let ranges = attributes.compactMapValues { $0.string.flatMap(Self.ends) }
      .sorted { $0.key < $1.key }
    guard let (attribute, ends) = ranges.first else { return nil }
    guard ranges.count == 1 else {
      throw Misuse(
        "--attr: only one may be a range, not \(ranges.map(\.key).joined(separator: " and "))")
    }
    guard ends.first <= ends.last else {
      throw Misuse("--attr \(attribute): a range goes up, \(ends.first)..\(ends.last) does not")
    }
    let (distance, overflow) = ends.last.subtractingReportingOverflow(ends.first)
    guard !overflow, distance < Self.mostUnits else {
      throw Misuse("--attr \(attribute): a range has at most \(Self.mostUnits) units")
    }
    self.attribute = attribute
    units = ends.first...ends.last
  }

  /// Whether somebody meant a range, and it is none: a side of the dots begins as a number does.
  private static func isMistyped(_ text: String) -> Bool {
    let parts = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, ends(text) == nil else { return false }
    return parts.contains { side in
      let digits = side.drop { $0 == "." || $0 == "-" || $0 == "+" || $0 == " " }
      return digits.first.map { $0.isASCII && $0.isNumber } ?? false
    }
  }

  private static func ends(_ text: String) -> (first: Int, last: Int)? {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Int(parts[0]), let last = Int(parts[1]) else { return nil }
    return (first, last)
  }

  /// Gives each unit's attributes, in order.
  func forEach(beside attributes: [String: Value], _ body: ([String: Value]) -> Void) {
    var attributes = attributes
    for unit in units {
      attributes[attribute] = .integer(unit)
      body(attributes)
    }
  }
}
