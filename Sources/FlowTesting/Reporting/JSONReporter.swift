import PlainValues

/// One JSON document, written when the run has ended; TestRunner.md says what is in it.
struct JSONReporter: Reporter {
  private let explanation: FailureExplanation
  private var heading: RunHeading?
  private var round = 1
  private var tests: [Value] = []
  private var problems: [Value] = []
  private var printed: [Value] = []
  private var coverage: CoverageReport?

  init(_ explanation: FailureExplanation) { self.explanation = explanation }

  mutating func text(for event: RunEvent) -> String {
    switch event {
    case .began(let heading): self.heading = heading
    case .fileBegan(_, let round): self.round = round
    case .fileEnded, .fileBrokenOff, .progress: break
    case .printed(let lines, let file):
      printed.append(["file": .string(file), "lines": .array(lines.map { .string($0) })])
    case .covered(let report): coverage = report
    case .problem(let problem):
      problems.append([
        "file": .string(problem.file),
        "names": .array(problem.names.map { .string($0) }),
        "failure": value(of: problem.failure),
      ])
    case .result(let result): tests.append(value(of: result))
    case .ended(let summary): return JSON.text(of: document(summary), style: .pretty) + "\n"
    }
    return ""
  }

  private func value(of result: TestResult) -> Value {
    var entries: [String: Value] = [
      "file": .string(result.id.file),
      "line": .integer(result.id.line),
      "name": .string(result.id.fullName),
      "names": .array(result.id.names.map { .string($0) }),
      "outcome": .string(result.outcome.rawValue),
      "flaky": .bool(result.isFlaky),
      "seconds": .number(result.seconds),
      "failures": .array(result.failures.map(value)),
      "earlier": .array(result.earlier.map(value)),
      "output": .array(result.output.map { .string($0) }),
      "again": .string(explanation.command(result)),
    ]
    if let heading, heading.rounds > 1 { entries["round"] = .integer(round) }
    return .object(entries)
  }

  private func value(of failure: TestFailure) -> Value {
    [
      "message": .string(failure.message),
      "file": failure.file.map { .string($0) } ?? .null,
      "line": failure.line.map { .integer($0) } ?? .null,
      "difference": .array(failure.difference.map { .string($0) }),
      "flow": .array(failure.flow.map { .string($0) }),
      "traceback": .array(failure.traceback.map { .string($0) }),
    ]
  }

  private func document(_ summary: RunSummary) -> Value {
    var document: [String: Value] = [
      "seed": seed,
      "shuffled": .bool(heading?.isShuffled ?? false),
      "shard": heading?.shard.map {
        ["number": .integer($0.number), "of": .integer($0.count)]
      } ?? .null,
      "tests": .array(tests),
      "problems": .array(problems),
      "printed": .array(printed),
      "summary": [
        "passed": .integer(summary.passed), "failed": .integer(summary.failed),
        "skipped": .integer(summary.skipped), "flaky": .integer(summary.flaky),
        "seconds": .number(summary.seconds), "end": .string(end(summary)),
        "unfinished": .array(summary.unfinished.map { .string($0.text) }),
      ],
    ]
    if summary.snapshots != SnapshotSummary() {
      document["snapshots"] = value(of: summary.snapshots)
    }
    if let coverage { document["coverage"] = coverage.value }
    return .object(document)
  }

  private func value(of snapshots: SnapshotSummary) -> Value {
    [
      "written": .integer(snapshots.written), "updated": .integer(snapshots.updated),
      "removed": .integer(snapshots.removed),
      "obsolete": .array(
        snapshots.obsolete.map {
          ["path": .string($0.path), "names": .array($0.names.map { .string($0) })]
        }),
      "problems": .array(snapshots.problems.map { .string($0) }),
    ]
  }

  private var seed: Value { .integer(Int(truncatingIfNeeded: heading?.seed ?? 0)) }

  private func end(_ summary: RunSummary) -> String {
    switch summary.end {
    case .complete: "complete"
    case .stopped: "stopped"
    case .interrupted: "interrupted"
    }
  }
}
