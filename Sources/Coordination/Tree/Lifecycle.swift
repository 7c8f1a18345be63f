import PlainValues

/// How a coordinator ended.
public enum Outcome: Hashable, Sendable {
  /// It finished, with this result.
  case finished(PackedValue)
  /// It, or somebody else, ended it without a result.
  case cancelled(reason: String)

  /// The reason for which it was cancelled; nil where it finished.
  public var reason: String? {
    if case .cancelled(let reason) = self { reason } else { nil }
  }
}

/// Why a coordinator is cancelled by its host.
public enum CancelReason {
  public static let cancelled = "cancelled"
  public static let parentEnded = "parent_ended"
}

/// `starting → active → finishing → ended`: each coordinator goes this way once.
public struct Lifecycle: Hashable, Sendable {
  public enum Phase: String, Hashable, Sendable { case starting, active, finishing, ended }

  public private(set) var phase = Phase.starting
  public private(set) var outcome: Outcome?

  /// Whether it may act and be told: it has not begun to end.
  public var isLive: Bool { phase == .starting || phase == .active }

  mutating func activate() {
    if phase == .starting { phase = .active }
  }

  /// Begins the end; false where it has begun before, and nothing is to be done.
  mutating func beginEnd(_ outcome: Outcome) -> Bool {
    guard isLive else { return false }
    self.outcome = outcome
    phase = .finishing
    return true
  }

  mutating func end() { phase = .ended }
}
