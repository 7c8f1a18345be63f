/// What has run in a run of tests: the sum of what its workers have gathered.
///
/// It does not depend on how the tests were shared among them.
struct Coverage: Hashable, Sendable {
  /// A file's lines. What ran outside of tests counts once.
  struct Lines: Hashable, Sendable {
    var executable: Set<Int> = []
    var loaded: Set<Int> = []
    var counts: [Int: Int] = [:]

    /// How often a line ran.
    func count(_ line: Int) -> Int {
      (counts[line] ?? 0).addingReportingOverflow(loaded.contains(line) ? 1 : 0).partialValue
    }
  }

  /// How often a rule was taken, and in which tests.
  struct Takings: Hashable, Sendable {
    var count = 0
    var tests: Set<TestKey> = []
  }

  private(set) var lines: [String: Lines] = [:]
  private(set) var rules: [CoverageRule.Place: CoverageRule] = [:]
  private(set) var takings: [CoverageRule.Place: Takings] = [:]

  /// - Parameter test: the test in which it ran; nil for outside of tests.
  mutating func add(_ take: CoverageTake, in test: TestKey?) {
    for (path, more) in take.lines {
      lines[path, default: Lines()].executable.formUnion(more.executable)
      lines[path, default: Lines()].loaded.formUnion(more.loaded)
      lines[path, default: Lines()].counts.merge(more.counts) { $0 &+ $1 }
    }
    for rule in take.rules { rules[rule.place] = rule }
    for (place, count) in take.taken {
      takings[place, default: Takings()].count += count
      if let test { takings[place]?.tests.insert(test) }
    }
  }
}
