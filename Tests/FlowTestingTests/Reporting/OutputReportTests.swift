import PlainValues
import Testing

@testable import FlowTesting

@Suite("Reports of what was printed, and of what was under way")
struct OutputReportTests {
  static let printed = RunEvent.printed(["one", "two"], file: "tests/auth_test.lua")

  /// What each format has of what was printed outside any test.
  static let places: [(format: ReportFormat, text: String)] = [
    (
      .pretty,
      "✓ tests/auth_test.lua  1 passed  1 ms\n  printed outside any test\n    one\n    two\n"
    ),
    (.dots, "tests/auth_test.lua (printed outside any test)\n    one\n    two\n"),
    (.tap, "# one\n# two\n"),
    (.junit, "<system-out>one\ntwo</system-out>\n  </testsuite>"),
    (.json, "\"printed\": ["),
  ]

  @Test("what was printed outside any test is told with the file", arguments: places)
  func outside(_ format: ReportFormat, _ text: String) {
    let report = Samples.report(format, [Self.printed, .result(Samples.passed)])
    #expect(report.contains(text), "\(report)")
  }

  @Test("JSON has what was printed by file")
  func json() throws {
    let value = try JSON.parse(Samples.report(.json, [Self.printed]))
    #expect(value["printed"] == [["file": "tests/auth_test.lua", "lines": ["one", "two"]]])
  }

  /// What each format says of the test that was under way.
  static let unfinished: [(format: ReportFormat, text: String)] = [
    (
      .pretty,
      """
      … tests/auth_test.lua  1 passed, not finished  1 ms

      under way when it was interrupted: tests/auth_test.lua:7: auth hangs
      1 file, 12 ms, interrupted

      """
    ),
    (.dots, "under way when it was interrupted: tests/auth_test.lua:7: auth hangs\n"),
    (.tap, "Bail out! interrupted: tests/auth_test.lua:7: auth hangs\n"),
    (.junit, "<system-out>interrupted: tests/auth_test.lua:7: auth hangs</system-out>"),
    (.json, "\"tests/auth_test.lua:7: auth hangs\""),
    (.github, "interrupted: tests/auth_test.lua:7: auth hangs\n"),
  ]

  @Test("a run that is broken off names what was under way", arguments: unfinished)
  func brokenOff(_ format: ReportFormat, _ text: String) {
    let id = Samples.id("hangs", line: 7)
    let report = Samples.report(
      format, [.result(Samples.passed)],
      last: .fileBrokenOff(UnfinishedFile(file: id.file, part: .test(id))), end: .interrupted)
    #expect(report.contains(text), "\(report)")
  }

  @Test(
    "what is under way has a name, whatever it is",
    arguments: [
      (UnfinishedFile.Part.loading, "a_test.lua: loading it"),
      (.hook(.setup([])), "a_test.lua: the setup of the file"),
      (.hook(.teardown(["x", "y"])), "a_test.lua: the teardown of \"x y\""), (.other, "a_test.lua"),
    ])
  func part(_ part: UnfinishedFile.Part, _ text: String) {
    #expect(UnfinishedFile(file: "a_test.lua", part: part).text == text)
  }

  @Test("much output is shown by its beginning and its end, with how much is left out")
  func bounded() {
    var result = Samples.failed
    result.output = (0..<100_000).map { "line \($0)" }
    let report = Samples.report(.pretty, [.result(result)])
    #expect(report.contains("    line 0\n"))
    #expect(report.contains("    line 99999\n"))
    #expect(report.contains(" left out …\n"))
    #expect(report.utf8.count < 20_000)
  }

  @Test("lines of files with the ends of other systems are shown", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(_ end: String) {
    let sources = SourceLines { _ in ["one", "two", "three"].joined(separator: end) }
    #expect(sources.line(2, of: "a_test.lua") == "two")
    #expect(sources.line(3, of: "a_test.lua") == "three")
    #expect(sources.line(4, of: "a_test.lua") == nil)
  }
}

@Suite("What is kept of what was printed")
struct PrintedLinesTests {
  @Test("little is kept whole")
  func little() {
    #expect(PrintedLines.kept(["a", "", "b"], most: 3) == ["a", "", "b"])
  }

  @Test("of much the beginning and the end are kept, and what is left out is counted")
  func much() {
    let lines = (0..<1000).map { "\($0 % 10)" }
    let kept = PrintedLines.kept(lines, most: 3)
    #expect(kept == ["0", "1", "2", "… 994 lines (994 bytes) left out …", "7", "8", "9"])
  }

  @Test("of a long line the beginning and the end are kept, cut between characters")
  func longLine() {
    let kept = PrintedLines.kept([String(repeating: "ü", count: 100)], most: 10)
    #expect(kept == ["üü … 192 bytes left out … üü"])
  }
}
