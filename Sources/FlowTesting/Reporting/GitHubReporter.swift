import Console

/// Workflow commands of GitHub Actions: each failure becomes an annotation of its line.
///
/// <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>
struct GitHubReporter: Reporter {
  private let explanation: FailureExplanation

  init(_ explanation: FailureExplanation) { self.explanation = explanation }

  mutating func text(for event: RunEvent) -> String {
    switch event {
    case .began(let heading): return PrettyReporter.line(of: heading) + "\n"
    case .fileBegan, .printed, .fileEnded, .fileBrokenOff, .progress, .covered: return ""
    case .problem(let problem):
      return annotation("error", problem.failure, nil, problem.title, problem.file)
    case .result(let result):
      guard result.isFailure || result.isFlaky else { return "" }
      let failures = result.isFlaky ? result.earlier : result.failures
      let title = result.id.fullName + (result.isFlaky ? " (flaky)" : "")
      return failures.map {
        annotation(result.isFlaky ? "warning" : "error", $0, result, title, result.id.file)
      }.joined()
    case .ended(let summary):
      return summary.unfinished.map { "interrupted: \($0.text.printable)\n" }.joined()
        + summary.line + "\n"
    }
  }

  private func annotation(
    _ level: String, _ failure: TestFailure, _ result: TestResult?, _ title: String, _ file: String
  ) -> String {
    var properties = "file=\(Self.property((failure.file ?? file).printable))"
    if let line = failure.line ?? (failure.file == nil ? result?.id.line : nil) {
      properties += ",line=\(line)"
    }
    // The place is in the annotation already.
    var lines = FailureExplanation.lines(failure.message)
    func add(_ texts: [String], _ title: String...) {
      if !texts.isEmpty { lines += [""] + title + texts.flatMap { FailureExplanation.lines($0) } }
    }
    add(failure.difference)
    add(failure.flow, "flow")
    add(failure.traceback, "traceback")
    if let result { add(["again: " + explanation.command(result)]) }
    return "::\(level) \(properties),title=\(Self.property(title.printable))::"
      + Self.data(lines.joined(separator: "\n")) + "\n"
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
