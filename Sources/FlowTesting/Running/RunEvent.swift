/// What is told of a run, in the order of the files.
public enum RunEvent: Hashable, Sendable {
  case began(RunHeading)
  /// The first of what is told of a file; a file without tests that ran is not mentioned.
  case fileBegan(String, round: Int)
  case result(TestResult)
  case problem(FileProblem)
  /// What a file printed outside any test.
  case printed([String], file: String)
  case fileEnded(String)
  /// In place of that, where the run is broken off within it.
  case fileBrokenOff(UnfinishedFile)
  /// How many files are complete; they may be told later.
  case progress(Int, of: Int)
  /// What has run, where that was gathered and the run was not interrupted.
  case covered(CoverageReport)
  case ended(RunSummary)

  init(_ event: FileEvent, of file: String) {
    switch event {
    case .result(let result): self = .result(result)
    case .problem(let problem): self = .problem(problem)
    case .printed(let lines): self = .printed(lines, file: file)
    }
  }
}

/// What is known of a run when it begins.
public struct RunHeading: Hashable, Sendable {
  public var seed: UInt64
  public var isShuffled: Bool
  public var rounds: Int
  public var shard: Shard?

  public init(_ plan: RunPlan) {
    seed = plan.seed
    isShuffled = plan.order == .shuffled
    rounds = plan.rounds
    shard = plan.shard
  }
}

/// What came of a run.
public struct RunSummary: Hashable, Sendable {
  /// How it ended.
  public enum End: Hashable, Sendable {
    case complete
    /// At the first failure, as was asked for.
    case stopped
    /// By the user.
    case interrupted
  }

  public var passed = 0
  /// Tests that failed, and files and hooks that did.
  public var failed = 0
  public var skipped = 0
  /// Of those that passed, the ones that did not at first.
  public var flaky = 0
  /// Files of which something is told.
  public var files = 0
  /// The tests that the files have, whether they were chosen or not.
  public var found = 0
  /// The tests that were chosen for all shards together, where this is one of several.
  public var sharded: Int?
  public var seconds = 0.0
  /// What was under way when the run was broken off.
  public var unfinished: [UnfinishedFile] = []
  /// What has become of snapshots.
  public var snapshots = SnapshotSummary()
  /// What the tests of each file depend on, where that is gathered.
  public var reaches: [String: FileReach] = [:]
  public var end = End.complete

  public init(end: End = .complete) { self.end = end }

  /// Whether there was nothing to test. Of more shards than tests, some have none.
  public var isEmpty: Bool { passed + failed + skipped == 0 && (sharded ?? 0) == 0 }

  /// The last line of what people read.
  public var line: String { "\(passed) passed, \(failed) failed, \(skipped) skipped" }

  mutating func count(_ event: RunEvent) {
    switch event {
    case .fileBegan: files += 1
    case .fileBrokenOff(let file): unfinished.append(file)
    case .problem: failed += 1
    case .result(let result):
      switch result.outcome {
      case .passed: passed += 1
      case .failed, .error: failed += 1
      case .skipped: skipped += 1
      }
      if result.isFlaky { flaky += 1 }
    case .began, .printed, .fileEnded, .progress, .covered, .ended: break
    }
  }
}
