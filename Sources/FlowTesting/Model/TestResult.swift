import PlainValues

/// Which test: its names from the outermost block inwards, and where it stands.
public struct TestID: Hashable, Sendable {
  /// The names of the blocks that it is in, and its own last.
  public var names: [String]
  /// The path of its file, as it was given to the runner.
  public var file: String
  /// The line of its `it`, from 1.
  public var line: Int

  public init(names: [String], file: String, line: Int) {
    self.names = names
    self.file = file
    self.line = line
  }

  /// As busted joins them: with spaces.
  public var fullName: String { names.joined(separator: " ") }
}

/// A test that a file has.
public struct TestEntry: Hashable, Sendable {
  public var id: TestID
  /// The `#tags` in its names, without the sign.
  public var tags: Set<String>
  /// The lines of the blocks that it is in, outermost first; a line may be unknown, as 0.
  public var blockLines: [Int]
  /// The last line of the outermost of these blocks, or of a test outside any; nil where that is
  /// not known.
  public var lastLine: Int?

  public init(id: TestID, tags: Set<String>, blockLines: [Int] = [], lastLine: Int? = nil) {
    self.id = id
    self.tags = tags
    self.blockLines = blockLines
    self.lastLine = lastLine
  }
}

/// How a test went.
public struct TestResult: Hashable, Sendable {
  public enum Outcome: String, Hashable, Sendable {
    case passed
    /// An assertion did not hold.
    case failed
    /// Something else went wrong: an error of the code under test, of a hook, a timeout, a crash.
    case error
    /// `pending`, or a test without a body.
    case skipped
  }

  public var id: TestID
  public var outcome: Outcome
  public var failures: [TestFailure]
  /// Of the test with its hooks.
  public var seconds: Double
  /// What it printed.
  public var output: [String]
  /// Why it did not pass when it was tried before, where it was tried more than once.
  public var earlier: [TestFailure] = []
  /// Of one that did not pass: whether another test of the file has the same full name.
  public var sharesName = false

  public init(
    id: TestID, outcome: Outcome, failures: [TestFailure] = [], seconds: Double = 0,
    output: [String] = []
  ) {
    self.id = id
    self.outcome = outcome
    self.failures = failures
    self.seconds = seconds
    self.output = output
  }
}

extension TestResult {
  /// Whether it counts as failed.
  public var isFailure: Bool { outcome == .failed || outcome == .error }

  /// Whether it passed only when it was tried again.
  public var isFlaky: Bool { outcome == .passed && !earlier.isEmpty }
}

/// Why a test did not pass.
public struct TestFailure: Hashable, Sendable {
  /// What happened, as the assertion says it; may have several lines.
  public var message: String
  public var file: String?
  public var line: Int?
  /// The calls that led there, the innermost first, without the runner's own.
  public var traceback: [String]
  /// What differs, a line each, beginning with `-` (expected), `+` (actual) or a space.
  public var difference: [String]
  /// Of a flow: the turns that led there, and what is on show, for people.
  public var flow: [String]

  public init(
    message: String, file: String? = nil, line: Int? = nil, traceback: [String] = [],
    difference: [String] = [], flow: [String] = []
  ) {
    self.message = message
    self.file = file
    self.line = line
    self.traceback = traceback
    self.difference = difference
    self.flow = flow
  }
}
