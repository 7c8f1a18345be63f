import Console
import FlowTesting
import SystemCalls

/// `sextant test --watch`: rounds of tests, each with the reports that are asked for.
struct TestWatch {
  private let options: TestOptions
  private let operands: [String]
  private let paint: Paint
  private let workers: WorkerProgram

  /// - Parameter workers: what its workers are.
  /// - Throws: ``Misuse`` for options that do not go with it.
  init(
    _ options: TestOptions, _ arguments: Arguments, paint: Paint, workers: WorkerProgram
  ) throws(Misuse) {
    for (name, reason) in Self.refused where arguments.has(name) {
      throw Misuse("--watch does not go with --\(name): \(reason)")
    }
    if let report = options.reports.first(where: { $0.path == nil && !$0.format.isForPeople }) {
      let name = report.format.rawValue
      throw Misuse(
        "--watch writes one report after the other, which only people can read: give \(name) a file, --reporter \(name)=FILE, which is written anew each time"
      )
    }
    self.options = options
    operands = arguments.operands
    self.paint = paint
    self.workers = workers
  }

  private static let refused = [
    ("list", "nothing runs that could run again"),
    ("shard", "a shard is a part of one run, for machines that share it"),
    ("coverage", "most rounds run a part of the tests, which would seem not to cover the rest"),
    ("coverage-min", "most rounds run a part of the tests, which would not reach it"),
  ]

  func run(_ record: TestRecord, _ signals: Interruption) throws -> ExitStatus {
    let isTerminal = Output.standard.isTerminal && Output.messages.isTerminal
    let session = WatchSession(
      options.plan, operands: operands, signals: signals, input: STDIN_FILENO,
      screen: WatchScreen(.messages, paint, isTerminal ? .screen : .lines))
    var record = record
    let end = try session.run { round, plan, interruption, tell in
      // Files are written anew each time.
      let reports = try TestReports(options, paint: paint)
      defer { reports.close() }
      let run = TestRun(plan, workers: workers, record: record, interruption: interruption)
      let before = record
      let summary = try run.run { event in
        record.take(event, of: plan)
        tell(event)
        try reports.take(event)
      }
      TestCommand.keep(record)
      if summary.isEmpty, summary.end == .complete { sayNone(round, plan, summary, before) }
      return summary
    }
    switch end {
    case .signal: return TestCommand.broken(by: signals)
    case .quit(let passed): return passed ? .fine : .foundWrong
    }
  }

  private func sayNone(
    _ round: WatchRound, _ plan: RunPlan, _ summary: RunSummary, _ record: TestRecord
  ) {
    if round.narrowing?.name != nil, summary.found > 0 {
      return Sextant.say("no test was run: none has the pattern of t in its full name")
    }
    let none = NoTest(
      plan: plan, choosing: options.choosing, found: summary.found, record: record)
    Sextant.say(none.message)
  }
}
