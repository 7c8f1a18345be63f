/// The Test Anything Protocol, version 13: a line a test, and why it did not pass as YAML.
///
/// <https://testanything.org/tap-version-13-specification.html>
struct TAPReporter: Reporter {
  private let explanation: FailureExplanation
  private var number = 0

  init(_ explanation: FailureExplanation) { self.explanation = explanation }

  mutating func text(for event: RunEvent) -> String {
    switch event {
    case .began(let heading):
      return "TAP version 13\n# \(PrettyReporter.line(of: heading))\n"
    case .fileBegan(let file, _): return "# \(Self.escaped(file))\n"
    case .fileEnded, .progress, .covered: return ""
    case .problem(let problem):
      return line("not ok", problem.title)
        + yaml([problem.failure], id: nil, file: problem.file, ("severity", "error"))
    case .result(let result): return text(of: result)
    case .ended(let summary):
      // The plan may stand at the end: how many there are is not known before.
      let cut = summary.end == .interrupted ? "Bail out! interrupted\n" : ""
      return "1..\(number)\n\(cut)# \(summary.line)\n"
    }
  }

  private mutating func text(of result: TestResult) -> String {
    let name = result.id.fullName
    switch result.outcome {
    case .passed where result.isFlaky:
      return line("ok", name)
        + yaml(result.earlier, id: result.id, file: result.id.file, ("flaky", "true"))
    case .passed: return line("ok", name)
    case .skipped:
      let reason = result.failures.first.map { " " + $0.message.printable } ?? ""
      return line("ok", name, " # SKIP" + reason)
    case .failed, .error:
      let severity = result.outcome == .error ? "error" : "fail"
      return line("not ok", name)
        + yaml(result.failures, id: result.id, file: result.id.file, ("severity", severity))
    }
  }

  private mutating func line(_ word: String, _ name: String, _ directive: String = "") -> String {
    number += 1
    return "\(word) \(number) - \(Self.escaped(name))\(directive)\n"
  }

  /// A `#` would begin a directive, and a line would end.
  private static func escaped(_ text: String) -> String {
    text.printable.replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }

  private func yaml(
    _ failures: [TestFailure], id: TestID?, file: String, _ mark: (key: String, value: String)
  ) -> String {
    let first = failures.first
    var lines = ["\(mark.key): \(mark.value)"]
    lines += block("message", first?.message.split(separator: "\n").map(String.init) ?? [])
    lines.append("file: \(Self.quoted(first?.file ?? file))")
    if let line = first?.line ?? id?.line { lines.append("line: \(line)") }
    lines += block("difference", first?.difference ?? [])
    lines += block("flow", first?.flow ?? [])
    lines += block("traceback", first?.traceback ?? [])
    lines += block("others", failures.dropFirst().map(\.message))
    if let id { lines.append("again: \(Self.quoted(explanation.command(id)))") }
    return (["---"] + lines + ["..."]).map { "  \($0)\n" }.joined()
  }

  /// Lines as they are; a mark of how far they are indented keeps white space at their beginning.
  private func block(_ key: String, _ texts: [String]) -> [String] {
    let lines = texts.flatMap { FailureExplanation.lines($0) }
    return lines.isEmpty ? [] : ["\(key): |2-"] + lines.map { $0.isEmpty ? "" : "  \($0)" }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.printable.replacing("'", with: "''") + "'"
  }
}
