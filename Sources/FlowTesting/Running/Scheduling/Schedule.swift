/// Which file goes to which worker, what each worker does next, and what can be told, in the order
/// of the files however many workers there are.
struct Schedule {
  /// What has to be done with a worker.
  enum Action: Hashable {
    case order(WorkerOrder)
    /// As before, but its process has ended, and another takes its place.
    case orderFresh(WorkerOrder)
    case none
    /// There is nothing left for it.
    case dismiss
  }

  /// How the tests of files are chosen.
  enum Choice {
    /// All, but where lines are named.
    case all
    case by((SpecTarget, [TestEntry]) -> [Int])
  }

  /// What a worker does.
  private struct Work {
    let file: Int
    let run: SpecRequest.Run
  }

  private let plan: RunPlan
  private let choice: Choice
  /// All files, once for each round.
  private var files: [FileRun]
  private var completeCount = 0
  private var rounds: [Int]
  private var nextFile = 0
  private var busy: [Int: Work] = [:]
  /// Whether the first failure has ended it.
  private(set) var isStopped = false
  /// What the tests of each file have shown, in all rounds.
  private var uses: [String: [SnapshotUse]] = [:]
  /// What the tests have run, where that is gathered.
  private(set) var coverage = Coverage()

  /// What the tests of each file reach, as workers have said.
  private var saidReaches: [String: FileReach] = [:]

  /// The file whose events are told now, and how many of them have been.
  private var toldFile = 0
  private var toldEvents = 0
  private var hasToldBeginning = false

  init(_ plan: RunPlan, _ choice: Choice) {
    self.plan = plan
    self.choice = choice
    files = []
    rounds = []
    for round in 0..<plan.rounds {
      files += plan.targets.map { FileRun($0, retries: plan.retries) }
      rounds += plan.targets.map { _ in round }
    }
  }

  /// How many workers can be busy at once.
  var width: Int { max(1, min(plan.jobs, files.count)) }

  /// Everything has run, or nothing more is wanted.
  var isFinished: Bool { isStopped || completeCount == files.count }

  /// How many files there are, those of each round counted, and how many are complete.
  var progress: (complete: Int, all: Int) { (completeCount, files.count) }

  /// The tests of all files that have been loaded.
  var entries: [[TestEntry]] { files.map(\.entries) }

  /// Which files could be loaded.
  var loaded: [Bool] { files.map(\.isLoaded) }

  /// What tests have shown, by file.
  var shown: [ShownSnapshots] {
    Dictionary(grouping: files, by: \.target.path).sorted { $0.key < $1.key }.map { path, runs in
      var shown = ShownSnapshots(spec: path, uses: uses[path] ?? [])
      // With variants chosen, blocks are others than without.
      shown.isWhole =
        !isStopped && plan.selection.isEverything && plan.variants == TestedVariants()
        && runs.allSatisfy(\.hasRunWhole)
      shown.unfinished = Set(runs.flatMap(\.unfinished))
      return shown
    }
  }

  /// What the tests of each file reach, where that is gathered. Of what has not come to its end, that
  /// is everything.
  var reaches: [String: FileReach] {
    guard plan.reach == .on else { return [:] }
    return files.reduce(into: saidReaches) { reaches, file in
      var reach = reaches[file.target.path] ?? FileReach()
      if !file.isComplete || !file.isLoaded { reach.shared = .everything }
      // A test that has ended its process has said nothing.
      for case .result(let result) in file.events where reach.tests[TestKey(result.id)] == nil {
        reach.tests[TestKey(result.id)] = .everything
      }
      reaches[file.target.path] = reach
    }
  }

  // MARK: Workers

  /// A worker has nothing to do.
  mutating func idle(_ worker: Int) -> Action {
    busy[worker] = nil
    guard !isStopped, nextFile < files.count else { return .dismiss }
    let file = nextFile
    nextFile += 1
    // Where all of it runs, no more has to be asked.
    if case .all = choice, files[file].target.lines.isEmpty {
      return .order(load(file, .all, by: worker))
    }
    return .order(load(file, .asked, by: worker))
  }

