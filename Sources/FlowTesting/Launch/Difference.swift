/// Two lists, as lines that show where they differ.
enum Difference {
  /// A line an element, behind `-` what was expected and is not there, behind `+` what is there and
  /// was not expected.
  static func lines(expected: [String], actual: [String]) -> [String] {
    let changes = actual.difference(from: expected)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [String] = []
    var (left, right) = (0, 0)
    while left < expected.count || right < actual.count {
      if removed.contains(left) {
        lines.append("- \(expected[left])")
        left += 1
      } else if inserted.contains(right) {
        lines.append("+ \(actual[right])")
        right += 1
      } else {
        lines.append("  \(actual[right])")
        left += 1
        right += 1
      }
    }
    return lines
  }
}
