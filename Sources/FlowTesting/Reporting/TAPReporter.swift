import Console

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
    case .fileEnded, .fileBrokenOff, .progress, .covered: return ""
    case .printed(let lines, _):
      return FailureExplanation.printed(lines).map { "# \($0)\n" }.joined()
    case .problem(let problem):
      return line("not ok", problem.title)
        + yaml([problem.failure], of: nil, file: problem.file, ("severity", "error"))
    case .result(let result): return text(of: result)
    case .ended(let summary):
      // The plan may stand at the end: how many there are is not known before.
      let places = summary.unfinished.map { ": \($0.text.printable)" }.joined()
      let cut = summary.end == .interrupted ? "Bail out! interrupted\(places)\n" : ""
      return "1..\(number)\n\(cut)# \(summary.line)\n"
    }
  }

  private mutating func text(of result: TestResult) -> String {
    let name = result.id.fullName
    switch result.outcome {
    case .passed where result.isFlaky:
      return line("ok", name)
        + yaml(result.earlier, of: result, file: result.id.file, ("flaky", "true"))
    case .passed: return line("ok", name)
    case .skipped:
      let reason = result.failures.first.map { " " + Self.escaped($0.message) } ?? ""
      return line("ok", name, " # SKIP" + reason)
    case .failed, .error:
      let severity = result.outcome == .error ? "error" : "fail"
      return line("not ok", name)
        + yaml(result.failures, of: result, file: result.id.file, ("severity", severity))
    }
  }

  private mutating func line(_ word: String, _ name: String, _ directive: String = "") -> String {
    number += 1
    return "\(word) \(number) - \(Self.escaped(name))\(directive)\n"
  }

  /// A `#` would begin a directive, and a line would end.
  private static func escaped(_ text: String) -> String {
    YAMLText.shown(text).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }

  private func yaml(
    _ failures: [TestFailure], of result: TestResult?, file: String,
    _ mark: (key: String, value: String)
  ) -> String {
    let first = failures.first
    var lines = ["\(mark.key): \(mark.value)"]
    lines.append("message: \(YAMLText.quoted(first?.message ?? ""))")
    lines.append("file: \(YAMLText.quoted(first?.file ?? file))")
    let line = first?.line ?? (first?.file == nil ? result?.id.line : nil)
    if let line { lines.append("line: \(line)") }
    lines += YAMLText.list("difference", first?.difference ?? [])
    lines += YAMLText.list("flow", first?.flow ?? [])
    lines += YAMLText.list("traceback", first?.traceback ?? [])
    lines += YAMLText.list("others", failures.dropFirst().map(\.message))
    if let result { lines.append("again: \(YAMLText.quoted(explanation.command(result)))") }
    return (["---"] + lines + ["..."]).map { "  \($0)\n" }.joined()
  }
}
