import Foundation

/// The clock that a host has unless it is given another.
enum HostClock {
  /// Seconds since 1970.
  static func seconds() -> Double { Date().timeIntervalSince1970 }
}
