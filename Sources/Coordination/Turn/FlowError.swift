/// A place in a script.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
  public var script: String
  public var line: Int?

  public init(script: String, line: Int?) {
    self.script = script
    self.line = line
  }

  public var description: String { line.map { "\(script):\($0)" } ?? script }
}

/// Why a turn failed, or why something that a coordinator asked of its host cannot be done.
public struct FlowError: Error, CustomStringConvertible {
  public enum Kind: String, Sendable {
    /// Something was asked of the host that cannot be done here.
    case misuse
    /// A script, or a coordinator written in Swift, failed.
    case failure
    /// A bound of the host was reached. A script cannot catch it.
    case limit
    /// A screen that was to be taken away may not be left.
    case blocked
  }

  public var kind: Kind
  /// What happened, why, and what to do; without the place.
  public var message: String
  public var place: SourcePlace?
  /// Where it came from, the innermost call first.
  public var traceback: [String]
  /// The path of the coordinator in which it happened.
  public var coordinator: String?
  /// The error that led to it.
  public var cause: (any Error)?

  public init(
    _ kind: Kind, _ message: String, place: SourcePlace? = nil, traceback: [String] = [],
    coordinator: String? = nil, cause: (any Error)? = nil
  ) {
    self.kind = kind
    self.message = message
    self.place = place
    self.traceback = traceback
    self.coordinator = coordinator
    self.cause = cause
  }

  /// The message, behind its place where there is one.
  public var description: String { place.map { "\($0): \(message)" } ?? message }

  /// Any error as one of these.
  static func wrapping(_ error: any Error, in coordinator: LiveCoordinator) -> FlowError {
    var flow = (error as? FlowError) ?? FlowError(.failure, "\(error)", cause: error)
    if flow.coordinator == nil { flow.coordinator = coordinator.path }
    return flow
  }
}
