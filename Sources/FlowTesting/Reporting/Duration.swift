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
  static func decimal(_ seconds: Double) -> String {
    let millionths = Int((max(0, seconds) * 1_000_000).rounded())
    let digits = String(millionths % 1_000_000)
    return "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
