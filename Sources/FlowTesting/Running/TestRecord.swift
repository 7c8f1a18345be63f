/// What is kept from one run to the next: which tests failed, and how long tests took.
public struct TestRecord: Hashable, Sendable {
  /// Tests that failed, and blocks and files of which a hook or the text did, which means all tests
  /// within.
  public var failed: Set<TestKey> { tests.union(problems).union(earlierProblems) }
  /// Whether a run has been kept before.
  public internal(set) var isKnown = false
  var tests: Set<TestKey> = []
  var problems: Set<TestKey> = []
  /// Those of the runs before, of files that this one has reached.
  var earlierProblems: Set<TestKey> = []
  /// How long tests took, by their file.
  var times: [String: FileTimes] = [:]
  /// Those that have failed in this run: of tests of one name, all have to pass, and in each round.
  private var failedNow: Set<TestKey> = []
  /// Those of the file that runs, all of it, that have not been told of yet.
  private var unseen: Set<TestKey> = []

  /// How long each test took when it last passed. Costs their number.
  public var seconds: [TestKey: Double] {
    times.reduce(into: [:]) { all, file in
      for (names, time) in file.value.seconds {
        all[TestKey(file: file.key, names: names)] = time
      }
    }
  }

  /// - Parameter isKnown: whether a run has been kept before.
  public init(isKnown: Bool = false) { self.isKnown = isKnown }

  /// Whether an event says anything that is kept.
  public static func takes(_ event: RunEvent) -> Bool {
    switch event {
    case .fileBegan, .problem, .result, .fileEnded: true
    case .began, .printed, .fileBrokenOff, .progress, .covered, .ended: false
    }
  }

  /// Takes in what is told of a run of that plan.
  ///
  /// Where all tests of a file have run, what is known of others in it is forgotten: they are not
  /// there any more. Durations of a shard are not taken in: all shards have to know the same, or a
  /// test would be in two of them, or in none.
  public mutating func take(_ event: RunEvent, of plan: RunPlan) {
    switch event {
    case .fileBegan(let file, _):
      unseen = plan.runsWhole(file) ? tests.filter { $0.file == file } : []
    case .result(let result): if !unseen.isEmpty { unseen.remove(TestKey(result.id)) }
    case .fileEnded(let file) where plan.runsWhole(file):
      tests.subtract(unseen)
      times[file]?.endWhole()
      earlierProblems = earlierProblems.filter { $0.file != file }
    default: break
    }
    take(event, timing: plan.shard == nil ? .kept : .leftOut)
  }

  mutating func take(_ event: RunEvent, timing: Timing) {
    switch event {
    case .fileBegan(let file, let round):
      if round == 1, !failedNow.isEmpty { failedNow = failedNow.filter { $0.file != file } }
      earlierProblems.formUnion(problems.filter { $0.file == file })
      problems = problems.filter { $0.file != file }
      if timing == .kept { times[file, default: FileTimes()].begin() }
    case .problem(let problem) where problem.isOfChoice: break
    case .problem(let problem):
      problems.insert(TestKey(file: problem.file, names: problem.names))
    case .result(let result):
      if result.isFailure {
        tests.insert(TestKey(result.id))
        failedNow.insert(TestKey(result.id))
      } else if !tests.isEmpty, !failedNow.contains(TestKey(result.id)) {
        tests.remove(TestKey(result.id))
      }
      // It has run, so what is around it has been tried again; it says so if it fails again.
      if result.outcome != .skipped, !earlierProblems.isEmpty {
        earlierProblems.subtract(TestKey(result.id).around)
      }
      if timing == .kept { time(result) }
    case .began, .printed, .fileEnded, .fileBrokenOff, .progress, .covered, .ended: break
    }
  }

  private mutating func time(_ result: TestResult) {
    if result.outcome == .passed {
      times[result.id.file, default: FileTimes()].passed(result.id.names, result.seconds)
    } else {
      times[result.id.file, default: FileTimes()].hasNotPassed(result.id.names)
    }
  }

  enum Timing: Sendable {
    case kept, leftOut
  }

  /// Lets go of the tests of files that are not there any more.
  public mutating func prune(where isGone: (String) -> Bool) {
    var isGoneByFile: [String: Bool] = [:]
    func isThere(_ file: String) -> Bool {
      if let known = isGoneByFile[file] { return !known }
      let answer = isGone(file)
      isGoneByFile[file] = answer
      return !answer
    }
    func pruned(_ keys: Set<TestKey>) -> Set<TestKey> {
      keys.allSatisfy { isThere($0.file) } ? keys : keys.filter { isThere($0.file) }
    }
    tests = pruned(tests)
    failedNow = pruned(failedNow)
    problems = pruned(problems)
    earlierProblems = pruned(earlierProblems)
    if !times.allSatisfy({ isThere($0.key) }) { times = times.filter { isThere($0.key) } }
  }
}
