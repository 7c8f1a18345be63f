import Foundation
import Testing

@testable import FlowTesting

@Suite("What is kept from one run to the next")
struct RecordTests {
  private static func result(
    _ name: String, _ outcome: TestResult.Outcome, _ seconds: Double = 0.5
  ) -> RunEvent {
    .result(
      TestResult(id: TestID(names: [name], file: "a", line: 1), outcome: outcome, seconds: seconds))
  }

  private static func key(_ names: String...) -> TestKey { TestKey(file: "a", names: names) }

  @Test("a test that failed is kept until it passes")
  func failed() {
    var record = TestRecord()
    record.take(Self.result("x", .failed), timing: .kept)
    record.take(Self.result("y", .error), timing: .kept)
    #expect(record.failed == [Self.key("x"), Self.key("y")])
    record.take(.fileBegan("a", round: 1), timing: .kept)
    record.take(Self.result("x", .passed), timing: .kept)
    #expect(record.failed == [Self.key("y")])
    #expect(record.seconds == [Self.key("x"): 0.5])
  }

  @Test("of tests of one name all have to pass, and in each round")
  func failedAmongOthers() {
    for rounds in [[1, 1], [1, 2]] {
      var record = TestRecord()
      record.take(.fileBegan("a", round: rounds[0]), timing: .kept)
      record.take(Self.result("x", .failed), timing: .kept)
      if rounds[1] == 2 { record.take(.fileBegan("a", round: 2), timing: .kept) }
      record.take(Self.result("x", .passed), timing: .kept)
      #expect(record.failed == [Self.key("x")])
      record.take(.fileBegan("a", round: 1), timing: .kept)
      for _ in rounds { record.take(Self.result("x", .passed), timing: .kept) }
      #expect(record.failed.isEmpty)
    }
  }

  @Test("tests of one name in many files are told apart by their hash, as those of one file are")
  func hashes() {
    let files = (0..<100).map { TestKey(file: "tests/\($0)_test.lua", names: ["block", "works"]) }
    let names = (0..<100).map { TestKey(file: "a", names: ["block", "works \($0)"]) }
    #expect(Set(files.map(\.hashValue)).count == 100)
    #expect(Set(names.map(\.hashValue)).count == 100)
  }

  @Test("a block with a problem is kept until a test of it has run without it")
  func problem() {
    var record = TestRecord()
    let problem = FileProblem(failure: TestFailure(message: ""), names: ["block"], file: "a")
    record.take(.fileBegan("a", round: 1), timing: .kept)
    record.take(.problem(problem), timing: .kept)
    #expect(record.failed == [Self.key("block")])
    record.take(.fileBegan("a", round: 1), timing: .kept)
    record.take(Self.result("other", .passed), timing: .kept)
    #expect(record.failed == [Self.key("block")])
    let within = TestID(names: ["block", "x"], file: "a", line: 1)
    record.take(.result(TestResult(id: within, outcome: .skipped)), timing: .kept)
    #expect(record.failed == [Self.key("block")])
    record.take(.result(TestResult(id: within, outcome: .passed)), timing: .kept)
    #expect(record.failed.isEmpty)
  }

  @Test("a problem that is there again is kept, whatever runs after it")
  func problemAgain() {
    var record = TestRecord()
    let problem = FileProblem(failure: TestFailure(message: ""), names: [], file: "a")
    for _ in 0..<2 {
      record.take(.fileBegan("a", round: 1), timing: .kept)
      record.take(.problem(problem), timing: .kept)
      record.take(Self.result("x", .passed), timing: .kept)
      #expect(record.failed == [Self.key()])
    }
  }

  @Test("of a file that has run whole, what is not there any more is forgotten")
  func gone() {
    let block = FileProblem(failure: TestFailure(message: ""), names: ["block"], file: "a")
    let before: [RunEvent] = [
      .fileBegan("a", round: 1), Self.result("x", .failed), Self.result("y", .failed),
      .problem(block), .fileEnded("a"),
    ]
    let now: [RunEvent] = [
      .fileBegan("a", round: 1), Self.result("y", .failed), .fileEnded("a"),
    ]
    func failed(_ change: (inout RunPlan) -> Void, _ now: [RunEvent]) -> Set<TestKey> {
      var record = TestRecord()
      for event in before { record.take(event, of: RunPlan([SpecTarget(path: "a")])) }
      var plan = RunPlan([SpecTarget(path: "a")])
      change(&plan)
      for event in now { record.take(event, of: plan) }
      return record.failed
    }
    let all: Set = [Self.key("x"), Self.key("y"), Self.key("block")]
    #expect(failed({ _ in }, now) == [Self.key("y")])
    #expect(failed({ _ in }, now.dropLast()) == all, "it was broken off")
    #expect(failed({ $0.targets = [SpecTarget(path: "a", lines: [3])] }, now) == all)
    #expect(failed({ $0.selection.names = ["y"] }, now) == all)
    #expect(failed({ $0.stop = .atFirstFailure }, now) == all)
    #expect(failed({ $0.shard = Shard(1, of: 2) }, now) == all)
  }

