/// Where the run of one file stands: what its worker has said, what is left to run, and what comes
/// next, also after a worker's death.
///
/// It only decides; ``Schedule`` says which worker it is, and ``TestRun`` carries it out.
struct FileRun {
  /// What a worker has to do next for the file.
  enum Step: Hashable {
    case load
    case run([Int])
    /// Goes on with what it does.
    case wait
    /// There is nothing more to do.
    case complete
  }

  let target: SpecTarget
  /// How often a test that fails is tried again.
  private let retries: Int
  private(set) var entries: [TestEntry] = []
  /// How many of them were known when the file was loaded; the others were found while it ran.
  private var loadedCount = 0
  /// What can be told of it so far, in order.
  private(set) var events: [FileEvent] = []
  private(set) var isComplete = false
  /// Whether it has been loaded, so that its tests are known.
  private(set) var isLoaded = false

  /// What is to run in this attempt and has not ended.
  private var remaining: ArraySlice<Int> = []
  private var selected: [Int] = []
  private var running: Int?
  /// The hook outside any test that runs.
  private var hook: SpecHook?
  /// The full names that more than one test has; nil until it is asked for.
  private var sharedNames: Set<String>?
  /// Whether a test has ended since the process, or the attempt, began.
  private var hasProgressed = false
  private var hasProblem = false
  private var attempt = 0
  /// Of each entry that has one.
  private var results: [TestResult?] = []

  init(_ target: SpecTarget, retries: Int = 0) {
    self.target = target
    self.retries = retries
  }

  // MARK: What has come of it as a whole

  /// Whether all tests of the file were to run, and nothing kept any from it.
  var hasRunWhole: Bool {
    isComplete && isLoaded && !hasProblem && target.lines.isEmpty
      && selected.count == entries.count
  }

  /// The full names of the tests that did not come to their end, or may not have.
  var unfinished: [String] {
    entries.indices.filter { results[$0]?.outcome != .passed }.map { entries[$0].id.fullName }
  }

  // MARK: What the worker says

  /// The file has been loaded, for the first time or once more.
  ///
  /// - Parameter choose: which of its tests are to run.
  mutating func loaded(_ entries: [TestEntry], choose: ([TestEntry]) -> [Int]) -> Step {
    if !isLoaded {
      self.entries = entries
      loadedCount = entries.count
      results = Array(repeating: nil, count: entries.count)
      isLoaded = true
      selected = choose(entries)
      remaining = selected[...]
      if let stray = StrayLines(target.lines, entries) {
        var problem = FileProblem(
          failure: stray.failure(in: target.path), names: [], file: target.path)
        problem.isOfChoice = true
        note(problem)
      }
    } else if entries.map(\.id) != self.entries.prefix(loadedCount).map(\.id) {
      failRemaining(
        """
        not run: the file has other tests each time it is loaded, so the rest of it cannot go on in \
        a fresh process
        """)
    }
    hasProgressed = false
    return remaining.isEmpty ? completing() : .run(Array(remaining))
  }

  mutating func unloadable(_ failure: TestFailure) -> Step {
    note(FileProblem(failure: failure, names: [], file: target.path))
    failRemaining("not run: the file could not be loaded again")
    return complete()
  }

  mutating func began(_ index: Int) {
    running = index
  }

  /// A test that was not known before is next.
  mutating func found(_ entry: TestEntry) {
    selected.append(entries.count)
    remaining.insert(entries.count, at: remaining.startIndex)
    entries.append(entry)
    results.append(nil)
  }

  /// What was taken for a test is a block, whose tests are found as they run.
  mutating func opened(_ index: Int) {
    selected.removeAll { $0 == index }
    remaining.removeAll { $0 == index }
  }

  mutating func began(_ hook: SpecHook?) {
    self.hook = hook
  }

  mutating func printed(_ lines: [String]) {
    events.append(.printed(lines))
  }

  mutating func ended(_ index: Int, _ ending: TestEnding) {
    running = nil
    hasProgressed = true
    take(index, ending)
  }

  mutating func problem(_ failure: TestFailure, names: [String]) {
    hasProblem = true
    note(FileProblem(failure: failure, names: names, file: target.path))
  }

  mutating func done() -> Step {
    // A `setup` that fails leaves out the tests of its block, as in busted.
    if !hasProblem {
      failRemaining("not run: the file ended before it")
    }
    remaining = []
    return completing()
  }

