/// One of several parts of a run, which machines share among them.
public struct Shard: Hashable, Sendable {
  /// From 1.
  public let number: Int
  public let count: Int

  /// Nil where there is no such part.
  public init?(_ number: Int, of count: Int) {
    guard number >= 1, number <= count else { return nil }
    self.number = number
    self.count = count
  }

  /// The tests of this part.
  ///
  /// All tests, in the order of files and lines whatever order they were found in, are cut into
  /// pieces that take about as long; so neighbours stay together and few files are loaded twice.
  /// Each test is in exactly one part as long as all parts know the same durations.
  ///
  /// - Parameter seconds: How long tests took before. Those that are not known count as the mean of
  ///   those that are.
  func part(of tests: [TestEntry], seconds: [TestKey: Double]) -> ShardPart {
    let keys = tests.sorted { left, right in
      (left.id.file, left.id.line) != (right.id.file, right.id.line)
        ? (left.id.file, left.id.line) < (right.id.file, right.id.line)
        : left.id.names.lexicographicallyPrecedes(right.id.names)
    }.map { TestKey($0.id) }
    let known = keys.compactMap { seconds[$0] }
    let sum = known.reduce(0, +)
    let mean = sum > 0 ? sum / Double(known.count) : 1
    let costs = keys.map { sum > 0 ? seconds[$0] ?? mean : 1 }
    let total = costs.reduce(0, +)
    var part = ShardPart()
    var occurrences: [TestKey: Int] = [:]
    var before = 0.0
    for (key, cost) in zip(keys, costs) {
      let middle = total > 0 ? (before + cost / 2) / total : 0
      before += cost
      let place = min(Int(middle * Double(count)), count - 1)
      let occurrence = occurrences[key, default: 0]
      occurrences[key] = occurrence + 1
      if place == number - 1 { part.tests[key, default: []].insert(occurrence) }
    }
    return part
  }
}

/// The tests of a shard: of each name, which of those that have it.
public struct ShardPart: Hashable, Sendable {
  fileprivate(set) var tests: [TestKey: Set<Int>] = [:]

  func takes(_ key: TestKey, occurrence: Int) -> Bool {
    tests[key]?.contains(occurrence) ?? false
  }

  var files: Set<String> { Set(tests.keys.map(\.file)) }
}
