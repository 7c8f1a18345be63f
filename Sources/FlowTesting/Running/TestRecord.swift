import Coordination
import Foundation
import PlainValues

/// What is kept from one run to the next: which tests failed, and how long tests took.
public struct TestRecord: Hashable, Sendable {
  public var failed: Set<TestKey> = []
  public var seconds: [TestKey: Double] = [:]

  public init() {}

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
      if result.isFailure { failed.insert(key) } else { failed.remove(key) }
      if timing == .kept, result.outcome == .passed { seconds[key] = result.seconds }
    case .began, .fileEnded, .progress, .covered, .ended: break
    }
  }

  public enum Timing: Sendable {
    case kept, leftOut
  }

  /// Lets go of the tests of files that are not there any more.
  public mutating func prune(where isGone: (String) -> Bool) {
    let gone = Set(failed.map(\.file)).union(seconds.keys.map(\.file)).filter(isGone)
    failed = failed.filter { !gone.contains($0.file) }
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
    failed = Set((value["failed"]?.array ?? []).compactMap { Self.key($0) })
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
      "failed": .array(failed.sorted().map { .object(Self.entry($0)) }),
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
