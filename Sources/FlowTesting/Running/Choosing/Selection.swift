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
  /// The tests that failed last time, and the blocks and files of which something else did; nil for
  /// all.
  public var failed: Set<TestKey>?
  /// What somebody who watches has narrowed it to; nil for all.
  public var narrowing: Narrowing?
  /// The tests of a shard; nil for all.
  public var shard: ShardPart?

  public init() {}

  /// Whether it leaves nothing out.
  var isEverything: Bool {
    filters.isEmpty && excluded.isEmpty && tags.isEmpty && excludedTags.isEmpty && names.isEmpty
      && failed == nil && narrowing == nil && shard == nil
  }

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
    if let narrowing, !narrowing.takes(entry) { return false }
    if let failed, !TestKey(entry.id).around.contains(where: failed.contains) { return false }
    if filters.isEmpty, excluded.isEmpty, names.isEmpty { return true }
    let name = entry.id.fullName
    if !names.isEmpty, !names.contains(name) { return false }
    if !filters.isEmpty, !filters.contains(where: { $0.isFound(in: name) }) { return false }
    return !excluded.contains { $0.isFound(in: name) }
  }
}
