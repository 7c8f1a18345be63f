/// What a worker says.
enum WorkerMessage: Hashable, Sendable {
  /// The file is there, with these tests.
  case loaded([TestEntry])
  /// The file cannot be loaded.
  case unloadable(TestFailure)
  /// A test, by its index, is about to run: where the process ends now, it was this one.
  case began(Int)
  case ended(Int, TestEnding)
  /// Something outside any test went wrong.
  case problem(TestFailure, names: [String])
  /// A test that was not known before begins next; its index is one more than the last.
  case found(TestEntry)
  /// What was taken for a test, by its index, is a block.
  case opened(Int)
  /// What was printed outside any test.
  case printed([String])
  /// A hook outside any test begins: where the process ends now, it was this one. Nil when it is over.
  case hook(SpecHook?)
  /// What has run since the last time, in a test or outside of tests.
  case covered(CoverageTake, test: Int?)
  /// The snapshots that a test has shown.
  case shown([SnapshotUse])
  /// The files that a test depends on, or all tests of the file.
  case reached(Reach, test: Int?)
  /// All that was to run has run.
  case done
}

/// How a test went, without which it was.
struct TestEnding: Hashable, Sendable {
  var outcome: TestResult.Outcome
  var failures: [TestFailure] = []
  var seconds = 0.0
  var output: [String] = []
}

extension TestEnding {
  /// Whether there is nothing to tell of it but that it passed, and how long it took.
  fileprivate var isPlain: Bool { outcome == .passed && failures.isEmpty && output.isEmpty }

  init(_ result: TestResult) {
    self.init(
      outcome: result.outcome, failures: result.failures, seconds: result.seconds,
      output: result.output)
  }

  func result(of id: TestID) -> TestResult {
    TestResult(id: id, outcome: outcome, failures: failures, seconds: seconds, output: output)
  }
}

extension WorkerMessage {
  var frame: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .loaded(let entries):
      writer.write(0)
      // They are many, of one file, and neighbours are alike.
      writer.write(entries.first?.id.file ?? "")
      var before: TestEntry?
      writer.write(entries) {
        $0.write($1, after: before)
        before = $1
      }
    case .unloadable(let failure):
      writer.write(1)
      writer.write(failure)
    case .began(let index):
      writer.write(2)
      writer.write(index)
    case .ended(let index, let ending) where ending.isPlain:
      // As nearly all are.
      writer.write(14)
      writer.write(index)
      writer.write(fixed: ending.seconds.bitPattern)
    case .ended(let index, let ending):
      writer.write(3)
      writer.write(index)
      writer.write(ending)
    case .problem(let failure, let names):
      writer.write(4)
      writer.write(failure)
      writer.write(names)
    case .done: writer.write(5)
    case .printed(let lines):
      writer.write(6)
      writer.write(lines)
    case .found(let entry):
      writer.write(10)
      writer.write(entry.id.file)
      writer.write(entry, after: nil)
    case .opened(let index):
      writer.write(11)
      writer.write(index)
    case .hook(nil): writer.write(7)
    case .hook(.setup(let names)?):
      writer.write(8)
      writer.write(names)
    case .hook(.teardown(let names)?):
      writer.write(9)
      writer.write(names)
    case .covered(let take, let test):
      writer.write(12)
      writer.write(test) { $0.write($1) }
      writer.write(take)
    case .shown(let uses):
      writer.write(13)
      writer.write(uses) { $0.write($1) }
    case .reached(let reach, let test):
      writer.write(15)
      writer.write(test) { $0.write($1) }
      writer.write(reach)
    }
    return writer.frame
  }

  init(_ bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(bytes)
    switch try reader.number() {
    case 0:
      let file = try reader.text()
      var before: TestEntry?
      self = .loaded(
        try reader.list { reader throws(WireError) in
          let entry = try reader.entry(of: file, after: before)
          before = entry
          return entry
        })
    case 1: self = .unloadable(try reader.failure())
    case 2: self = .began(try reader.count())
    case 3: self = .ended(try reader.count(), try reader.ending())
    case 4: self = .problem(try reader.failure(), names: try reader.texts())
    case 5: self = .done
    case 6: self = .printed(try reader.texts())
    case 7: self = .hook(nil)
    case 8: self = .hook(.setup(try reader.texts()))
    case 9: self = .hook(.teardown(try reader.texts()))
    case 10:
      let file = try reader.text()
      self = .found(try reader.entry(of: file, after: nil))
    case 11: self = .opened(try reader.count())
    case 12:
      let test = try reader.optional { reader throws(WireError) in try reader.count() }
      self = .covered(try reader.coverage(), test: test)
    case 13:
      self = .shown(try reader.list { reader throws(WireError) in try reader.snapshotUse() })
    case 14:
      let index = try reader.count()
      let seconds = Double(bitPattern: try reader.fixedNumber())
      self = .ended(index, TestEnding(outcome: .passed, seconds: seconds))
    case 15:
      let test = try reader.optional { reader throws(WireError) in try reader.count() }
      self = .reached(try reader.reach(), test: test)
    default: throw WireError()
    }
  }
}

