import Console

/// For people: a line a file, below it what did not pass, and at the end every failure in full.
struct PrettyReporter: Reporter {
  private let explanation: FailureExplanation
  private var paint: Paint { explanation.paint }
  private var heading: RunHeading?
  private var failures: [[String]] = []
  private var coverage: CoverageReport?
  private var file = FileCount()

  /// What is known of the file that is told now.
  private struct FileCount {
    var name = ""
    var passed = 0
    var failed = 0
    var skipped = 0
    var seconds = 0.0
    var notes: [String] = []
    var isBrokenOff = false
  }

  init(_ explanation: FailureExplanation) { self.explanation = explanation }

  mutating func text(for event: RunEvent) -> String {
    switch event {
    case .began(let heading):
      self.heading = heading
      return paint.quiet(Self.line(of: heading)) + "\n"
    case .fileBegan(let name, let round):
      file = FileCount()
      let rounds = heading?.rounds ?? 1
      file.name = rounds > 1 ? "\(name) (\(round) of \(rounds))" : name
      return ""
    case .result(let result):
      take(result)
      return ""
    case .problem(let problem):
      file.failed += 1
      file.notes.append(paint.error("  ✗ ") + problem.title.printable)
      failures.append(explanation.lines(of: problem))
      return ""
    case .printed(let lines, _):
      file.notes.append(paint.quiet("  printed outside any test"))
      file.notes += FailureExplanation.printed(lines).map { "    " + $0 }
      return ""
    case .fileEnded: return fileText
    case .fileBrokenOff:
      file.isBrokenOff = true
      return fileText
    case .progress: return ""
    case .covered(let report):
      coverage = report
      return ""
    case .ended(let summary): return ending(summary)
    }
  }

  static func line(of heading: RunHeading) -> String {
    var parts = ["seed \(heading.seed)" + (heading.isShuffled ? ", shuffled" : "")]
    if let shard = heading.shard { parts.append("shard \(shard.number) of \(shard.count)") }
    return parts.joined(separator: ", ")
  }

  private mutating func take(_ result: TestResult) {
    file.seconds += result.seconds
    switch result.outcome {
    case .passed:
      file.passed += 1
      if result.isFlaky {
        file.notes.append(
          paint.warning("  ~ ") + result.id.fullName.printable
            + paint.quiet(" (flaky: passed when tried again)"))
      }
    case .skipped:
      file.skipped += 1
      let reason = result.failures.first.map { paint.quiet(" (\($0.message.printable))") } ?? ""
      file.notes.append(paint.warning("  ○ ") + result.id.fullName.printable + reason)
    case .failed, .error:
      file.failed += 1
      file.notes.append(paint.error("  ✗ ") + result.id.fullName.printable)
      failures.append(explanation.lines(of: result))
    }
  }

  private var fileText: String {
    let sign =
      file.failed > 0
      ? paint.error("✗") : file.isBrokenOff ? paint.warning("…") : paint.good("✓")
    var counts: [String] = []
    if file.passed > 0 { counts.append("\(file.passed) passed") }
    if file.failed > 0 { counts.append(paint.error("\(file.failed) failed")) }
    if file.skipped > 0 { counts.append(paint.warning("\(file.skipped) skipped")) }
    if file.isBrokenOff { counts.append(paint.warning("not finished")) }
    let head = "\(sign) \(file.name.printable)  \(counts.joined(separator: ", "))"
    let time = paint.quiet("  " + Duration.text(file.seconds))
    return ([head + time] + file.notes).joined(separator: "\n") + "\n"
  }

  private func ending(_ summary: RunSummary) -> String {
    failures.map { "\n" + $0.joined(separator: "\n") + "\n" }.joined() + "\n"
      + Self.table(coverage, paint) + Self.closing(summary, paint)
  }

  /// What has run, where that is known.
  static func table(_ coverage: CoverageReport?, _ paint: Paint) -> String {
    guard let coverage else { return "" }
    return CoverageTable(coverage, paint: paint).lines.joined(separator: "\n") + "\n\n"
  }

  /// The last lines, of which the very last is the summary.
  static func closing(_ summary: RunSummary, _ paint: Paint) -> String {
    var parts = [
      summary.files == 1 ? "1 file" : "\(summary.files) files", Duration.text(summary.seconds),
    ]
    if summary.flaky > 0 { parts.append("\(summary.flaky) flaky") }
    switch summary.end {
    case .complete: break
    case .stopped: parts.append("stopped at the first failure")
    case .interrupted: parts.append("interrupted")
    }
    let shown = summary.snapshots.lines(paint).map { $0 + "\n" }.joined()
    let unfinished = summary.unfinished.map {
      paint.warning("under way when it was interrupted: ") + $0.text.printable + "\n"
    }.joined()
    let line = summary.failed > 0 ? paint.error(summary.line) : paint.good(summary.line)
    return unfinished + shown + paint.quiet(parts.joined(separator: ", ")) + "\n" + line + "\n"
  }
}
