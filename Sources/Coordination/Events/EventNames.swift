/// The events that the host itself sends. They are refused as names of a script's or an
/// application's own events.
public enum EventNames {
  public static let finished = "finished"
  public static let cancelled = "cancelled"
  /// Either of the two above, where that one is not named.
  public static let ended = "ended"
  public static let back = "back"
  public static let dismiss = "dismiss"
  public static let removed = "removed"
  public static let leaveBlocked = "leave_blocked"
  public static let interrupted = "interrupted"
  public static let failed = "failed"

  /// The source under which transitions take events of whatever screen or child.
  public static let anySource = "any"

  /// From a screen or a child.
  public static let reserved: Set<String> = [
    finished, cancelled, ended, back, dismiss, removed, leaveBlocked,
  ]
  /// From the source `app`.
  public static let reservedForApp: Set<String> = reserved.union([interrupted, failed])

  /// What a transition's source cannot be, if it is to be a screen or a child.
  public static let reservedSources: Set<String> = [
    anySource, "parent", "timer", "tabs", "app",
  ]
}

/// Why a screen or a coordinator went, as scripts are told.
public enum RemovalReason: String, Hashable, Sendable {
  /// The user went back.
  case back
  /// A modal was pulled down or dismissed.
  case dismissed
  /// A link led elsewhere.
  case link
  /// Somebody else took it away.
  case removed
}