  /// The process has ended. The test that it ran is to blame; the rest goes on in a fresh one.
  mutating func died(_ death: Death) -> Step {
    defer { (running, hook) = (nil, nil) }
    if !isLoaded {
      blameFile(death.message(in: "loading the file"))
      return complete()
    }
    if let running {
      take(
        running, TestEnding(outcome: .error, failures: [failure(of: running, death, "the test")]))
    } else if let hook {
      blame(hook, death)
    } else if hasProgressed || remaining.isEmpty {
      blameFile(death.message(in: "code outside any test, such as a teardown,"))
    } else if let first = remaining.first {
      // Nothing has run yet: it was a `setup` of the first test, and would be again.
      let block = entries[first].id.names.dropLast()
      for index in remaining where entries[index].id.names.dropLast().starts(with: block) {
        take(
          index,
          TestEnding(
            outcome: .error, failures: [failure(of: index, death, "a setup before the test")]))
      }
    }
    hasProgressed = false
    return remaining.isEmpty ? completing() : .load
  }

  /// A hook has ended the process: of a `setup`, the tests of its block cannot run.
  private mutating func blame(_ hook: SpecHook, _ death: Death) {
    switch hook {
    case .setup(let names):
      let within = remaining.filter { entries[$0].id.names.dropLast().starts(with: names) }
      for index in within {
        take(
          index, TestEnding(outcome: .error, failures: [failure(of: index, death, hook.text)]))
      }
      if within.isEmpty { blame(hook, names, death) }
    case .teardown(let names): blame(hook, names, death)
    }
  }

  private mutating func blame(_ hook: SpecHook, _ names: [String], _ death: Death) {
    hasProblem = true
    let failure = TestFailure(message: death.message(in: hook.text), file: target.path)
    note(FileProblem(failure: failure, names: names, file: target.path))
  }

  /// What is under way, where the run is broken off.
  var part: UnfinishedFile.Part {
    if let running { return .test(entries[running].id) }
    if let hook { return .hook(hook) }
    return isLoaded ? .other : .loading
  }

  // MARK: What has come of it

  private mutating func take(_ index: Int, _ ending: TestEnding) {
    if remaining.first == index {
      remaining.removeFirst()
    } else {
      guard let place = remaining.firstIndex(of: index) else { return }
      remaining.remove(at: place)
    }
    var result = ending.result(of: entries[index].id)
    if result.outcome != .passed { result.sharesName = sharesName(result.id) }
    if let before = results[index] { result.earlier = before.earlier + before.failures }
    results[index] = result
    // What may be tried again is told at the end, when it is known how that went.
    if retries == 0 { events.append(.result(result)) }
  }

  /// Whether another test that was found when the file was loaded is called the same.
  private mutating func sharesName(_ id: TestID) -> Bool {
    if let sharedNames { return sharedNames.contains(id.fullName) }
    var seen = Set<String>(minimumCapacity: loadedCount)
    let shared = Set(
      entries.prefix(loadedCount).map(\.id.fullName).filter { !seen.insert($0).inserted })
    sharedNames = shared
    return shared.contains(id.fullName)
  }

  private mutating func note(_ problem: FileProblem) {
    events.append(.problem(problem))
  }

  private mutating func blameFile(_ message: String) {
    note(
      FileProblem(
        failure: TestFailure(message: message, file: target.path), names: [], file: target.path))
  }

  private mutating func failRemaining(_ message: String) {
    for index in remaining {
      let id = entries[index].id
      let failure = TestFailure(message: message, file: id.file, line: id.line)
      take(index, TestEnding(outcome: .error, failures: [failure]))
    }
  }

  private func failure(of index: Int, _ death: Death, _ place: String) -> TestFailure {
    let id = entries[index].id
    return TestFailure(message: death.message(in: place), file: id.file, line: id.line)
  }

  /// Everything has run: what failed may be tried again.
  private mutating func completing() -> Step {
    let failed = selected.filter { $0 < loadedCount && results[$0]?.isFailure ?? false }
    guard attempt < retries, !failed.isEmpty else { return complete() }
    attempt += 1
    remaining = failed[...]
    return .load
  }

  private mutating func complete() -> Step {
    if retries > 0 {
      events += selected.compactMap { results[$0] }.map { .result($0) }
    }
    isComplete = true
    return .complete
  }
}

/// What is told of a file.
enum FileEvent: Hashable {
  case result(TestResult)
  case problem(FileProblem)
  /// What it printed outside any test.
  case printed([String])
}

/// Something that went wrong outside any test.
public struct FileProblem: Hashable, Sendable {
  public var failure: TestFailure
  /// The block in which it was; empty for the file itself.
  public var names: [String]
  public var file: String
  /// Whether it is about what was asked for, and not about the file.
  public var isOfChoice = false

  public init(failure: TestFailure, names: [String], file: String) {
    self.failure = failure
    self.names = names
    self.file = file
  }

  /// The block, or the file.
  public var title: String { names.isEmpty ? file : names.joined(separator: " ") }
}
