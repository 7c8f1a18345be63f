/// A soak in words.
package enum SoakReport {
  /// Where it has come to, in a line.
  package static func line(_ progress: Soak.Progress) -> String {
    let seconds = progress.duration / .seconds(1)
    let lua = progress.lua.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value / 1024)" }.joined(separator: ", ")
    return """
      \(progress.events) events, \(Int(seconds)) s, \(Int(Double(progress.events) / seconds)) a \
      second; resident \(mebibytes(progress.resident)); Lua KiB: \(lua); \(progress.liveCoordinators) live; \
      \(progress.tally.failures.values.reduce(0, +)) turns failed
      """
  }

  /// What all turns came to.
  package static func summary(_ tally: SoakTally) -> String {
    """
    \(tally.turns) turns: \(tally.committed) committed, \(tally.blocked) blocked, \
    \(tally.failures.values.reduce(0, +)) failed
    \(tally.hosts) hosts, \(tally.projects) projects loaded, \(tally.restorations) restorations, \
    \(tally.swaps) swaps, reloads \(tally.reloads["taken"] ?? 0) taken and \
    \(tally.reloads["refused"] ?? 0) refused
    failed turns:
    \(list(tally.failures))
    diagnostics:
    \(list(tally.diagnostics))
    """
  }

  private static func mebibytes(_ bytes: Int?) -> String {
    bytes.map { "\((Double($0) / 104857.6).rounded() / 10) MiB" } ?? "unknown"
  }

  private static func list(_ counts: [String: Int]) -> String {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "  \($0.value) \($0.key)" }.joined(separator: "\n")
  }
}
