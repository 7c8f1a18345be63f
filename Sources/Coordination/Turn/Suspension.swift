import Navigation
import PlainValues

/// Which suspended handler. It keeps its id each time it suspends again; no other ever gets it.
public struct HandlerID: Hashable, Comparable, Sendable {
  let rawValue: UInt64

  public static func < (lhs: HandlerID, rhs: HandlerID) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// What a handler waits for.
public enum Wait: Hashable, Sendable {
  /// The end of a child that was started to be waited for.
  case child(CoordinatorID)
  /// An event of a screen of its own that nobody names, or its going.
  case screen(ScreenID)
  /// A while.
  case time(seconds: Double)
  /// The answer of a service.
  case service(ServiceCallID)
}

/// The rest of a handler that waits.
public protocol SuspendedHandler: AnyObject {
  /// Goes on with what it waited for; it may suspend again.
  ///
  /// - Parameter answer: the values that the suspended call returns; nil is nothing.
  func resume(_ answer: [PackedValue?], _ context: CoordinatorContext) throws
  /// It will never go on.
  func drop()
  /// What it waits for, where it knows that better than its host, in words: `service accounts.sign_in`.
  var waitsFor: String? { get }
  /// Where it is defined, where a script has it.
  var place: SourcePlace? { get }
}

extension SuspendedHandler {
  public var waitsFor: String? { nil }
  public var place: SourcePlace? { nil }
}

/// What becomes of an event from a screen while a handler of the same event from it waits.
public enum BusyPolicy: String, Hashable, Sendable, CaseIterable {
  /// It is dropped, with a diagnostic.
  case drop
  /// It is handled once that handler has returned.
  case queue
  /// It is handled all the same.
  case allow
}

/// A handler that waits, with what it was handling.
struct Suspension {
  let id: HandlerID
  let wait: Wait
  let handler: any SuspendedHandler
  let event: Event?
  let origin: RouterID?
  /// Whether it is the coordinator's `start`.
  let isStart: Bool
  /// The timer that wakes it.
  let timer: TimerID?
  /// What becomes of the same event meanwhile.
  let busy: BusyPolicy
  /// Those that wait for it to return.
  var queued: [QueuedEvent] = []
  /// The screens that it has asked, this time and before.
  let asked: Set<ScreenID>
}

/// An event that waits until the handler of the same one before it has returned.
struct QueuedEvent {
  let arrival: Arrival
  let event: String
  let screen: ScreenID
}

/// A suspended handler that is to go on, in a turn of its own.
struct Wake {
  let coordinator: LiveCoordinator
  let handler: HandlerID
  let answer: [PackedValue?]
}

extension Suspension {
  /// What a coordinator is told of a handler of its own that has failed: `event` and `source` of what
  /// it was handling, and `error`, the message.
  func failure(_ ending: Turn.Ending) -> PackedValue {
    var entries: [String: Value] = [:]
    if let event {
      entries["event"] = .string(event.name)
      entries["source"] = .string(event.source.key)
    }
    switch ending {
    case .committed: break
    case .failed(let error): entries["error"] = .string(error.description)
    case .blocked(let refusal):
      entries["error"] = .string("\(refusal.leaving.name) may not be left")
    }
    return (try? PackedValue(.object(entries))) ?? .empty
  }
}

extension Outcome {
  /// What who waits for a child's end is given: its result, or nothing and the reason.
  var answer: [PackedValue?] {
    switch self {
    case .finished(let result): [result]
    case .cancelled(let reason): [nil, PackedValue(name: reason)]
    }
  }
}
