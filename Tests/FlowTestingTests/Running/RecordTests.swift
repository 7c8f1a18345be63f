import Foundation
import Testing

@testable import FlowTesting

@Suite("What is kept from one run to the next")
struct RecordTests {
  private static func result(_ name: String, _ outcome: TestResult.Outcome) -> RunEvent {
    .result(
      TestResult(id: TestID(names: [name], file: "a", line: 1), outcome: outcome, seconds: 0.5))
  }

  private static func key(_ names: String...) -> TestKey { TestKey(file: "a", names: names) }

  @Test("a test that failed is kept until it passes")
  func failed() {
    var record = TestRecord()
    record.take(Self.result("x", .failed), timing: .kept)
    record.take(Self.result("y", .error), timing: .kept)
    #expect(record.failed == [Self.key("x"), Self.key("y")])
    record.take(Self.result("x", .passed), timing: .kept)
    #expect(record.failed == [Self.key("y")])
    #expect(record.seconds == [Self.key("x"): 0.5])
  }

  @Test("a file with a problem is kept until it has none")
  func problem() {
    var record = TestRecord()
    let problem = FileProblem(failure: TestFailure(message: ""), names: ["setup"], file: "a")
    record.take(.fileBegan("a", round: 1), timing: .kept)
    record.take(.problem(problem), timing: .kept)
    #expect(record.failed == [Self.key()])
    record.take(.fileBegan("a", round: 1), timing: .kept)
    #expect(record.failed.isEmpty)
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
    #expect(TestRecord(folder: folder) == record)
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
    var record = TestRecord()
    for (index, name) in awkward.enumerated() {
      record.seconds[TestKey(file: "f\t\(index % 2)", names: [name, name])] = Double(index) / 8
      record.failed.insert(TestKey(file: "g", names: [name]))
    }
    record.failed.insert(TestKey(file: "h", names: []))
    try record.write(folder: folder)
    #expect(TestRecord(folder: folder) == record)
    let bytes = FileManager.default.contents(atPath: folder + "/" + TestRecord.path)
    try TestRecord(folder: folder).write(folder: folder)
    #expect(FileManager.default.contents(atPath: folder + "/" + TestRecord.path) == bytes)
  }

  @Test("only what is about tests and files is taken")
  func taken() {
    #expect(TestRecord.takes(Self.result("x", .passed)))
    #expect(TestRecord.takes(.fileBegan("a", round: 1)))
    for event in [.fileEnded("a"), .progress(1, of: 2), .ended(RunSummary())] as [RunEvent] {
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
