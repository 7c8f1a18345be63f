import Console

/// For people who have many tests: a sign a test, and at the end every failure in full.
struct DotsReporter: Reporter {
  private let explanation: FailureExplanation
  private var failures: [[String]] = []
  private var coverage: CoverageReport?
  private var column = 0

  private static let width = 80

  init(_ explanation: FailureExplanation) { self.explanation = explanation }

  mutating func text(for event: RunEvent) -> String {
    let paint = explanation.paint
    switch event {
    case .began(let heading): return paint.quiet(PrettyReporter.line(of: heading)) + "\n"
    case .fileBegan, .fileEnded, .fileBrokenOff, .progress: return ""
    case .printed(let lines, let file):
      failures.append(explanation.lines(of: lines, in: file))
      return ""
    case .covered(let report):
      coverage = report
      return ""
    case .problem(let problem):
      failures.append(explanation.lines(of: problem))
      return sign(paint.error("E"))
    case .result(let result):
      if result.isFailure { failures.append(explanation.lines(of: result)) }
      switch result.outcome {
      case .passed: return sign(result.isFlaky ? paint.warning("~") : ".")
      case .skipped: return sign(paint.warning("S"))
      case .failed: return sign(paint.error("F"))
      case .error: return sign(paint.error("E"))
      }
    case .ended(let summary):
      return (column > 0 ? "\n" : "")
        + failures.map { "\n" + $0.joined(separator: "\n") + "\n" }.joined() + "\n"
        + PrettyReporter.table(coverage, paint) + PrettyReporter.closing(summary, paint)
    }
  }

  private mutating func sign(_ sign: String) -> String {
    column = (column + 1) % Self.width
    return sign + (column == 0 ? "\n" : "")
  }
}
