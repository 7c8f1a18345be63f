/// What a message says of names that are like one that is not known.
public enum Suggestion {
  /// `: did you mean "x"?`, or what there is; empty where there is nothing.
  public static func near(_ name: String, among known: some Collection<String>) -> String {
    if let nearest = nearest(to: name, among: known) { return ": did you mean \"\(nearest)\"?" }
    guard !known.isEmpty else { return "" }
    let shown = known.prefix(8).joined(separator: ", ")
    return "; there is \(shown)\(known.count > 8 ? ", …" : "")"
  }

  /// The name that differs least, if by little enough to be a slip. Of many names only the first are
  /// looked at, as many as take no time that is felt.
  public static func nearest(to name: String, among known: some Collection<String>) -> String? {
    let bound = max(1, name.count / 3)
    return known.prefix(mostNames).map { ($0, distance(name, $0)) }
      .filter { $0.1 <= bound }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  private static let mostNames = 500

  /// Insertions, deletions, replacements and swaps of neighbours (the optimal string alignment
  /// distance). Costs the product of the lengths.
  public static func distance(_ one: String, _ other: String) -> Int {
    let (left, right) = (Array(one.utf8.prefix(64)), Array(other.utf8.prefix(64)))
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var rows = [Array(0...right.count)]
    for i in 1...left.count {
      var row = [i]
      for j in 1...right.count {
        let replaced = rows[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
        var best = min(replaced, rows[i - 1][j] + 1, row[j - 1] + 1)
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          best = min(best, rows[i - 2][j - 2] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
