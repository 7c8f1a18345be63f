import Foundation

extension Figure.Unit {
  /// Names of sizes, the least first.
  private var scale: [(name: String, size: Double)] {
    switch self {
    case .bytes: [("B", 1)]
    case .time: [("ns", 1), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
    }
  }

  private func suiting(_ value: Double) -> (name: String, size: Double) {
    // What would be rounded up to a thousand is one of the next.
    scale.last { abs(value) >= $0.size * 0.9995 } ?? scale[0]
  }

  /// A value of this unit, with three digits that count.
  func text(_ value: Double) -> String {
    let (name, size) = suiting(value)
    return "\(Self.number(value / size)) \(name)"
  }

  /// The center, and the quartiles in the same unit.
  func text(_ distribution: Distribution) -> String {
    guard distribution.rounds > 1 else { return text(distribution.center) }
    let size = suiting(distribution.center).size
    let low = Self.number(distribution.low / size), high = Self.number(distribution.high / size)
    return "\(text(distribution.center)) (\(low)–\(high))"
  }

  /// With as many digits behind the point as make three in all.
  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    let digits = abs(value) >= 99.95 ? 0 : abs(value) >= 9.995 ? 1 : 2
    return String(format: "%.\(digits)f", value)
  }
}

extension Figure {
  static func text(ratio: Double) -> String { String(format: ratio < 0.1 ? "%.4f" : "%.2f", ratio) }

  static func text(ratio: Distribution) -> String {
    guard ratio.rounds > 1 else { return text(ratio: ratio.center) }
    return
      "\(text(ratio: ratio.center)) (\(text(ratio: ratio.low))–\(text(ratio: ratio.high)))"
  }

  /// The ratio, or the difference where the goal is one.
  private var comparisonText: String {
    guard let baseline, let difference else { return "–" }
    guard case .more = goal else { return Self.text(ratio: baseline.ratio) }
    return (difference < 0 ? "" : "+") + unit.text(difference)
  }

  private var goalText: String {
    switch goal {
    case nil: "–"
    case .ratio(let most): "≤ " + Self.text(ratio: most)
    case .more(let most): "≤ +" + unit.text(most)
    case .value(let most): "≤ " + unit.text(most)
    }
  }

  /// The columns of its line.
  var columns: [String] {
    [
      name, unit.text(value), baseline.map { "\($0.name): \(unit.text($0.value))" } ?? "–",
      comparisonText, goalText,
      isMet.map { $0 ? "met" : "not met" } ?? "–",
    ]
  }
}
