import SystemCalls

/// What time it is for a host. It is read once a turn.
public protocol HostClock: AnyObject {
  /// Seconds since some moment; for scripts that is the beginning of 1970.
  var now: Double { get }
}

/// The time of the machine.
public final class SystemClock: HostClock {
  public init() {}

  public var now: Double { MachineTime.now }
}

/// A clock that stands still until it is moved (``Host/advance(by:)``): for tests, replay, and
/// programs that drive a host.
public final class VirtualClock: HostClock {
  public internal(set) var now: Double

  public init(now: Double = 0) { self.now = now }
}
