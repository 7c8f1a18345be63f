/// Time passing.
extension Host {
  /// The time on the host's clock; within a turn it stands still.
  public var now: Double { turn.isRunning ? turn.now : options.clock.now }

  /// When the next timer is due, on the host's clock; nil where none is set. Whoever keeps a host on
  /// a real clock calls ``runDueTimers()`` then.
  public var nextDeadline: Double? { world.timers.next?.due }

  /// Runs the timers that are due by now, in order.
  public func runDueTimers() { runTimers(dueBy: options.clock.now) { _ in } }

  /// Lets time pass on a virtual clock, and runs what is due on the way, each at its time.
  ///
  /// - Parameter seconds: 0 or more.
  /// - Returns: false where the host's clock is not a ``VirtualClock``; then nothing happens.
  @discardableResult
  public func advance(by seconds: Double) -> Bool {
    guard let clock = options.clock as? VirtualClock, seconds.isFinite, seconds >= 0 else {
      return false
    }
    let end = clock.now + seconds
    runTimers(dueBy: end) { due in clock.now = max(clock.now, due) }
    clock.now = end
    return true
  }

  private func runTimers(dueBy end: Double, _ reach: (Double) -> Void) {
    guard !isDraining else {
      // From within: they wait, as all that arrives does.
      for timer in world.timers.inOrder where timer.due <= end {
        arrive(.timer(timer.id, due: timer.due))
      }
      return
    }
    var fired = 0
    while let timer = world.timers.next, timer.due <= end {
      fired += 1
      guard fired <= options.limits.consequentEvents else {
        let what = timer.event.map { "\"\($0)\"" } ?? "a wait"
        let last = records.last?.handlers.last { $0.coordinator == timer.coordinator.id }
        let place = last?.place.map { " (\($0))" } ?? ""
        return arrive(
          .storm(
            """
            \(fired - 1) timers in a row, and \(what) of \(timer.coordinator.path)\(place) is due still: \
            does it set itself?
            """))
      }
      reach(timer.due)
      arrive(.timer(timer.id, due: timer.due))
    }
  }
}
