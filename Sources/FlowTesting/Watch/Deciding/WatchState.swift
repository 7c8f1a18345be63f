/// Decides which round comes next, from what has changed and what is asked for.
///
/// It knows no files, processes or keys: what there is is given to it.
struct WatchState {
  /// What to do.
  enum Action {
    case run(WatchRound)
    case say([String])
    case quit
  }

  private(set) var known = KnownReach()
  private var record = TestRecord()
  /// What the round that runs has told that is taken in at its end.
  private var told: [RunEvent] = []
  private var pathText = ""
  private var name: (text: String, pattern: NamePattern)?
  private var last: WatchRound?
  /// Whether the last round was broken off.
  private var isBrokenOff = false
  private var lastPassed = false
  /// How many of those that fail the last round did not run.
  private(set) var failingBefore = 0

  /// The tests that failed when they last ran, and blocks and files of which something else did.
  var failing: Set<TestKey> { record.failed }

  /// Whether the last round came to its end, and no test failed when it last ran.
  var hasPassed: Bool { lastPassed && failing.isEmpty }

  // MARK: Rounds

  /// All that is to run, as p and t leave it.
  mutating func begin(_ targets: [SpecTarget]) -> WatchRound { everything([], targets) }

  private mutating func everything(_ title: [String], _ targets: [SpecTarget]) -> WatchRound {
    let narrowing = pathText.isEmpty && name == nil ? nil : Narrowing(name: name?.pattern)
    return start(
      WatchRound(title: title, targets: targets.filter(isLeft), narrowing: narrowing))
  }

  private mutating func start(_ round: WatchRound) -> WatchRound {
    (last, told, isBrokenOff, lastPassed) = (round, [], false, false)
    return round
  }

  /// Takes in what is told of the round that runs.
  mutating func take(_ event: RunEvent) {
    switch event {
    case .fileBegan, .result, .problem: told.append(event)
    default: break
    }
  }

  /// The round has ended.
  mutating func ended(_ summary: RunSummary) {
    let whole = last?.wholeFiles ?? []
    known.take(summary.reaches, whole: whole)
    // Of tests that are not there any more nothing is told.
    if summary.end == .complete { record.prune { whole.contains($0) } }
    for event in told { record.take(event, timing: .leftOut) }
    failingBefore = failing.subtracting(told.compactMap(Self.failure)).count
    told = []
    isBrokenOff = summary.end == .interrupted
    lastPassed =
      summary.end == .complete && !summary.isEmpty && summary.failed == 0
      && summary.snapshots.problems.isEmpty
  }

  private static func failure(_ event: RunEvent) -> TestKey? {
    switch event {
    case .result(let result): result.isFailure ? TestKey(result.id) : nil
    case .problem(let problem): TestKey(file: problem.file, names: problem.names)
    default: nil
    }
  }

  private func isLeft(_ target: SpecTarget) -> Bool { isLeft(target.path) }

  private func isLeft(_ path: String) -> Bool { pathText.isEmpty || path.contains(pathText) }

  // MARK: What changes

  /// Whether a round that runs is to make way for what follows from these.
  func isOvertaken(by changes: [WatchedChange], _ targets: [SpecTarget]) -> Bool {
    // What only came may have been made by a test itself.
    changes.contains { $0.effect != .added }
      || !known.touched(by: changes, among: targets.map(\.path)).tests.isEmpty
  }

  /// Files have changed.
  ///
  /// - Parameter targets: the files of tests that there are now.
  mutating func take(_ changes: [WatchedChange], _ targets: [SpecTarget]) -> Action {
    let paths = targets.map(\.path)
    known.forget(allBut: Set(paths))
    record.prune { !paths.contains($0) }
    let touched = known.touched(by: changes, among: paths)
    var tests = touched.tests.filter { isLeft($0.file) }
    if isBrokenOff, let last { tests.formUnion(last.tests) }
    let files = Set(tests.map(\.file))
    let chosen = targets.filter { files.contains($0.path) }
    guard !chosen.isEmpty else { return .say(WatchMessages.nothingReached(changes, touched)) }
    let round = WatchRound(
      title: WatchMessages.title(of: changes, size(of: tests, chosen)), targets: chosen,
      narrowing: Narrowing(tests: tests, name: name?.pattern))
    return .run(start(round))
  }

  /// How many tests these are, as far as that is known, and of how many files.
  private func size(of tests: Set<TestKey>, _ targets: [SpecTarget]) -> WatchMessages.Size {
    var count: Int? = 0
    for target in targets {
      let isWhole = tests.contains(TestKey(file: target.path, names: []))
      let more =
        isWhole ? known.count(of: target.path) : tests.count { $0.file == target.path }
      count = more == nil || count == nil ? nil : (count ?? 0) + (more ?? 0)
    }
    return WatchMessages.Size(tests: name == nil ? count : nil, files: targets.count)
  }

  // MARK: What is asked for

  /// Somebody asks for something.
  mutating func take(_ command: WatchCommand, _ targets: [SpecTarget]) -> Action {
    switch command {
    case .quit: return .quit
    case .help: return .say([WatchCommand.usage])
    case .all:
      (pathText, name) = ("", nil)
      return .run(everything([], targets))
    case .again: return .run(again(targets, nil))
    case .updateSnapshots: return .run(again(targets, .update))
    case .failed: return runFailed(targets)
    case .path(let text):
      guard targets.contains(where: { text.isEmpty || $0.path.contains(text) }) else {
        return .say([WatchMessages.noFile(with: text)])
      }
      pathText = text
      return .run(everything(narrowed, targets))
    case .name(let text):
      do {
        name = text.isEmpty ? nil : (text, try NamePattern(text))
      } catch {
        return .say([WatchMessages.noPattern(text, "\(error)")])
      }
      return .run(everything(narrowed, targets))
    }
  }

  /// What p and t leave, for people.
  var narrowed: [String] {
    WatchMessages.narrowed(path: pathText, name: name?.text ?? "")
  }

  private mutating func again(_ targets: [SpecTarget], _ mode: SnapshotMode?) -> WatchRound {
    guard var round = last else { return everything([], targets) }
    if let tests = round.narrowing?.tests {
      let files = Set(tests.map(\.file))
      round.targets = targets.filter { files.contains($0.path) }
    } else {
      round.targets = targets.filter(isLeft)
    }
    round.snapshots = mode
    return start(round)
  }

  private mutating func runFailed(_ targets: [SpecTarget]) -> Action {
    let tests = failing.filter { isLeft($0.file) }
    let files = Set(tests.map(\.file))
    let chosen = targets.filter { files.contains($0.path) }
    guard !chosen.isEmpty else {
      return .say([WatchMessages.noneFailed(narrowed: narrowed)])
    }
    return .run(
      start(
        WatchRound(
          title: [WatchMessages.failedOnly] + narrowed, targets: chosen,
          narrowing: Narrowing(tests: tests, name: name?.pattern))))
  }
}
