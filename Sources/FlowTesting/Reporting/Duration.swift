/// How a time is said to people.
enum Duration {
  static func text(_ seconds: Double) -> String {
    switch seconds {
    case ..<0.001: "\(max(0, Int((seconds * 1_000_000).rounded()))) µs"
    case ..<1: "\(Int((seconds * 1000).rounded())) ms"
    default: "\(hundredths(seconds)) s"
    }
  }

  /// With two digits after the point.
  private static func hundredths(_ seconds: Double) -> String {
    let all = Int((seconds * 100).rounded())
    return "\(all / 100).\(all % 100 < 10 ? "0" : "")\(all % 100)"
  }

  /// In seconds with six digits, as XML and YAML have it.
  static func decimal(_ seconds: Double) -> String { decimal(seconds, digits: 6, of: 1_000_000) }

  /// In seconds with three digits: some schemas of JUnit take no more for a suite.
  static func thousandths(_ seconds: Double) -> String { decimal(seconds, digits: 3, of: 1000) }

  private static func decimal(_ seconds: Double, digits count: Int, of parts: Int) -> String {
    let all = Int((max(0, seconds) * Double(parts)).rounded())
    let digits = String(all % parts)
    return "\(all / parts)." + String(repeating: "0", count: count - digits.count) + digits
  }
}
