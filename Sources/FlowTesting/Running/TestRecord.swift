/// What is kept from one run to the next: which tests failed, and how long tests took.
public struct TestRecord: Hashable, Sendable {
  public var failed: Set<TestKey> = []
  public var seconds: [TestKey: Double] = [:]

  public init() {}

  /// Whether an event says anything that is kept.
  public static func takes(_ event: RunEvent) -> Bool {
    switch event {
    case .fileBegan, .problem, .result: true
    case .began, .fileEnded, .progress, .ended: false
    }
  }

  /// Takes in what is told of a run.
  ///
  /// - Parameter timing: whether durations are taken in too. Those of a shard are not: all shards
  ///   have to know the same, or a test would be in two of them, or in none.
  public mutating func take(_ event: RunEvent, timing: Timing) {
    switch event {
    case .fileBegan(let file, _): failed.remove(TestKey(file: file, names: []))
    // Without names: all of the file.
    case .problem(let problem): failed.insert(TestKey(file: problem.file, names: []))
    case .result(let result):
      let key = TestKey(result.id)
      if result.isFailure { failed.insert(key) } else if !failed.isEmpty { failed.remove(key) }
      if timing == .kept, result.outcome == .passed { seconds[key] = result.seconds }
    case .began, .fileEnded, .progress, .ended: break
    }
  }

  public enum Timing: Sendable {
    case kept, leftOut
  }

  /// Lets go of the tests of files that are not there any more.
  public mutating func prune(where isGone: (String) -> Bool) {
    var isGoneByFile: [String: Bool] = [:]
    func isGoneToo(_ file: String) -> Bool {
      if let known = isGoneByFile[file] { return known }
      let answer = isGone(file)
      isGoneByFile[file] = answer
      return answer
    }
    if failed.contains(where: { isGoneToo($0.file) }) {
      failed = failed.filter { !isGoneToo($0.file) }
    }
    if seconds.contains(where: { isGoneToo($0.key.file) }) {
      seconds = seconds.filter { !isGoneToo($0.key.file) }
    }
  }
}
