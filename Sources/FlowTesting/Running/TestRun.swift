import SystemCalls

/// A run of tests in processes of their own, which says what happens in the order of the files.
public struct TestRun {
  private var plan: RunPlan
  private let workers: WorkerProgram
  private let interruption: (any Interrupting)?
  private let record: TestRecord

  /// - Parameters:
  ///   - workers: what its workers are.
  ///   - interruption: what may break the run off.
  ///   - record: how tests went before.
  public init(
    _ plan: RunPlan, workers: WorkerProgram, record: TestRecord = TestRecord(),
    interruption: (any Interrupting)? = nil
  ) {
    self.plan = plan
    self.workers = workers
    self.record = record
    self.interruption = interruption
  }

  /// What would run.
  public struct Listing {
    /// In the order in which they would.
    public let tests: [TestEntry]
    /// What is wrong with files.
    public let problems: [FileProblem]
    /// How many tests the files have.
    public let found: Int
    /// How many of them are chosen, for all shards.
    public let chosen: Int
    public let end: RunSummary.End

    /// Whether there is nothing to test. Of more shards than tests, some have none.
    public var isEmpty: Bool { chosen == 0 && problems.isEmpty }
  }

  /// Finds what would run, and runs nothing.
  public func list() throws -> Listing {
    let (schedule, problems, end) = try load(plan.targets)
    var selection = plan.selection
    selection.shard = part(of: schedule)
    let tests = zip(plan.targets, schedule.entries).flatMap { target, entries in
      selection.indices(of: entries, in: target).map { entries[$0] }
    }
    return Listing(
      tests: tests, problems: problems, found: schedule.entries.reduce(0) { $0 + $1.count },
      chosen: chosen(in: schedule).count, end: end)
  }

  /// Runs it.
  ///
  /// - Parameter report: is told what happens.
  /// - Returns: what came of it.
  public func run(_ report: (RunEvent) throws -> Void) throws -> RunSummary {
    let start = MachineTime.steady
    var selection = plan.selection
    var known = plan
    var summary = RunSummary()
    if plan.shard != nil {
      let (schedule, _, end) = try load(plan.targets)
      guard end == .complete else { return RunSummary(end: end) }
      let part = part(of: schedule)
      selection.shard = part
      summary.sharded = chosen(in: schedule).count
      // A file that cannot be loaded has no tests: the first shard says so.
      known.targets = zip(plan.targets, schedule.loaded).filter { target, isLoaded in
        isLoaded ? part?.files.contains(target.path) ?? true : plan.shard?.number == 1
      }.map(\.0)
      known.selection = selection
    }
    try report(.began(RunHeading(plan)))
    var schedule = Schedule(
      known,
      selection.isEverything
        ? .all : .by { [selection] in selection.indices(of: $1, in: $0) })
    func tell(_ events: [RunEvent]) throws {
      for event in events {
        summary.count(event)
        try report(event)
      }
    }
    let pool = try WorkerPool(workers, timeout: plan.timeout, interruption: interruption)
    let end = try pool.run(&schedule) { schedule in
      try tell(schedule.tell())
      try report(.progress(schedule.progress.complete, of: schedule.progress.all))
    }
    if end == .interrupted {
      try tell(schedule.tellRest())
      summary.end = .interrupted
    } else if schedule.isStopped {
      summary.end = .stopped
    }
    summary.reaches = schedule.reaches
    summary.found = schedule.entries.reduce(0) { $0 + $1.count }
    let keeper = SnapshotKeeper(mode: plan.snapshots)
    if end != .interrupted {
      for shown in schedule.shown { summary.snapshots.add(keeper.keep(shown)) }
      if plan.selection.isEverything {
        summary.snapshots.add(keeper.keepOrphans(beside: plan.targets.map(\.path)))
      }
    }
    summary.seconds = MachineTime.steady - start
    if plan.coverage == .on, summary.end != .interrupted {
      try report(.covered(CoverageReport(schedule.coverage)))
    }
    try report(.ended(summary))
    return summary
  }

  /// Loads all files, and runs nothing.
  private func load(
    _ targets: [SpecTarget]
  ) throws -> (Schedule, [FileProblem], RunSummary.End) {
    var plan = plan
    (plan.rounds, plan.stop) = (1, .atEnd)
    var schedule = Schedule(plan, .by { _, _ in [] })
    var problems: [FileProblem] = []
    let pool = try WorkerPool(workers, timeout: plan.timeout, interruption: interruption)
    let end = try pool.run(&schedule) { schedule in
      for case .problem(let problem) in schedule.tell() { problems.append(problem) }
    }
    return (schedule, problems, end == .interrupted ? .interrupted : .complete)
  }

  /// The tests that are chosen, for all shards.
  private func chosen(in schedule: Schedule) -> [TestEntry] {
    zip(plan.targets, schedule.entries).flatMap { target, entries in
      plan.selection.indices(of: entries, in: target).map { entries[$0] }
    }
  }

  private func part(of schedule: Schedule) -> ShardPart? {
    plan.shard?.part(of: chosen(in: schedule), seconds: record.seconds)
  }
}