  @Test("durations of a file's other tests are kept until all of it has run")
  func times() {
    func run(_ events: [RunEvent], _ lines: [Int] = []) -> [String: Double] {
      var record = TestRecord()
      let first: [RunEvent] = [
        .fileBegan("a", round: 1), Self.result("x", .passed, 1), Self.result("y", .passed, 2),
        .fileEnded("a"),
      ]
      for event in first { record.take(event, of: RunPlan([SpecTarget(path: "a")])) }
      let plan = RunPlan([SpecTarget(path: "a", lines: lines)])
      for event in [.fileBegan("a", round: 1)] + events { record.take(event, of: plan) }
      return record.seconds.reduce(into: [:]) { $0[$1.key.names[0]] = $1.value }
    }
    let again = Self.result("y", .passed, 4)
    #expect(run([again, .fileEnded("a")]) == ["y": 4])
    #expect(run([again]) == ["x": 1, "y": 4], "it was broken off")
    #expect(run([again, .fileEnded("a")], [3]) == ["x": 1, "y": 4])
    #expect(run([Self.result("y", .failed, 4), .fileEnded("a")]) == ["y": 2], "it did not pass")
    #expect(run([Self.result("y", .skipped, 4), .fileEnded("a")], [3]) == ["x": 1, "y": 2])
    #expect(run([again, Self.result("y", .passed, 8), .fileEnded("a")]) == ["y": 8])
  }

  @Test("a shard's durations are left out: all shards have to know the same")
  func shard() {
    var record = TestRecord()
    record.take(Self.result("x", .passed), timing: .leftOut)
    #expect(record.seconds.isEmpty)
  }

  @Test("it is read as it was written, in a folder that keeps itself out of commits")
  func file() throws {
    let folder = NSTemporaryDirectory() + "record-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(TestRecord(folder: folder) == TestRecord())
    var record = TestRecord()
    record.take(Self.result("x", .failed), timing: .kept)
    record.take(Self.result("y", .passed), timing: .kept)
    try record.write(folder: folder)
    let problem = FileProblem(failure: TestFailure(message: ""), names: ["block"], file: "a")
    record.take(.problem(problem), timing: .kept)
    try record.write(folder: folder)
    let read = TestRecord(folder: folder)
    #expect(read.failed == [Self.key("x"), Self.key("block")])
    #expect(read.seconds == record.seconds)
    #expect(read.isKnown)
    #expect(
      FileManager.default.contents(atPath: folder + "/.sextant/.gitignore") == Data("*\n".utf8))
    record.prune { $0 == "a" }
    #expect(record == TestRecord())
  }

  @Test("names are read as they were written, whatever is in them, and the file is always the same")
  func names() throws {
    let folder = NSTemporaryDirectory() + "record-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let awkward = ["", "a\tb", "two\nlines", "back\\slash", "\\t", "ü 🌊", "failed", "0.5"]
    var record = TestRecord(isKnown: true)
    for (index, name) in awkward.enumerated() {
      record.times["f\t\(index % 2)", default: FileTimes()].passed([name, name], Double(index) / 8)
      record.tests.insert(TestKey(file: "g", names: [name]))
      record.problems.insert(TestKey(file: "g", names: [name]))
    }
    record.problems.insert(TestKey(file: "h", names: []))
    try record.write(folder: folder)
    let read = TestRecord(folder: folder)
    #expect(read.tests == record.tests)
    #expect(read.problems == record.problems)
    #expect(read.seconds == record.seconds)
    #expect(read.seconds.count == awkward.count)
    #expect(read.isKnown)
    let bytes = FileManager.default.contents(atPath: folder + "/" + TestRecord.path)
    try TestRecord(folder: folder).write(folder: folder)
    #expect(FileManager.default.contents(atPath: folder + "/" + TestRecord.path) == bytes)
  }

  @Test("of a record that was cut off, what is there is read, and lines come after it")
  func cutOff() throws {
    let folder = NSTemporaryDirectory() + "record-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: folder + "/.sextant", withIntermediateDirectories: true)
    let path = folder + "/" + TestRecord.path
    let whole = "sextant tests 1\nfile\ta\nfailed\tx\nproblem\tblock\n500000000\ty\n250000000\tz"
    for count in 16...whole.utf8.count {
      try Data(whole.utf8.prefix(count)).write(to: URL(fileURLWithPath: path))
      var record = TestRecord(folder: folder)
      record.take(.fileBegan("a", round: 1), timing: .kept)
      record.take(Self.result("y", .failed), timing: .kept)
      record.take(Self.result("new", .passed, 1), timing: .kept)
      record.take(.fileEnded("a"), of: RunPlan([SpecTarget(path: "a", lines: [3])]))
      try record.write(folder: folder)
      let read = TestRecord(folder: folder)
      #expect(read.failed.contains(Self.key("y")))
      #expect(read.seconds[Self.key("new")] == 1)
      if count == whole.utf8.count {
        #expect(read.failed == [Self.key("x"), Self.key("y"), Self.key("block")])
        #expect(read.seconds.count == 3)
      }
    }
  }

  @Test("only what is about tests and files is taken")
  func taken() {
    #expect(TestRecord.takes(Self.result("x", .passed)))
    #expect(TestRecord.takes(.fileBegan("a", round: 1)))
    #expect(TestRecord.takes(.fileEnded("a")))
    for event in [.printed(["x"], file: "a"), .progress(1, of: 2), .ended(RunSummary())]
      as [RunEvent]
    {
      #expect(!TestRecord.takes(event))
      var record = TestRecord()
      record.take(event, timing: .kept)
      #expect(record == TestRecord())
    }
  }

  @Test(
    "a record that cannot be read is none", arguments: ["[1", "", "sextant tests 9\nfile\ta\n"])
  func broken(_ text: String) throws {
    let folder = NSTemporaryDirectory() + "record-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: folder + "/.sextant", withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + TestRecord.path))
    #expect(TestRecord(folder: folder) == TestRecord())
  }
}
