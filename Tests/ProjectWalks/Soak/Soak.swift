import PlainValues

/// Random events over all flow projects, with saves, swaps, snapshots, late answers and new hosts
/// among them, and a look at all that must hold. A seed gives the same soak each time.
package struct Soak {
  package let events: Int
  package let seed: UInt64

  package init(events: Int, seed: UInt64) {
    self.events = events
    self.seed = seed
  }

  /// Where a soak has come to.
  package struct Progress: Sendable {
    package var events: Int
    package var duration: Duration
    /// Bytes of memory that the system keeps for the process; nil where that is not known.
    package var resident: Int?
    /// The bytes that Lua holds after a collection, by project.
    package var lua: [String: Int]
    package var liveCoordinators: Int
    package var tally: SoakTally
  }

  /// What should not have been.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Events of one project before it is another's turn.
  private static let turnLength = 500
  /// Events between one look for what is held and the next. Of a short one there are some too.
  private var memoryInterval: Int { min(5_000, max(100, events / 8)) }

  /// - Parameter report: told after each tenth of it.
  /// - Throws: `Failure` at the first thing that is wrong, with its seed and its event.
  package func run(report: (Progress) -> Void = { _ in }) throws {
    var random = SeededGenerator(seed: seed)
    let soaked = try Projects.all.map(SoakedProject.init)
    var tally = SoakTally()
    var sessions: [SoakSession] = []
    for project in soaked { sessions.append(try SoakSession(project, SoakTally(), using: &random)) }
    let clock = ContinuousClock()
    let began = clock.now
    var watch = MemoryWatch()
    var current = 0
    var recent: [SoakStep] = []
    for event in 1...max(1, events) {
      if event % Self.turnLength == 0 { current = (current + 1) % sessions.count }
      let session = sessions[current]
      let step = SoakStep.random(using: &random)
      recent.append(step)
      if recent.count > 60 { recent.removeFirst(30) }
      do {
        try session.take(step, using: &random)
        if event % 61 == 0 { try session.check() }
        if event % memoryInterval < sessions.count {
          let index = event % memoryInterval
          watch.note(try sessions[index].checkMemory(), of: soaked[index].name, event, of: events)
        }
        if let growth = watch.growth { throw SoakSession.Fault(text: growth) }
      } catch {
        let text = (error as? SoakSession.Fault)?.text ?? "\(error)"
        throw Failure(
          description: """
            seed \(seed), event \(event), in \(soaked[current].name): \(text)
            before it: \(recent.suffix(12).map { "\($0)" }.joined(separator: ", "))
            """)
      }
      guard event % max(1, events / 10) == 0 else { continue }
      tally = sessions.reduce(SoakTally()) { $0.adding($1.tally) }
      let resident = ProcessMemory.resident
      watch.note(resident: resident)
      report(
        Progress(
          events: event, duration: clock.now - began, resident: resident, lua: watch.lua,
          liveCoordinators: sessions.reduce(0) { $0 + $1.host.liveCount }, tally: tally))
      if let growth = watch.growth { throw Failure(description: "seed \(seed): \(growth)") }
    }
  }
}
