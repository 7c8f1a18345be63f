import SystemCalls

/// Carries out a ``Schedule``: starts workers, gives them what they have to do, and ends those that
/// say nothing for too long.
final class WorkerPool {
  /// How a schedule ended.
  enum End {
    case finished, interrupted
  }

  private struct Slot {
    var process: WorkerProcess
    /// When it last said something, or was told something.
    var heard: Double
    /// The processor time that it had used by then.
    var used: Double
    /// How long it has said nothing, and the processor time it has used since.
    var silence: (wall: Double, processor: Double?) {
      (WorkerPool.now - heard, process.processorSeconds.map { $0 - used })
    }

    init(_ process: WorkerProcess) {
      self.process = process
      heard = WorkerPool.now
      used = process.processorSeconds ?? 0
    }
  }

  private let program: WorkerProgram
  private let limit: TimeLimit
  private let interruption: (any Interrupting)?
  private let lifeline: PipeEnds
  private var slots: [Int: Slot] = [:]

  /// - Parameters:
  ///   - program: what a worker is.
  ///   - timeout: the seconds after which one that says nothing is ended.
  ///   - interruption: what may break it off.
  init(
    _ program: WorkerProgram, timeout: Double, interruption: (any Interrupting)?
  ) throws(WorkerError) {
    self.program = program
    limit = TimeLimit(seconds: timeout)
    self.interruption = interruption
    lifeline = try PipeEnds()
  }

  deinit {
    slots = [:]
    close(lifeline.reading)
    close(lifeline.writing)
  }

  /// Works until all has run, or the user has had enough.
  ///
  /// - Parameter tell: called as soon as there is something to tell.
  func run(
    _ schedule: inout Schedule, tell: (inout Schedule) throws -> Void
  ) throws -> End {
    for worker in 0..<schedule.width { try perform(schedule.idle(worker), worker) }
    defer { slots = [:] }
    while !schedule.isFinished {
      if try wait(&schedule) { return .interrupted }
      try tell(&schedule)
    }
    return .finished
  }

  private func perform(_ action: Schedule.Action, _ worker: Int) throws {
    switch action {
    case .none: break
    case .dismiss: slots[worker] = nil
    case .order(let order):
      if slots[worker] == nil { try start(worker) }
      note(worker)
      slots[worker]?.process.send(order)
    case .orderFresh(let order):
      try start(worker)
      slots[worker]?.process.send(order)
    }
  }

  private func start(_ worker: Int) throws {
    slots[worker] = nil
    slots[worker] = Slot(try WorkerProcess(program, lifeline: lifeline.reading))
  }

  /// It has said something, or been told something.
  private func note(_ worker: Int) {
    slots[worker] = slots[worker].map { Slot($0.process) }
  }

  /// Waits for something to happen, and takes it in.
  ///
  /// - Returns: whether the user wants the run to end.
  private func wait(_ schedule: inout Schedule) throws -> Bool {
    let workers = slots.keys.sorted()
    var wanted = workers.map {
      pollfd(
        fd: slots[$0]?.process.messages.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    }
    wanted += (interruption?.descriptors ?? []).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let due = slots.values.map { limit.processor - (Self.now - $0.heard) }.min() ?? 0
    // One that is late already may still have processor time left: it is looked at now and then.
    // What a worker has said and not sent is looked for ten times a second.
    let asking = (interruption?.timeout ?? .infinity) * 1000
    let milliseconds = Int32(min(max(due * 1000 + 1, 50), 100, max(asking.rounded(.up), 0)))
    let count = poll(&wanted, nfds_t(wanted.count), milliseconds)
    if let interruption,
      asking <= 0 || wanted[workers.count...].contains(where: { $0.revents != 0 }),
      interruption.breaksOff()
    {
      return true
    }
    for (worker, entry) in zip(workers, wanted) {
      if count > 0, entry.revents != 0 {
        try hear(worker, &schedule)
      } else {
        try watch(worker, &schedule)
      }
    }
    return false
  }

  private func hear(_ worker: Int, _ schedule: inout Schedule) throws {
    guard let process = slots[worker]?.process else { return }
    guard process.receive() else {
      return try bury(worker, process.howItEnded(), &schedule)
    }
    try take(from: process, worker, &schedule)
  }

  private func take(
    from process: WorkerProcess, _ worker: Int, _ schedule: inout Schedule
  ) throws {
    note(worker)
    while slots[worker]?.process === process, let message = process.nextMessage() {
      try perform(schedule.said(message, by: worker), worker)
    }
  }

  /// One that has said nothing: it may take too long, or be gone without its connection's end.
  private func watch(_ worker: Int, _ schedule: inout Schedule) throws {
    guard let slot = slots[worker] else { return }
    if slot.process.catchUp() { return try take(from: slot.process, worker, &schedule) }
    let silence = slot.silence
    if silence.wall >= limit.wall || silence.processor ?? silence.wall >= limit.processor {
      slot.process.end()
      try bury(worker, .silent(limit.seconds), &schedule)
    } else if silence.wall > 0.4, slot.process.hasEnded {
      try bury(worker, slot.process.howItEnded(), &schedule)
    }
  }

  private func bury(_ worker: Int, _ death: Death, _ schedule: inout Schedule) throws {
    // What it has said last was not sent, or is in the connection still.
    if let process = slots[worker]?.process {
      if process.catchUp() { try take(from: process, worker, &schedule) }
      guard slots[worker]?.process === process else { return }
    }
    slots[worker] = nil
    try perform(schedule.died(worker, death), worker)
  }

  private static var now: Double { MachineTime.steady }
}
