/// Which tests of the files a run has.
public struct Selection {
  /// Lua patterns, of which one has to be found in the full name.
  public var filters: [NamePattern] = []
  /// Lua patterns, none of which may be found in the full name.
  public var excluded: [NamePattern] = []
  /// Tags, of which a test has to have one.
  public var tags: Set<String> = []
  /// Tags, none of which a test may have.
  public var excludedTags: Set<String> = []
  /// Full names, of which one has to be the test's.
  public var names: Set<String> = []
  /// The tests that failed last time; nil for all.
  public var failed: Set<TestKey>?
  /// The tests of a shard; nil for all.
  public var shard: ShardPart?

  public init() {}

  /// The indices of the tests of a file that are to run, in its order. Costs the number of tests.
  public func indices(of entries: [TestEntry], in target: SpecTarget) -> [Int] {
    let lines = LineSelection(target.lines, entries)
    var counts: [TestKey: Int] = [:]
    return entries.indices.filter { index in
      let entry = entries[index]
      guard lines.takes(entry), takes(entry) else { return false }
      guard let shard else { return true }
      let key = TestKey(entry.id)
      defer { counts[key, default: 0] += 1 }
      return shard.takes(key, occurrence: counts[key, default: 0])
    }
  }

  private func takes(_ entry: TestEntry) -> Bool {
    if !tags.isEmpty, tags.isDisjoint(with: entry.tags) { return false }
    if !excludedTags.isDisjoint(with: entry.tags) { return false }
    if let failed, !failed.contains(TestKey(entry.id)),
      !failed.contains(TestKey(file: entry.id.file, names: []))
    {
      return false
    }
    if filters.isEmpty, excluded.isEmpty, names.isEmpty { return true }
    let name = entry.id.fullName
    if !names.isEmpty, !names.contains(name) { return false }
    if !filters.isEmpty, !filters.contains(where: { $0.isFound(in: name) }) { return false }
    return !excluded.contains { $0.isFound(in: name) }
  }
}

/// The tests that lines of a file mean.
///
/// A line means the test or the block that begins there, or nearest before it: within a test that
/// test, among what a block has before its first test the block.
struct LineSelection {
  private let lines: Set<Int>

  init(_ wanted: [Int], _ entries: [TestEntry]) {
    guard !wanted.isEmpty else {
      lines = []
      return
    }
    let known = Set(entries.map(\.id.line)).union(entries.flatMap(\.blockLines))
    lines = Set(wanted.map { line in known.filter { $0 <= line }.max() ?? line })
  }

  func takes(_ entry: TestEntry) -> Bool {
    lines.isEmpty || lines.contains(entry.id.line)
      || entry.blockLines.contains(where: lines.contains)
  }
}
