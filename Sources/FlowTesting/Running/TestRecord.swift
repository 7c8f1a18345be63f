import Coordination
import Foundation
import PlainValues

/// What is kept from one run to the next: which tests failed, and how long tests took.
public struct TestRecord: Hashable, Sendable {
  /// Tests that failed, and blocks and files of which a hook or the text did, which means all tests
  /// within.
  public var failed: Set<TestKey> { tests.union(problems).union(earlierProblems) }
  /// Whether a run has been kept before.
  public private(set) var isKnown = false
  private var tests: Set<TestKey> = []
  private var problems: Set<TestKey> = []
  /// Those of the runs before, of files that this one has reached.
  private var earlierProblems: Set<TestKey> = []
  public var seconds: [TestKey: Double] = [:]

  /// - Parameter isKnown: whether a run has been kept before.
  public init(isKnown: Bool = false) { self.isKnown = isKnown }

  /// Takes in what is told of a run.
  ///
  /// - Parameter timing: whether durations are taken in too. Those of a shard are not: all shards
  ///   have to know the same, or a test would be in two of them, or in none.
  public mutating func take(_ event: RunEvent, timing: Timing) {
    switch event {
    case .fileBegan(let file, _):
      earlierProblems.formUnion(problems.filter { $0.file == file })
      problems = problems.filter { $0.file != file }
    case .problem(let problem):
      problems.insert(TestKey(file: problem.file, names: problem.names))
    case .result(let result):
      let key = TestKey(result.id)
      if result.isFailure { tests.insert(key) } else { tests.remove(key) }
      // It has run, so what is around it has been tried again; it says so if it fails again.
      if result.outcome != .skipped { earlierProblems.subtract(key.around) }
      if timing == .kept, result.outcome == .passed { seconds[key] = result.seconds }
    case .began, .printed, .fileEnded, .fileBrokenOff, .progress, .covered, .ended: break
    }
  }

  public enum Timing: Sendable {
    case kept, leftOut
  }

  /// Lets go of the tests of files that are not there any more.
  public mutating func prune(where isGone: (String) -> Bool) {
    let gone = Set(failed.map(\.file)).union(seconds.keys.map(\.file)).filter(isGone)
    tests = tests.filter { !gone.contains($0.file) }
    problems = problems.filter { !gone.contains($0.file) }
    earlierProblems = earlierProblems.filter { !gone.contains($0.file) }
    seconds = seconds.filter { !gone.contains($0.key.file) }
  }
}

extension TestRecord {
  /// The file that it is kept in, from the folder where tests are run.
  public static let path = ".sextant/tests.json"

  /// What was kept; nothing where no run has been, or the file is of no use.
  public init(folder: String) {
    self.init()
    guard let bytes = FileManager.default.contents(atPath: folder + "/" + Self.path),
      let value = try? JSON.parse(bytes)
    else { return }
    isKnown = true
    tests = Set((value["failed"]?.array ?? []).compactMap { Self.key($0) })
    problems = Set((value["problems"]?.array ?? []).compactMap { Self.key($0) })
    for entry in value["seconds"]?.array ?? [] {
      if let key = Self.key(entry), let time = entry["seconds"]?.number { seconds[key] = time }
    }
  }

  private static func key(_ value: Value) -> TestKey? {
    guard let file = value["file"]?.string, let names = value["names"]?.array else { return nil }
    return TestKey(file: file, names: names.compactMap(\.string))
  }

  /// Keeps it. The folder says itself that it is not to be committed.
  public func write(folder: String) throws {
    let home = folder + "/.sextant"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    let ignore = home + "/.gitignore"
    if !FileManager.default.fileExists(atPath: ignore) {
      try WholeFile(path: ignore).write(Array("*\n".utf8))
    }
    try WholeFile(path: folder + "/" + Self.path).write(JSON.write(value))
  }

  private var value: Value {
    [
      "failed": .array(tests.sorted().map { .object(Self.entry($0)) }),
      "problems": .array(
        problems.union(earlierProblems).sorted().map { .object(Self.entry($0)) }),
      "seconds": .array(
        seconds.sorted { $0.key < $1.key }.map { key, time in
          .object(Self.entry(key).merging(["seconds": .number(time)]) { $1 })
        }),
    ]
  }

  private static func entry(_ key: TestKey) -> [String: Value] {
    ["file": .string(key.file), "names": .array(key.names.map { .string($0) })]
  }
}
