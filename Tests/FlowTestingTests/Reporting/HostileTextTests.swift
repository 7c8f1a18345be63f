import Foundation
import PlainValues
import Testing

@testable import FlowTesting

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Reports of names and messages that formats have signs of their own for")
struct HostileTextTests {
  static let texts = [
    "a\u{1B}[31mb\u{7}\u{0}\u{7F}\u{85}\u{9B}c", "two\nlines\r\nand\rmore", "::error::x%0A,y:z",
    "]]> <![CDATA[ & \" ' </testcase>", "# SKIP not", "\\# \\\\", "ok 2 - x",
    "--- |2- 'x': \"y\" ...",
    "\u{FFFE}\u{FFFF}\u{FEFF}\u{2028}\u{2029}", "  \t indented ", "…ü€😀", "",
  ]

  /// A run with the text wherever a spec can put one.
  private static func report(_ format: ReportFormat, _ text: String) -> String {
    let id = TestID(names: [text, text], file: "tests/auth_test.lua", line: 2)
    let failure = TestFailure(
      message: text, file: "tests/auth_test.lua", line: 3, traceback: [text],
      difference: ["- " + text], flow: [text])
    var flaky = TestResult(id: id, outcome: .passed, output: [text])
    flaky.earlier = [failure]
    return Samples.report(
      format,
      [
        .printed([text], file: "tests/auth_test.lua"),
        .result(TestResult(id: id, outcome: .failed, failures: [failure, failure])),
        .result(TestResult(id: id, outcome: .skipped, failures: [failure])), .result(flaky),
        .problem(FileProblem(failure: failure, names: [text], file: "tests/auth_test.lua")),
      ])
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n" && scalar.properties.generalCategory == .control
  }

  @Test("what a terminal would act on is in none that people read", arguments: texts)
  func controls(_ text: String) {
    for format in [ReportFormat.pretty, .dots, .tap, .github] {
      let report = Self.report(format, text)
      #expect(!report.unicodeScalars.contains(where: Self.isControl), "\(format)")
    }
  }

  @Test("JSON and XML can be read", arguments: texts)
  func parsed(_ text: String) throws {
    let value = try JSON.parse(Self.report(.json, text))
    #expect(value["tests"]?.array?.first?["names"] == [.string(text), .string(text)])
    let parser = XMLParser(data: Data(Self.report(.junit, text).utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
  }

  @Test("each test is one line of TAP, and what is indented below it", arguments: texts)
  func tap(_ text: String) {
    let lines = Self.report(.tap, text).split(separator: "\n", omittingEmptySubsequences: false)
    let tests = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
    #expect(tests.count == 4)
    // A sign that begins a directive stands there only where the test is skipped.
    let directives = tests.filter { line in
      line.replacing("\\\\", with: "").replacing("\\#", with: "").contains("#")
    }
    #expect(directives.count == 1)
    for line in lines
    where !line.isEmpty && !line.hasPrefix("#") && !tests.contains(line)
      && !line.hasPrefix("1..") && line != "TAP version 13"
    {
      #expect(line.hasPrefix("  "), "\(line)")
    }
  }

  @Test("each annotation is one line of GitHub's commands", arguments: texts)
  func github(_ text: String) {
    let lines = Self.report(.github, text).split(separator: "\n")
    #expect(lines.count == 6)
    for line in lines.dropFirst().dropLast() {
      #expect(
        line.hasPrefix("::error file=tests/auth_test.lua,line=3,title=")
          || line.hasPrefix("::warning file=tests/auth_test.lua,line=3,title="))
    }
  }
}