  mutating func said(_ message: WorkerMessage, by worker: Int) -> Action {
    guard let work = busy[worker] else { return .none }
    let file = work.file
    let target = files[file].target
    switch message {
    case .loaded(let entries):
      let step = files[file].loaded(entries) { [choice] in choice.indices(of: $0, in: target) }
      if work.run == .all, case .run = step { return .none }
      return next(step, worker)
    case .unloadable(let failure): return next(files[file].unloadable(failure), worker)
    case .began(let index): files[file].began(index)
    case .ended(let index, let ending): files[file].ended(index, ending)
    case .problem(let failure, let names): files[file].problem(failure, names: names)
    case .found(let entry): files[file].found(entry)
    case .opened(let index): files[file].opened(index)
    case .printed(let lines): files[file].printed(lines)
    case .hook(let hook): files[file].began(hook)
    case .covered(let take, let index):
      let entries = files[file].entries
      let test = index.flatMap { entries.indices.contains($0) ? TestKey(entries[$0].id) : nil }
      coverage.add(take, in: test)
    case .reached(let reach, let index):
      let entries = files[file].entries
      let test = index.flatMap { entries.indices.contains($0) ? TestKey(entries[$0].id) : nil }
      saidReaches[target.path, default: FileReach()].take(reach, of: test)
    case .shown(let more): uses[target.path, default: []] += more
    case .done: return next(files[file].done(), worker)
    }
    return .none
  }

  /// A worker's process has ended.
  mutating func died(_ worker: Int, _ death: Death) -> Action {
    guard let work = busy[worker] else { return .none }
    let action = next(files[work.file].died(death), worker)
    if case .order(let order) = action { return .orderFresh(order) }
    return action
  }

  private mutating func next(_ step: FileRun.Step, _ worker: Int) -> Action {
    switch step {
    case .load: busy[worker].map { .order(load($0.file, .asked, by: worker)) } ?? .none
    case .run(let indices): .order(.run(indices))
    case .wait: .none
    case .complete: complete(worker)
    }
  }

  private mutating func complete(_ worker: Int) -> Action {
    completeCount += 1
    return idle(worker)
  }

  private mutating func load(
    _ file: Int, _ run: SpecRequest.Run, by worker: Int
  ) -> WorkerOrder {
    busy[worker] = Work(file: file, run: run)
    var request = plan.request(files[file].target.path)
    request.run = run
    // Each round has an order of its own, that follows from the seed.
    request.shuffleSeed = request.shuffleSeed.map { $0 &+ UInt64(rounds[file]) }
    return .load(request)
  }

  // MARK: What can be told

  /// What can be told that has not been.
  mutating func tell() -> [RunEvent] {
    var told: [RunEvent] = []
    while toldFile < files.count, !isStopped {
      let file = files[toldFile]
      if !hasToldBeginning, !file.events.isEmpty {
        hasToldBeginning = true
        told.append(.fileBegan(file.target.path, round: rounds[toldFile] + 1))
      }
      tell(file.events.dropFirst(toldEvents), &told)
      guard file.isComplete, !isStopped else { break }
      leaveFile(&told)
    }
    return told
  }

  /// The run is broken off: what is known of the files that have not been told, in their order.
  mutating func tellRest() -> [RunEvent] {
    var told = tell()
    while toldFile < files.count, !isStopped {
      let file = files[toldFile]
      if !hasToldBeginning, !file.events.isEmpty {
        hasToldBeginning = true
        told.append(.fileBegan(file.target.path, round: rounds[toldFile] + 1))
      }
      tell(file.events.dropFirst(toldEvents), &told)
      if busy.values.contains(where: { $0.file == toldFile }), !file.isComplete, !isStopped {
        breakOff(file, &told)
      } else {
        leaveFile(&told)
      }
    }
    return told
  }

  private mutating func breakOff(_ file: FileRun, _ told: inout [RunEvent]) {
    if !hasToldBeginning {
      told.append(.fileBegan(file.target.path, round: rounds[toldFile] + 1))
      hasToldBeginning = true
    }
    told.append(.fileBrokenOff(UnfinishedFile(file: file.target.path, part: file.part)))
    hasToldBeginning = false
    leaveFile(&told)
  }

  private mutating func tell(_ events: ArraySlice<FileEvent>, _ told: inout [RunEvent]) {
    for event in events {
      toldEvents += 1
      told.append(RunEvent(event, of: files[toldFile].target.path))
      guard plan.stopsAtFailure, event.isFailure else { continue }
      told.append(.fileEnded(files[toldFile].target.path))
      isStopped = true
      return
    }
  }

  private mutating func leaveFile(_ told: inout [RunEvent]) {
    if hasToldBeginning { told.append(.fileEnded(files[toldFile].target.path)) }
    toldFile += 1
    toldEvents = 0
    hasToldBeginning = false
  }
}

extension Schedule.Choice {
  fileprivate func indices(of entries: [TestEntry], in target: SpecTarget) -> [Int] {
    switch self {
    case .all where target.lines.isEmpty: Array(entries.indices)
    case .all: Selection().indices(of: entries, in: target)
    case .by(let choose): choose(target, entries)
    }
  }
}

extension FileEvent {
  var isFailure: Bool {
    switch self {
    case .result(let result): result.isFailure
    case .problem: true
    case .printed: false
    }
  }
}
