import SystemCalls

/// Runs tests of a file, each block's body just before what is in it.
struct SpecRun {
  private let session: SpecSession
  private let options: SpecOptions
  private let entries: [TestEntry]
  private let selected: [Bool]
  /// How many entries before each are selected.
  private let before: [Int]
  /// Whether the blocks are open already, in this very state.
  private let isOpen: Bool
  private let report: (SpecEvent) -> Void

  init(
    _ session: SpecSession, _ options: SpecOptions, entries: [TestEntry], selected: Set<Int>,
    isOpen: Bool, _ report: @escaping (SpecEvent) -> Void
  ) {
    self.session = session
    self.options = options
    self.entries = entries
    self.selected = entries.indices.map(selected.contains)
    before = self.selected.reduce(into: [0]) { $0.append($0[$0.count - 1] + ($1 ? 1 : 0)) }
    self.isOpen = isOpen
    self.report = report
  }

  /// Whether something within is to run. A block without tests runs where all do: it has hooks.
  private func hasSelected(_ range: Range<Int>) -> Bool {
    range.isEmpty ? isWhole : before[range.upperBound] > before[range.lowerBound]
  }

  func file(_ file: SpecBlock) {
    guard hasSelected(file.entries), !entries.isEmpty else { return }
    defer { tellOutput() }
    if isOpen { return run(file, id: 1, names: []) }
    let opened = session.openFile()
    if let failure = opened.failure { return report(.problem(failure, names: [])) }
    run(file, opened, id: 1, names: [])
  }

  // MARK: Blocks

  /// A block whose children are those that were found.
  private func run(_ block: SpecBlock, id: Int, names: [String]) {
    around(id, block.hooks, names) {
      for child in block.children {
        switch child {
        case .test(let test, let entry):
          if selected[entry] { run(test.id, entries[entry].id, names) }
        case .block(let inner):
          guard hasSelected(inner.entries) else { continue }
          if let failure = inner.failure {
            fail(entries[inner.entries.lowerBound].id, failure)
          } else {
            run(inner, id: inner.id, names: inner.name.map { names + [$0] } ?? names)
          }
        }
      }
    }
  }

  /// A block that was opened anew: its children are matched with those that were found.
  private func run(
    _ block: SpecBlock?, _ opened: SpecSession.Opened, id: Int, names: [String]
  ) {
    var found = MatchedChildren(block)
    around(id, opened.hooks, names) {
      for child in opened.ordered(seed: options.shuffleSeed, within: names) {
        let inner = child.name.map { names + [$0] } ?? names
        switch found.take(child) {
        case .test(_, let entry)?:
          if selected[entry] { run(child.id, entries[entry].id, names) }
        case .block(let known)?:
          if hasSelected(known.entries) { open(child, known, inner) }
        case nil where block != nil && block?.failure == nil && !isWhole:
          continue  // Who chose tests could not choose this one.
        case nil where child.isTest:
          let id = TestID(names: inner, file: session.path, line: child.line)
          report(.found(TestEntry(id: id, tags: [])))
          run(child.id, id, names)
        case nil:
          open(child, nil, inner)
        }
      }
    }
  }

  private var isWhole: Bool { before[entries.count] == entries.count }

  private func open(
    _ child: SpecSession.Opened.Child, _ known: SpecBlock?, _ names: [String]
  ) {
    let opened = session.enter(child.id)
    if let failure = opened.failure {
      if let known, known.failure != nil {
        fail(entries[known.entries.lowerBound].id, failure)
      } else {
        report(.problem(failure, names: names))
      }
    } else {
      if let known, known.failure != nil {
        report(.opened(entries[known.entries.lowerBound].id))
      }
      run(known, opened, id: child.id, names: names)
    }
    session.leave(child.id)
  }

