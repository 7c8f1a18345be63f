import SystemCalls

/// A worker: does what it is told over a connection, one file of tests after the other, and says
/// what happens before and after each test.
public struct SpecWorker {
  /// Loads a file of tests.
  public typealias Load = (SpecRequest) throws -> any LoadedSpec

  private let orders: Channel
  private let outbox: Outbox
  private let load: Load

  /// - Parameters:
  ///   - orders: where it is told what to do.
  ///   - messages: where it says what happens.
  ///   - backlog: where what it says is until it is sent.
  init(orders: Int32, messages: Int32, backlog: Backlog?, load: @escaping Load) {
    self.orders = Channel(descriptor: orders)
    outbox = Outbox(Channel(descriptor: messages), backlog: backlog)
    self.load = load
  }

  /// Works until the other end goes.
  func run() {
    var buffer = FrameBuffer()
    var spec: (any LoadedSpec)?
    while let bytes = nextOrders() {
      buffer.append(bytes)
      while let frame = buffer.next() {
        guard let order = try? WorkerOrder(frame) else { return }
        switch order {
        case .load(let request):
          // Before the next one: each has a state of its own, and its memory.
          spec = nil
          spec = take(request)
          if let spec, request.run == .all, !spec.entries.isEmpty {
            run(Array(spec.entries.indices), of: spec)
          }
        case .run(let indices):
          if let spec { run(indices, of: spec) }
        }
      }
    }
  }

  /// Waits for orders, once all has been sent that the runner may be waiting for.
  private func nextOrders() -> [UInt8]? {
    outbox.flush()
    return orders.receive()
  }

  private func take(_ request: SpecRequest) -> (any LoadedSpec)? {
    do {
      let spec = try load(request)
      sayReach(of: spec, nil)
      say(.loaded(spec.entries))
      return spec
    } catch let error as SpecLoadError {
      if !error.output.isEmpty { say(.printed(error.output)) }
      say(.unloadable(error.failure))
    } catch {
      say(.unloadable(TestFailure(message: "\(error)", file: request.path)))
    }
    return nil
  }

  private func run(_ indices: [Int], of spec: any LoadedSpec) {
    var places = TestPlaces(indices, spec.entries)
    let recorded = spec as? any RecordedSpec
    // Each as it happens: a test that has ended is not to blame for how the process ends after it.
    spec.run(Set(indices)) { event in
      switch event {
      case .began(let id):
        sayCoverage(of: recorded, .outsideTests, nil)
        if let index = places.began(id) { say(.began(index)) }
      case .ended(let result):
        if let index = places.ended(result.id) {
          // First: with the end of the last test the run may be over.
          sayCoverage(of: recorded, .inTest, index)
          let uses = recorded?.book.takeUses() ?? []
          if !uses.isEmpty { say(.shown(uses)) }
          sayReach(of: spec, index)
          say(.ended(index, TestEnding(result)))
        }
      case .problem(let failure, let names):
        say(.problem(failure, names: names))
      case .found(let entry):
        places.found(entry)
        say(.found(entry))
      case .opened(let id):
        if let index = places.opened(id) { say(.opened(index)) }
      case .printed(let lines): say(.printed(lines))
      case .hook(let hook):
        // What a `setup` has reached, all tests after it may depend on.
        if hook == nil { sayReach(of: spec, nil) }
        say(.hook(hook))
      }
    }
    sayCoverage(of: recorded, .outsideTests, nil)
    // What tests have written by themselves is not to wait for the process's end.
    fflush(nil)
    say(.done)
  }

  private func sayCoverage(
    of spec: (any RecordedSpec)?, _ occasion: CoverageRecorder.Occasion, _ test: Int?
  ) {
    guard let recorder = spec?.recorder else { return }
    let take = recorder.take(occasion)
    if !take.isEmpty { say(.covered(take, test: test)) }
  }

  private func sayReach(of spec: any LoadedSpec, _ test: Int?) {
    guard let reach = (spec as? any RecordedSpec)?.takeReach() else { return }
    say(.reached(reach, test: test))
  }

  private func say(_ message: WorkerMessage) {
    outbox.say(message)
  }
}

/// Which of the tests that run is meant by an identity; several may share one.
struct TestPlaces {
  private var indices: [Int]
  private var entries: [TestEntry]
  private var reached = -1
  private var isOpen = false

  init(_ indices: [Int], _ entries: [TestEntry]) {
    self.indices = indices.filter(entries.indices.contains).sorted()
    self.entries = entries
  }

  /// A test that was not known before is next; its index is one more than the last.
  mutating func found(_ entry: TestEntry) {
    indices.insert(entries.count, at: reached + 1)
    entries.append(entry)
  }

  /// The index of a block that was taken for a test, and is none.
  mutating func opened(_ id: TestID) -> Int? {
    let next = indices[(reached + 1)...]
    return next.firstIndex { entries[$0].id == id }.map { indices.remove(at: $0) }
  }

  /// The index of the test that begins: nearly always the one after the last that began.
  mutating func began(_ id: TestID) -> Int? {
    guard let place = indices[(reached + 1)...].firstIndex(where: { entries[$0].id == id }) else {
      return nil
    }
    reached = place
    isOpen = true
    return indices[place]
  }

  /// The index of the test that ended; one that is skipped may end without having begun.
  mutating func ended(_ id: TestID) -> Int? {
    if isOpen, entries[indices[reached]].id == id {
      isOpen = false
      return indices[reached]
    }
    defer { isOpen = false }
    return began(id)
  }
}
