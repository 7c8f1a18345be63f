import Console
import FlowTesting
import SystemCalls

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What `sextant test` is told to do.
struct TestOptions {
  static let options: [Arguments.Option] = [
    .init("filter", "PATTERN", "only tests whose full name has the Lua pattern; may be repeated"),
    .init("exclude", "PATTERN", "no tests whose full name has the Lua pattern; may be repeated"),
    .init("tags", "TAG,…", "only tests with one of the #tags"),
    .init("exclude-tags", "TAG,…", "no tests with one of the #tags"),
    .init("name", "NAME", "only the test with that full name; may be repeated"),
    .init("failed", nil, "only tests that failed when they were last run"),
    .init("list", nil, "say which tests would run, and run none"),
    .init("shuffle", nil, "run the tests of each file in an order that follows from the seed"),
    .init("seed", "N", "the seed (default: another one each time; it is always printed)"),
    .init("watch", nil, "go on: run again what a change can reach, each time a file is saved"),
    .init("repeat", "N", "run everything N times"),
    .init("fail-fast", nil, "stop at the first failure"),
    .init(
      "retries", "N", "try a test that fails up to N times more; one that passes then is flaky"),
    .init("jobs", "N", "processes that run tests at once (default: the number of cores)"),
    .init("shard", "I/N", "only the I-th of N parts, each test in exactly one of them"),
    .init(
      "timeout", "SECONDS", "processor time that a test, or loading a file, may take (default: 10)"),
    .init(
      "coverage", "DIR",
      "say which lines and transitions ran; write DIR/index.html and lcov.info (default: coverage)",
      .optional),
    .init(
      "coverage-min", "PERCENT",
      "fail beneath that much of lines, or of transitions=PERCENT; may be repeated"),
    .init(
      "variants", "SLOT=NAME",
      "launch flows with that variant of an experiment, or with each in turn (SLOT=all)"),
    .init(
      "update-snapshots", nil,
      "write down what tests show now; take away snapshots that none shows"),
    .init("libs", "WHICH", "sandbox or all: what Lua's libraries tests have (default: sandbox)"),
    .init(
      "lpath", "PATTERN",
      "with --libs all: where require looks, such as ./src/?.lua; may be repeated"),
    .init(
      "reporter", "FORMAT[=FILE]",
      "\(ReportFormat.names); may be repeated (default: pretty)"
    ),
    .init("color", "WHEN", "auto, always or never (default: auto, and NO_COLOR is heeded)"),
    .init("help", nil, "this help"),
  ]

  let plan: RunPlan
  let reports: [TestReport]
  let rerun: Rerun
  let listsOnly: Bool
  /// Where coverage is written; nil where it is not wanted.
  let coverage: CoverageFolder?
  /// How much has to have run.
  let goals: [CoverageGoal]
  /// What the tests are chosen by, as it was written; for the hint where there is none.
  let choosing: [String]

  /// - Parameter record: how tests went before; read only where something asks for it.
  init(_ arguments: Arguments, record: () -> TestRecord) throws {
    var plan = RunPlan([])
    plan.selection = try Self.selection(arguments, record)
    plan.targets = try Self.targets(arguments)
    if let failed = plan.selection.failed {
      let files = Set(failed.map(\.file))
      plan.targets = plan.targets.filter { files.contains($0.path) }
    }
    plan.libraries = try Self.libraries(arguments)
    plan.luaPath = arguments.all("lpath").flatMap { $0.split(separator: ";").map(String.init) }
    guard plan.luaPath.isEmpty || plan.libraries == .all else {
      throw Misuse("--lpath is where Lua's own require looks, which is there with --libs all")
    }
    plan.seed = try Self.seed(arguments)
    plan.order = arguments.has("shuffle") ? .shuffled : .file
    plan.rounds = try Self.count("repeat", arguments, from: 1) ?? 1
    plan.retries = try Self.count("retries", arguments, from: 0) ?? 0
    plan.jobs = try Self.count("jobs", arguments, from: 1) ?? Self.jobs(arguments, plan)
    plan.timeout = try Self.timeout(arguments)
    plan.stop = arguments.has("fail-fast") ? .atFirstFailure : .atEnd
    plan.shard = try Self.shard(arguments)
    goals = try Self.goals(arguments)
    coverage = Self.coverage(arguments, goals)
    plan.snapshots =
      arguments.has("update-snapshots")
      ? .update : SnapshotMode(environment: Environment.value)
    plan.coverage = coverage == nil ? .off : .on
    plan.variants = try Self.variants(arguments)
    if let problem = plan.variants.problem(inProjectsOf: plan.targets.map(\.path)) {
      throw Misuse("--variants: \(problem)")
    }
    self.plan = plan
    reports = try Self.reports(arguments)
    rerun = Rerun(options: Self.lasting(arguments, plan))
    listsOnly = arguments.has("list")
    choosing = ["filter", "exclude", "tags", "exclude-tags", "name", "failed"].filter(
      arguments.has
    ).map { "--" + $0 }
  }

  private static func variants(_ arguments: Arguments) throws(Misuse) -> TestedVariants {
    do {
      return try TestedVariants(
        words: arguments.all("variants").flatMap { $0.split(separator: ",").map(String.init) })
    } catch {
      throw Misuse("--variants: \(error)")
    }
  }

  private static func targets(_ arguments: Arguments) throws(Misuse) -> [SpecTarget] {
    do {
      return try SpecFinder.find(arguments.operands)
    } catch {
      throw Misuse("\(error)")
    }
  }

