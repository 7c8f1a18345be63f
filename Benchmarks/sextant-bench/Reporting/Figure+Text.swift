import Foundation

extension Figure.Unit {
  /// A value of this unit, with three digits that count.
  func text(_ value: Double) -> String {
    switch self {
    case .bytes: return Self.number(value) + " B"
    case .time:
      let units: [(String, Double)] = [("ns", 1), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
      let (name, size) = units.last { abs(value) >= $0.1 } ?? units[0]
      return Self.number(value / size) + " " + name
    }
  }

  /// With as many digits behind the point as make three in all.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    let digits = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2
    return String(format: "%.\(digits)f", value)
  }

  func text(_ distribution: Distribution) -> String {
    guard distribution.rounds > 1 else { return text(distribution.center) }
    return "\(text(distribution.center)) (\(text(distribution.low))–\(text(distribution.high)))"
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
