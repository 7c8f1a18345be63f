/// JUnit's XML, as CI servers read it: valid against Jenkins's `jenkins-junit.xsd`. It is written
/// whole when the run has ended.
struct JUnitReporter: Reporter {
  private let explanation: FailureExplanation
  private var heading: RunHeading?
  private var suites: [Suite] = []

  private struct Suite {
    var name: String
    var cases: [String] = []
    var failures = 0
    var errors = 0
    var skipped = 0
    var seconds = 0.0
    /// What was printed outside any test.
    var output: [String] = []
  }

  init(_ explanation: FailureExplanation) { self.explanation = explanation }

  mutating func text(for event: RunEvent) -> String {
    switch event {
    case .began(let heading): self.heading = heading
    case .fileBegan(let file, let round):
      let isRepeated = heading.map { $0.rounds > 1 } ?? false
      suites.append(Suite(name: isRepeated ? "\(file) (\(round))" : file))
    case .fileEnded, .progress, .covered: break
    case .printed(let lines, _): note(lines)
    case .fileBrokenOff(let file): note(["interrupted: " + file.text])
    case .problem(let problem): add(problem)
    case .result(let result): add(result)
    case .ended(let summary): return document(summary)
    }
    return ""
  }

  private mutating func note(_ lines: [String]) {
    guard !suites.isEmpty else { return }
    suites[suites.count - 1].output += lines
  }

  private mutating func add(_ result: TestResult) {
    guard !suites.isEmpty else { return }
    let last = suites.count - 1
    var inner: [String] = []
    switch result.outcome {
    case .passed: break
    case .skipped:
      suites[last].skipped += 1
      let reason = result.failures.map(\.message).joined(separator: "\n")
      inner.append(reason.isEmpty ? "<skipped/>" : "<skipped>\(XMLText.content(reason))</skipped>")
    case .failed:
      suites[last].failures += 1
      inner += result.failures.map { element("failure", $0, result, result.id.file) }
    case .error:
      suites[last].errors += 1
      inner += result.failures.map { element("error", $0, result, result.id.file) }
    }
    var output = result.output
    if result.isFlaky { output.append("flaky: passed when tried again; before that:") }
    output += result.earlier.map(\.message)
    if !output.isEmpty {
      inner.append(
        "<system-out>\(XMLText.content(output.joined(separator: "\n")))</system-out>")
    }
    let names = result.id.names
    suites[last].seconds += result.seconds
    suites[last].cases.append(
      testCase(
        name: names.last ?? "", group: [suites[last].name] + names.dropLast(),
        seconds: result.seconds, inner))
  }

  private mutating func add(_ problem: FileProblem) {
    guard !suites.isEmpty else { return }
    let last = suites.count - 1
    suites[last].errors += 1
    suites[last].cases.append(
      testCase(
        name: problem.title, group: [suites[last].name], seconds: 0,
        [element("error", problem.failure, nil, problem.file)]))
  }

  private func testCase(
    name: String, group: [String], seconds: Double, _ inner: [String]
  ) -> String {
    let head =
      "<testcase name=\(XMLText.attribute(name)) "
      + "classname=\(XMLText.attribute(group.joined(separator: " › "))) "
      + "time=\"\(Duration.decimal(seconds))\""
    guard !inner.isEmpty else { return head + "/>" }
    return "\(head)>\n\(inner.map { "      \($0)\n" }.joined())    </testcase>"
  }

  private func element(
    _ name: String, _ failure: TestFailure, _ result: TestResult?, _ file: String
  ) -> String {
    let first = failure.message.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    var lines = explanation.plain(failure, of: result?.id, file: file)
    if let result { lines += ["", "again: " + explanation.command(result)] }
    return "<\(name) message=\(XMLText.attribute(first)) type=\"\(name)\">"
      + XMLText.content(lines.joined(separator: "\n")) + "</\(name)>"
  }

  private func document(_ summary: RunSummary) -> String {
    let tests = suites.reduce(0) { $0 + $1.cases.count }
    let failures = suites.reduce(0) { $0 + $1.failures }
    let errors = suites.reduce(0) { $0 + $1.errors }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text +=
      "<testsuites name=\"sextant test\" tests=\"\(tests)\" failures=\"\(failures)\" "
      + "errors=\"\(errors)\" time=\"\(Duration.thousandths(summary.seconds))\">\n"
    for suite in suites {
      text +=
        "  <testsuite name=\(XMLText.attribute(suite.name)) tests=\"\(suite.cases.count)\" "
        + "failures=\"\(suite.failures)\" errors=\"\(suite.errors)\" "
        + "skipped=\"\(suite.skipped)\" time=\"\(Duration.thousandths(suite.seconds))\">\n"
      text +=
        "    <properties><property name=\"seed\" value=\"\(heading?.seed ?? 0)\"/></properties>\n"
      text += suite.cases.map { "    \($0)\n" }.joined()
      if !suite.output.isEmpty {
        let output = XMLText.content(suite.output.joined(separator: "\n"))
        text += "    <system-out>\(output)</system-out>\n"
      }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }
}