  private static func selection(
    _ arguments: Arguments, _ record: () -> TestRecord
  ) throws(Misuse) -> Selection {
    var selection = Selection()
    selection.filters = try patterns("filter", arguments)
    selection.excluded = try patterns("exclude", arguments)
    selection.tags = tags("tags", arguments)
    selection.excludedTags = tags("exclude-tags", arguments)
    selection.names = Set(arguments.all("name"))
    if arguments.has("failed") { selection.failed = record().failed }
    return selection
  }

  private static func patterns(
    _ option: String, _ arguments: Arguments
  ) throws(Misuse) -> [NamePattern] {
    var patterns: [NamePattern] = []
    for text in arguments.all(option) {
      do {
        patterns.append(try NamePattern(text))
      } catch {
        throw Misuse("--\(option) is a Lua pattern, which \(text) is not: \(error)")
      }
    }
    return patterns
  }

  private static func tags(_ option: String, _ arguments: Arguments) -> Set<String> {
    Set(
      arguments.all(option).flatMap { $0.split(separator: ",") }.map { word in
        String(word.hasPrefix("#") ? word.dropFirst() : word)
      })
  }

  private static func goals(_ arguments: Arguments) throws(Misuse) -> [CoverageGoal] {
    var goals: [CoverageGoal] = []
    for word in arguments.all("coverage-min") {
      guard let goal = CoverageGoal(word) else {
        throw Misuse(
          "--coverage-min is a percentage from 0 to 100, or transitions=PERCENT, not \(word)")
      }
      goals.append(goal)
    }
    return goals
  }

  /// Where there is a goal, it is wanted too.
  private static func coverage(
    _ arguments: Arguments, _ goals: [CoverageGoal]
  ) -> CoverageFolder? {
    guard let folder = arguments.value("coverage") else {
      return goals.isEmpty ? nil : CoverageFolder()
    }
    return folder.isEmpty ? CoverageFolder() : CoverageFolder(path: folder)
  }

  private static func libraries(
    _ arguments: Arguments
  ) throws(Misuse) -> SpecOptions.Libraries {
    let word = arguments.value("libs") ?? "sandbox"
    guard let libraries = SpecOptions.Libraries(rawValue: word) else {
      throw Misuse("--libs is sandbox or all, not \(word)")
    }
    return libraries
  }

  private static func seed(_ arguments: Arguments) throws(Misuse) -> UInt64 {
    guard let word = arguments.value("seed") else { return UInt64.random(in: 1...99_999_999) }
    guard let seed = UInt64(word) else {
      throw Misuse("--seed is a whole number from 0, not \(word)")
    }
    return seed
  }

  private static func count(
    _ option: String, _ arguments: Arguments, from least: Int
  ) throws(Misuse) -> Int? {
    guard let word = arguments.value(option) else { return nil }
    guard let count = Int(word), count >= least, count <= 100_000 else {
      throw Misuse("--\(option) is a whole number from \(least), not \(word)")
    }
    return count
  }

  /// As many as there are cores. For one file that runs once, to which no others can come, one is
  /// enough: to count the cores takes longer than many a test.
  private static func jobs(_ arguments: Arguments, _ plan: RunPlan) -> Int {
    plan.targets.count > 1 || plan.rounds > 1 || arguments.has("watch")
      ? ProcessInfo.processInfo.activeProcessorCount : 1
  }

  private static func timeout(_ arguments: Arguments) throws(Misuse) -> Double {
    let word = arguments.value("timeout") ?? "10"
    guard let seconds = Double(word), seconds > 0, seconds <= 1_000_000 else {
      throw Misuse("--timeout is a number of seconds above 0, not \(word)")
    }
    return seconds
  }

  private static func shard(_ arguments: Arguments) throws(Misuse) -> Shard? {
    guard let word = arguments.value("shard") else { return nil }
    let parts = word.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      let shard = Shard(number, of: count)
    else { throw Misuse("--shard is I/N, I from 1 to N, such as 2/3, not \(word)") }
    return shard
  }

  /// What a run of one test has to have too.
  private static func lasting(_ arguments: Arguments, _ plan: RunPlan) -> [String] {
    var words: [String] = []
    if plan.libraries != .sandbox { words += ["--libs", plan.libraries.rawValue] }
    for path in plan.luaPath { words += ["--lpath", path] }
    if let timeout = arguments.value("timeout") { words += ["--timeout", timeout] }
    for word in plan.variants.words { words += ["--variants", word] }
    if plan.order == .shuffled { words += ["--shuffle", "--seed", String(plan.seed)] }
    return words
  }
}

/// A report that is asked for.
struct TestReport {
  let format: ReportFormat
  /// Where it goes; nil for standard output.
  let path: String?
}

extension TestOptions {
  private static func reports(_ arguments: Arguments) throws(Misuse) -> [TestReport] {
    let words = arguments.all("reporter")
    var reports: [TestReport] = []
    for word in words.isEmpty ? [ReportFormat.pretty.rawValue] : words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts.first.map(String.init) ?? ""
      guard let format = ReportFormat(rawValue: name) else {
        throw Misuse("there is no reporter \(name); there are \(ReportFormat.names)")
      }
      let path = parts.count > 1 ? String(parts[1]) : nil
      guard path != "" else { throw Misuse("--reporter \(name)= needs a file after the =") }
      reports.append(TestReport(format: format, path: path))
    }
    guard reports.count(where: { $0.path == nil }) <= 1 else {
      throw Misuse(
        "only one reporter can write to standard output; give others a file: json=out.json")
    }
    var files = DistinctFiles()
    for report in reports {
      if let path = report.path { files.add("--reporter \(report.format.rawValue)", path) }
    }
    try files.check()
    return reports
  }
}
