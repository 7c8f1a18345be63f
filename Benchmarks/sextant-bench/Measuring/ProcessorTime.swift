import Foundation

/// Clocks, in nanoseconds.
enum Clock {
  /// The processor time of all threads of this process. What other processes do meanwhile, and
  /// waiting for them, is no part of it.
  static var processor: Double { read(CLOCK_PROCESS_CPUTIME_ID) }
  /// The time that passes.
  static var wall: Double { read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