  private func around(
    _ id: Int, _ hooks: SpecHooks, _ names: [String], _ body: () -> Void
  ) {
    tellOutput()
    session.beginRandom(for: names)
    let failures = hooks.contains(.setup) ? during(.setup(names)) { session.setUp(id) } : []
    for failure in failures { report(.problem(failure, names: names)) }
    if failures.isEmpty {
      body()
    } else {
      skip(names)
    }
    guard hooks.contains(.teardown) else { return }
    for failure in during(.teardown(names), { session.tearDown(id) }) {
      report(.problem(failure, names: names))
    }
  }

  /// Says which hook runs: where the process ends now, it was this one.
  private func during(_ hook: SpecHook, _ body: () -> [TestFailure]) -> [TestFailure] {
    report(.hook(hook))
    let failures = body()
    report(.hook(nil))
    tellOutput()
    return failures
  }

  private func tellOutput() {
    let lines = session.takeOutput()
    if !lines.isEmpty { report(.printed(lines)) }
  }

  /// The tests of a block whose `setup` has failed.
  private func skip(_ names: [String]) {
    for (index, entry) in entries.enumerated()
    where selected[index] && entry.id.names.starts(with: names) {
      report(.began(entry.id))
      report(.ended(.unmade(entry.id, names)))
    }
  }

  private func fail(_ id: TestID, _ failure: TestFailure) {
    report(.began(id))
    report(.ended(TestResult(id: id, outcome: .error, failures: [failure])))
  }

  // MARK: Tests

  private func run(_ test: Int, _ id: TestID, _ block: [String]) {
    tellOutput()
    report(.began(id))
    session.book.turn(to: id)
    defer { session.book.turn(to: nil) }
    session.beginRandom(for: id.names)
    let began = MachineTime.steady
    let went = session.test(test)
    if let unmade = went.unmade {
      for failure in unmade { report(.problem(failure, names: block)) }
      return report(.ended(.unmade(id, block)))
    }
    // What has no place of its own is the test's.
    let failures = went.failures.map { $0.file == nil ? $0.placed(at: id) : $0 }
    var result = TestResult(id: id, outcome: went.outcome, failures: failures)
    for more in options.extensions {
      // What led to the failure is there until the test is ended.
      let flow = result.failures.isEmpty ? [] : more.context()
      for index in result.failures.indices where result.failures[index].flow.isEmpty {
        result.failures[index].flow = flow
      }
      let own = more.endTest(id).map { failure in
        // What is found at the end is of the test.
        failure.line == nil && (failure.file ?? id.file) == id.file
          ? failure.placed(at: id) : failure
      }
      if !own.isEmpty, result.outcome == .passed || result.outcome == .skipped {
        result.outcome = .failed
      }
      result.failures += own
    }
    result.seconds = MachineTime.steady - began
    result.output = session.takeOutput()
    report(.ended(result))
  }
}

extension TestFailure {
  fileprivate func placed(at id: TestID) -> TestFailure {
    var failure = self
    (failure.file, failure.line) = (id.file, id.line)
    return failure
  }
}

extension TestResult {
  fileprivate static func unmade(_ id: TestID, _ block: [String]) -> TestResult {
    let failure = TestFailure(message: "not run: \(SpecHook.setup(block).text) failed")
    return TestResult(id: id, outcome: .skipped, failures: [failure])
  }
}

/// The children that were found, to be recognized by kind and name.
private struct MatchedChildren {
  private var rest: [SpecNode?]
  private var next = 0

  init(_ block: SpecBlock?) { rest = block?.children ?? [] }

  mutating func take(_ child: SpecSession.Opened.Child) -> SpecNode? {
    guard let index = rest[next...].firstIndex(where: { $0?.is(child) ?? false }) else {
      return nil
    }
    defer { rest[index] = nil }
    if index == next { next += 1 }
    return rest[index]
  }
}

extension SpecNode {
  fileprivate func `is`(_ child: SpecSession.Opened.Child) -> Bool {
    switch self {
    case .test(let known, _): child.isTest && known.name == child.name
    case .block(let known): !child.isTest && known.name == child.name
    }
  }
}
