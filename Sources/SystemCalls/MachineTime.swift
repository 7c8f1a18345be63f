/// What the machine's clocks say, in seconds.
package enum MachineTime {
  /// Since the beginning of 1970. It may be set.
  package static var now: Double { read(CLOCK_REALTIME) }

  /// Since some moment. It only goes forward, and stands still while the machine sleeps.
  package static var steady: Double {
    #if canImport(Darwin)
      read(CLOCK_UPTIME_RAW)
    #else
      read(CLOCK_MONOTONIC)
    #endif
  }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }
}
