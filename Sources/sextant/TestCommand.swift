import Console
import Coordination
import FlowTesting
import SystemCalls

/// `sextant test`: runs tests of flows, and of any Lua code.
enum TestCommand {
  static let summary = "runs tests of flows, and of any Lua code"

  private static let usage = """
    usage: sextant test [PATH…] [options]

    Runs the tests in files: *_test.lua and *_spec.lua under tests/ or spec/ in the current folder or in
    those that are named, or the files that are named; FILE:LINE is the test, or the block, at that line.
    Each file has a Lua state of its own, and files run in several processes at once: a test that never
    returns or kills its process fails alone. The exit status is 0 where all passed, 1 where one failed
    or there was none, 2 for a command line that cannot be carried out, 130 after Ctrl-C and 143
    after SIGTERM.

    With --watch it goes on: when a file changes, the tests run again that depend on it. Keys, or lines
    of them: a all, f failed, p path, t name, u update snapshots, Enter again, h help, q quit.

    """

  static func run(_ words: [String]) throws -> ExitStatus {
    if words == ["--worker"] { SpecWorker.main { [FlowLauncher()] } }
    let arguments = try Arguments(words, options: TestOptions.options)
    if arguments.has("help") {
      try Output.standard.write(usage + Arguments.help(TestOptions.options))
      return .fine
    }
    let paint = try Paint(arguments)
    var known: TestRecord?
    func record() -> TestRecord {
      let record = known ?? TestRecord(folder: ".")
      known = record
      return record
    }
    let options = try TestOptions(arguments, record: record)
    if arguments.has("watch") {
      let watch = try TestWatch(options, arguments, paint: paint, workers: workers)
      return try watch.run(record(), try Interruption())
    }
    let interruption = try Interruption()
    let run = TestRun(
      options.plan, workers: workers, record: options.plan.shard == nil ? TestRecord() : record(),
      interruption: interruption)
    if options.listsOnly { return try list(run, options, record(), interruption) }
    let reports = try TestReports(options, paint: paint)
    var covered: CoverageReport?
    let summary: RunSummary
    do {
      summary = try run.run { event in
        if TestRecord.takes(event) {
          // Where nothing has asked for it before, it is read while the first tests run. From here on
          // it is changed in place: a copy for each test would cost the number of them.
          if known == nil { known = TestRecord(folder: ".") }
          known?.take(event, of: options.plan)
        }
        try reports.take(event)
        if case .covered(let report) = event { covered = report }
      }
    } catch {
      // A run that cannot tell any more how it goes has come that far all the same.
      keep(record())
      throw error
    }
    let isCovered = covered.map { TestCoverage(options).keep($0) } ?? true
    keep(record())
    let status = status(of: summary, options, record(), interruption)
    return status == .fine && !(isCovered && reports.areWhole) ? .foundWrong : status
  }

  /// The command itself.
  private static var workers: WorkerProgram {
    WorkerProgram(
      extensions: { [FlowLauncher()] },
      orCommand: [
        ThisProgram.path ?? CommandLine.arguments[0], "test", "--worker",
      ])
  }

  private static func list(
    _ run: TestRun, _ options: TestOptions, _ record: TestRecord, _ interruption: Interruption
  ) throws -> ExitStatus {
    let listing = try TestListing(options.reports)
    let found = try run.list()
    try listing.write(found.tests)
    for problem in found.problems {
      let place = problem.failure.line.map { "\(problem.file):\($0)" } ?? problem.file
      Sextant.say("\(place): error: \(problem.failure.message)")
    }
    if found.end == .interrupted { return broken(by: interruption) }
    if found.isEmpty { return noTest(options, found: found.found, record) }
    return found.problems.isEmpty ? .fine : .foundWrong
  }

  private static func status(
    of summary: RunSummary, _ options: TestOptions, _ record: TestRecord,
    _ interruption: Interruption
  ) -> ExitStatus {
    if summary.end == .interrupted { return broken(by: interruption) }
    if summary.failed > 0 || !summary.snapshots.problems.isEmpty { return .foundWrong }
    return summary.isEmpty ? noTest(options, found: summary.found, record) : .fine
  }

  static func broken(by interruption: Interruption) -> ExitStatus {
    interruption.signal == SIGTERM ? .terminated : .interrupted
  }

  private static func noTest(
    _ options: TestOptions, found: Int, _ record: TestRecord
  ) -> ExitStatus {
    let none = NoTest(
      plan: options.plan, choosing: options.choosing, found: found, record: record)
    Sextant.say(none.message)
    return none.isFine ? .fine : .foundWrong
  }

  /// Keeps what `--failed` and `--shard` need. A folder that cannot be written is no reason to fail.
  static func keep(_ record: TestRecord) {
    var record = record
    record.prune { !File.exists($0) }
    do {
      try record.write(folder: ".")
    } catch {
      Sextant.say("sextant: warning: --failed will not know of this run: \(error)")
    }
  }
}