extension WireWriter {
  /// Of one in the block of the one before, only what is its own.
  fileprivate mutating func write(_ entry: TestEntry, after before: TestEntry?) {
    let shared = before.map { $0.sharedNames(with: entry) } ?? 0
    write(shared)
    write(entry.id.names.dropFirst(shared))
    write(entry.id.line)
    write(entry.tags)
    if let before, before.blockLines == entry.blockLines, before.lastLine == entry.lastLine {
      return write(1)
    }
    write(0)
    write(entry.blockLines) { $0.write($1) }
    write(entry.lastLine) { $0.write($1) }
  }

  fileprivate mutating func write(_ ending: TestEnding) {
    write(ending.outcome.number)
    write(ending.failures) { $0.write($1) }
    write(ending.seconds.bitPattern)
    write(ending.output)
  }

  fileprivate mutating func write(_ failure: TestFailure) {
    write(failure.message)
    write(failure.file) { $0.write($1) }
    write(failure.line) { $0.write($1) }
    write(failure.traceback)
    write(failure.difference)
    write(failure.flow)
  }
}

extension WireReader {
  fileprivate mutating func entry(
    of file: String, after before: TestEntry?
  ) throws(WireError) -> TestEntry {
    let shared = try count()
    guard shared <= before?.id.names.count ?? 0 else { throw WireError() }
    var names = try texts()
    if shared > 0, let before { names.insert(contentsOf: before.id.names[..<shared], at: 0) }
    let line = try count()
    let tags = Set(try texts())
    if try number() == 1 {
      guard let before else { throw WireError() }
      return TestEntry(
        id: TestID(names: names, file: file, line: line), tags: tags,
        blockLines: before.blockLines, lastLine: before.lastLine)
    }
    let blockLines = try list { reader throws(WireError) in try reader.count() }
    let lastLine = try optional { reader throws(WireError) in try reader.count() }
    return TestEntry(
      id: TestID(names: names, file: file, line: line), tags: tags, blockLines: blockLines,
      lastLine: lastLine)
  }

  fileprivate mutating func ending() throws(WireError) -> TestEnding {
    guard let outcome = TestResult.Outcome(number: try number()) else { throw WireError() }
    return TestEnding(
      outcome: outcome,
      failures: try list { reader throws(WireError) in try reader.failure() },
      seconds: Double(bitPattern: try number()), output: try texts())
  }

  fileprivate mutating func failure() throws(WireError) -> TestFailure {
    TestFailure(
      message: try text(),
      file: try optional { reader throws(WireError) in try reader.text() },
      line: try optional { reader throws(WireError) in try reader.count() },
      traceback: try texts(), difference: try texts(), flow: try texts())
  }
}

extension TestEntry {
  /// How many names, from the outermost block on, both have.
  fileprivate func sharedNames(with other: TestEntry) -> Int {
    let count = min(id.names.count, other.id.names.count)
    return (0..<count).first { id.names[$0] != other.id.names[$0] } ?? count
  }
}

extension TestResult.Outcome {
  fileprivate var number: UInt64 {
    switch self {
    case .passed: 0
    case .failed: 1
    case .error: 2
    case .skipped: 3
    }
  }

  fileprivate init?(number: UInt64) {
    switch number {
    case 0: self = .passed
    case 1: self = .failed
    case 2: self = .error
    case 3: self = .skipped
    default: return nil
    }
  }
}
