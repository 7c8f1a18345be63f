import Testing

@testable import FlowTesting

@Suite("Which worker runs which file, and the order of what is told")
struct ScheduleTests {
  private static func schedule(
    _ files: [String], jobs: Int = 1, lines: [Int] = [],
    _ choice: Schedule.Choice = .by { Array($1.indices) },
    change: (inout RunPlan) -> Void = { _ in }
  ) -> Schedule {
    var plan = RunPlan(files.map { SpecTarget(path: $0, lines: lines) })
    plan.jobs = jobs
    change(&plan)
    return Schedule(plan, choice)
  }

  private static func load(
    _ path: String, seed: UInt64? = nil, fresh: Bool = false, _ run: SpecRequest.Run = .asked
  ) -> Schedule.Action {
    var request = SpecRequest(path: path)
    (request.shuffleSeed, request.seconds, request.run) = (seed, 10, run)
    return fresh ? .orderFresh(.load(request)) : .order(.load(request))
  }

  /// Runs a file of one test on a worker, up to what it does next.
  private static func runFile(
    _ schedule: inout Schedule, _ worker: Int, _ path: String, _ ending: TestEnding = Stage.passed
  ) -> Schedule.Action {
    let entries = Stage.entries(["test"], file: path)
    #expect(schedule.said(.loaded(entries), by: worker) == .order(.run([0])))
    #expect(schedule.said(.began(0), by: worker) == .none)
    #expect(schedule.said(.ended(0, ending), by: worker) == .none)
    return schedule.said(.done, by: worker)
  }

  private static func paths(_ events: [RunEvent]) -> [String] {
    events.compactMap { if case .fileBegan(let path, _) = $0 { path } else { nil } }
  }

  @Test("no more workers than files, and no more than were asked for")
  func width() {
    #expect(Self.schedule(["a"], jobs: 8).width == 1)
    #expect(Self.schedule(["a", "b", "c"], jobs: 2).width == 2)
  }

  @Test("each worker takes the next file as soon as it has none, and is let go at the end")
  func nextFile() {
    var schedule = Self.schedule(["a", "b", "c"], jobs: 2)
    #expect(schedule.idle(0) == Self.load("a"))
    #expect(schedule.idle(1) == Self.load("b"))
    #expect(Self.runFile(&schedule, 1, "b") == Self.load("c"))
    #expect(Self.runFile(&schedule, 1, "c") == .dismiss)
    #expect(!schedule.isFinished)
    #expect(Self.runFile(&schedule, 0, "a") == .dismiss)
    #expect(schedule.isFinished)
  }

  @Test("where all tests of a file run, they do so without another order")
  func allAtOnce() {
    var schedule = Self.schedule(["a", "b", "c"], .all)
    #expect(schedule.idle(0) == Self.load("a", .all))
    #expect(schedule.said(.loaded(Stage.entries(["x"], file: "a")), by: 0) == .none)
    _ = schedule.said(.ended(0, Stage.passed), by: 0)
    #expect(schedule.said(.done, by: 0) == Self.load("b", .all))
    #expect(schedule.said(.loaded([]), by: 0) == Self.load("c", .all), "there is nothing to end")
    _ = schedule.said(.loaded(Stage.entries(["x", "y"], file: "c")), by: 0)
    _ = schedule.said(.began(0), by: 0)
    #expect(schedule.died(0, .signal(6)) == Self.load("c", fresh: true), "not what has run")
    #expect(
      schedule.said(.loaded(Stage.entries(["x", "y"], file: "c")), by: 0) == .order(.run([1])))
  }

  @Test("where lines are named, what runs is asked for")
  func linesAsked() {
    var schedule = Self.schedule(["a"], lines: [2], .all)
    #expect(schedule.idle(0) == Self.load("a"))
    #expect(
      schedule.said(.loaded(Stage.entries(["x", "y"], file: "a")), by: 0) == .order(.run([1])))
  }

  @Test("what is told is in the order of the files, whichever is first to end")
  func order() {
    var schedule = Self.schedule(["a", "b"], jobs: 2)
    (_, _) = (schedule.idle(0), schedule.idle(1))
    _ = Self.runFile(&schedule, 1, "b")
    #expect(schedule.tell().isEmpty)
    _ = Self.runFile(&schedule, 0, "a")
    #expect(Self.paths(schedule.tell()) == ["a", "b"])
    #expect(schedule.tell().isEmpty)
  }

  @Test("the tests of the file in front are told while it runs")
  func live() {
    var schedule = Self.schedule(["a"])
    _ = schedule.idle(0)
    _ = schedule.said(.loaded(Stage.entries(["x", "y"], file: "a")), by: 0)
    _ = schedule.said(.ended(0, Stage.passed), by: 0)
    #expect(schedule.tell().count == 2)
    _ = schedule.said(.ended(1, Stage.passed), by: 0)
    #expect(schedule.tell().count == 1)
  }

  @Test("after a death the file goes on in a fresh process, with the same worker")
  func death() {
    var schedule = Self.schedule(["a", "b"])
    _ = schedule.idle(0)
    _ = schedule.said(.loaded(Stage.entries(["x", "y"], file: "a")), by: 0)
    _ = schedule.said(.began(0), by: 0)
    guard case .orderFresh(.load(let request)) = schedule.died(0, .signal(6)) else {
      Issue.record("no fresh process")
      return
    }
    #expect(request.path == "a")
  }

  @Test("a death that completes a file lets a fresh process take the next")
  func deathAtEnd() {
    var schedule = Self.schedule(["a", "b"])
    _ = schedule.idle(0)
    #expect(schedule.died(0, .exit(1)) == Self.load("b", fresh: true))
    #expect(schedule.died(0, .exit(1)) == .dismiss)
    #expect(schedule.isFinished)
  }

  @Test("the first failure, in the order of the files, ends a run that is to stop there")
  func failFast() {
    var schedule = Self.schedule(["a", "b", "c"], jobs: 2) { $0.stop = .atFirstFailure }
    (_, _) = (schedule.idle(0), schedule.idle(1))
    _ = Self.runFile(&schedule, 1, "b", Stage.failed)
    #expect(schedule.tell().isEmpty)
    #expect(!schedule.isFinished)
    _ = Self.runFile(&schedule, 0, "a")
    #expect(Self.paths(schedule.tell()) == ["a", "b"])
    #expect(schedule.isFinished)
    #expect(schedule.idle(0) == .dismiss)
  }

  @Test("rounds run all files again, each in an order of its own")
  func rounds() {
    var schedule = Self.schedule(["a"]) {
      ($0.rounds, $0.order, $0.seed) = (2, .shuffled, 7)
    }
    #expect(schedule.idle(0) == Self.load("a", seed: 7))
    #expect(Self.runFile(&schedule, 0, "a") == Self.load("a", seed: 8))
    _ = Self.runFile(&schedule, 0, "a")
    let rounds = schedule.tell().compactMap {
      if case .fileBegan(_, let round) = $0 { round } else { nil }
    }
    #expect(rounds == [1, 2])
  }

  @Test("a run that is broken off tells what is known, of files that are not complete too")
  func brokenOff() {
    var schedule = Self.schedule(["a", "b"], jobs: 2)
    (_, _) = (schedule.idle(0), schedule.idle(1))
    _ = Self.runFile(&schedule, 1, "b")
    _ = schedule.said(.loaded(Stage.entries(["x", "y"], file: "a")), by: 0)
    _ = schedule.said(.ended(0, Stage.passed), by: 0)
    #expect(Self.paths(schedule.tellRest()) == ["a", "b"])
  }
}
