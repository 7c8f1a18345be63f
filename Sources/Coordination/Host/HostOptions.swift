import PlainValues

/// The device that the flow runs on.
public struct Device: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable { case phone, tablet }
  public enum Orientation: String, Hashable, Sendable, CaseIterable { case portrait, landscape }

  public var kind: Kind
  public var orientation: Orientation

  public init(_ kind: Kind, orientation: Orientation = .portrait) {
    self.kind = kind
    self.orientation = orientation
  }

  public static let phone = Device(.phone)
  public static let tablet = Device(.tablet, orientation: .landscape)
}

/// The bounds of what flows can drive. Reaching one is an error of the turn, which is undone.
public struct HostLimits: Hashable, Sendable {
  /// Events within one turn: what is emitted, sent and told.
  public var deliveries = 1_000
  /// Turns within one commit.
  public var turnsPerCommit = 1_000
  /// Starts within starts.
  public var nestedStarts = 32
  /// Coordinators from the root to the lowest.
  public var treeDepth = 64
  /// Screens on show or beneath others.
  public var screens = 100_000
  /// Events that follow from one that arrived: what services and the router send while it and
  /// those after it are handled; and timers that fire in a row.
  public var consequentEvents = 10_000
  /// Bytes that a turn may write into its log.
  public var logBytes = 1 << 20
  /// Diagnostics of one turn.
  public var diagnostics = 1_000
  /// Bytes of params, payloads, inputs, results, stored values and names that a turn may make.
  public var dataBytes = 64 << 20
  /// Bytes of one name: of a screen, a coordinator, an event, a tab, an attribute or a reason.
  public var nameBytes = 16 << 10
  /// Bytes of params, inputs, payloads of timers, attributes and stored values that are kept from turn
  /// to turn.
  public var keptBytes = 256 << 20
  /// Bytes of data and log of the turn records that the host keeps.
  public var recordBytes = 64 << 20
  /// Coordinators that live.
  public var coordinators = 200_000
  /// Tabs of one router.
  public var tabs = 100
  /// Bytes of one error or diagnostic in a record; of what is longer its beginning is kept.
  public var messageBytes = 16 << 10
  /// Links that open each other in a row.
  public var linkHops = 32
  /// Timers that are set.
  public var timers = 10_000
  /// Events that wait while another is handled.
  public var waitingEvents = 10_000
  /// Turn records that the host keeps.
  public var keptRecords = 1_000

  public init() {}

  public static let `default` = HostLimits()
}

/// What a host is made with, beside coordinators and a router.
public struct HostOptions {
  public var device = Device.phone
  /// Who the user is.
  public var attributes: [String: Value] = [:]
  /// The variants that are chosen by hand, by slot: whoever the user is.
  public var variants: [String: String] = [:]
  public var store: any Store = MemoryStore()
  public var services = ServiceTable()
  public var limits = HostLimits.default
  /// Called, on any thread, when a service has answered: the application has its host take that
  /// (``Host/takeAnswers()``) where it keeps it.
  public var onAnswer: @Sendable () -> Void = {}
  /// Called when somebody has come to see a variant of an experiment, after the commit in which
  /// that was.
  public var onExposure: (Exposure) -> Void = { _ in }
  public var clock: any HostClock = SystemClock()
  /// Events that a screen may send while it is covered, by its name.
  public var backgroundEvents: [String: Set<String>] = [:]

  public init() {}
}
