import PlainValues

/// Where a host that does a trace again gets what arrives from, instead of from outside.
///
/// What follows from scripts, such as an event that services.lua sends, happens by itself and is
/// not taken from the trace.
package struct ReplayedArrivals {
  /// One commit of the trace.
  package struct Step {
    /// On the host's clock.
    package let time: Double
    /// What began it, as the trace has it; nil where that follows from scripts.
    package let arrival: Value?

    package init(time: Double, arrival: Value?) {
      self.time = time
      self.arrival = arrival
    }
  }

  /// The commit of that number; nil at the end of the trace, or where what it says cannot be.
  package var step: (_ commit: Int) -> Step?
  /// Where the turn of that number was stopped.
  package var stops: (_ turn: Int) -> [TurnStop]
  private let clock: VirtualClock

  package init(
    clock: VirtualClock, step: @escaping (Int) -> Step?, stops: @escaping (Int) -> [TurnStop]
  ) {
    self.clock = clock
    self.step = step
    self.stops = stops
  }

  /// What arrives from outside as the commit of that number; nil where it is for the host to go on.
  func next(_ commit: Int, in world: World) -> Waiting? {
    guard let step = step(commit) else { return nil }
    clock.now = step.time
    guard var arrival = step.arrival.flatMap(Arrival.init) else { return nil }
    // When it is due is for the scripts of today to say.
    if case .timer(let id, _) = arrival, let timer = world.timers[id] {
      arrival = .timer(id, due: timer.due)
    }
    return Waiting(arrival: arrival, cause: .outside)
  }
}

extension Host {
  /// Does a trace again; returns when it has come to its end, or nothing happens any more.
  package func replay(_ arrivals: ReplayedArrivals) {
    replayed = arrivals
    drain()
    replayed = nil
  }

  /// The clock that a trace can be done again on.
  package var replayClock: VirtualClock? { options.clock as? VirtualClock }

  /// Whether an arrival of a trace is one.
  package static func isArrival(_ value: Value) -> Bool { Arrival(value: value) != nil }
}
