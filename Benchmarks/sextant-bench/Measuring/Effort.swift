/// How much is measured.
struct Effort: Sendable {
  /// How often each subject has its turn.
  let rounds: Int
  /// How long each turn takes at least, in nanoseconds of processor time.
  let turn: Double
  /// Rounds of what is a whole process.
  let processes: Int
  /// Random events of the row that counts memory.
  let events: Int

  let name: String

  static let full = Effort(rounds: 41, turn: 20e6, processes: 11, events: 1_000_000, name: "full")
  static let quick = Effort(rounds: 15, turn: 5e6, processes: 3, events: 100_000, name: "quick")

  /// The same, with turns so many times as long, and fewer of them: for what does something large
  /// now and then, such as collecting.
  func stretched(_ factor: Double, rounds: Int) -> Effort {
    Effort(
      rounds: min(rounds, self.rounds), turn: turn * factor, processes: processes, events: events,
      name: name)
  }
}

extension Effort {
  /// Lets the subjects work in turn, round after round, so that what changes on the machine
  /// changes for all of them; every other round backwards.
  ///
  /// - Returns: of each subject, nanoseconds of processor time for a unit of its work, by rounds.
  func measure(_ subjects: [Subject]) throws -> [[Double]] {
    let counts = try subjects.map(count)
    var samples = subjects.map { _ in [Double]() }
    for round in 0..<rounds {
      let order = round.isMultiple(of: 2) ? Array(subjects.indices) : subjects.indices.reversed()
      for index in order {
        samples[index].append(try time(subjects[index], counts[index]) / Double(counts[index]))
      }
    }
    return samples
  }

  /// How many units fill a turn. Finding out is its warming up, too.
  private func count(_ subject: Subject) throws -> Int {
    var count = 16
    while true {
      let time = try time(subject, count)
      if time >= turn / 2 { return max(1, Int(Double(count) * turn / time)) }
      guard count < 1 << 40 else {
        throw WorkNotDone("\(subject.name) takes no time however often: it does nothing")
      }
      count *= time > turn / 64 ? 2 : 8
    }
  }

  private func time(_ subject: Subject, _ count: Int) throws -> Double {
    let start = Clock.processor
    try subject.run(count)
    return Clock.processor - start
  }
}
