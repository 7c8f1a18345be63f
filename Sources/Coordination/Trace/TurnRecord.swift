import Navigation
import PlainValues

/// All there is to say of one turn. Trace files, tests, failure messages and previews read it, and
/// have no other way to know.
///
/// It does not change once its commit has settled. A class, because it is handed on more often than
/// it is read.
public final class TurnRecord {
  public enum Result: Hashable, Sendable {
    case committed
    /// Undone whole.
    case failed
    /// Undone whole, because a screen that was to go may not be left.
    case blocked
  }

  /// The number of the turn, from 1, and of its commit: turns of one commit reach the platform
  /// together.
  public let turn: Int
  public let commit: Int
  /// Seconds on the host's clock.
  public internal(set) var time: Double
  /// What began it.
  public let event: EventRecord
  public internal(set) var result = Result.committed
  /// What the platform's router was asked, on the last turn of a commit.
  public internal(set) var calls: [RouterCall] = []
  /// What is on show after it. Costs nothing to keep: versions share what they have in common.
  public internal(set) var navigation: Navigation
  /// What has happened in it.
  var happenings = TurnHappenings()
  /// Where the last of the handlers is that were undone with the turn, for what is said of the commit.
  var undonePlace: SourcePlace?
  public internal(set) var error: FlowError?
  /// The screen that may not be left, where that undid the turn.
  public internal(set) var blocked: String?
  /// Where time or memory has stopped something in it.
  public internal(set) var stops: [TurnStop] = []
  /// The bytes of data and log that the turn made, about.
  var weight = 0
  /// What began its commit, on the first turn of that.
  var arrival: Waiting?
  /// Whether it took over other definitions, or could not.
  public var isReload: Bool { if case .reload = arrival?.arrival { true } else { false } }

  init(
    turn: Int, commit: Int, time: Double, event: EventRecord, navigation: Navigation,
    arrival: Waiting? = nil
  ) {
    self.turn = turn
    self.commit = commit
    self.time = time
    self.event = event
    self.navigation = navigation
    self.arrival = arrival
  }

  /// Notes how the turn has ended.
  func end(_ ending: Turn.Ending) {
    switch ending {
    case .committed: break
    case .failed(let error):
      self.error = error
      result = .failed
    case .blocked(let refusal):
      blocked = refusal.leaving.name
      result = .blocked
    }
  }
}

extension TurnRecord {
  /// Who handled something, in order.
  public var handlers: [HandlerRecord] { happenings.handlers }
  public var started: [StartRecord] { happenings.started }
  public var ended: [EndRecord] { happenings.ended }
  /// What the root emitted: nobody above it is there to hear it.
  public var emitted: [EmittedRecord] { happenings.emitted }
  public var diagnostics: [Diagnostic] { happenings.diagnostics }
  /// What scripts printed or logged.
  public var log: [String] { happenings.log }
  /// What services were asked, and answered.
  public var services: [ServiceRecord] { happenings.services }
  /// Who has come to see a variant for the first time.
  public var exposures: [Exposure] { happenings.exposures }
}

/// What happens in a turn, in lists that only grow while it runs, so that a savepoint is their
/// lengths.
struct TurnHappenings {
  var handlers: [HandlerRecord] = []
  var started: [StartRecord] = []
  var ended: [EndRecord] = []
  var emitted: [EmittedRecord] = []
  var diagnostics: [Diagnostic] = []
  var log: [String] = []
  var services: [ServiceRecord] = []
  var exposures: [Exposure] = []

  struct Mark {
    let handlers, started, ended, emitted, diagnostics, log, services, exposures: Int
  }

  var mark: Mark {
    Mark(
      handlers: handlers.count, started: started.count, ended: ended.count, emitted: emitted.count,
      diagnostics: diagnostics.count, log: log.count, services: services.count,
      exposures: exposures.count)
  }

  mutating func rollback(to mark: Mark) {
    handlers.truncate(to: mark.handlers)
    started.truncate(to: mark.started)
    ended.truncate(to: mark.ended)
    emitted.truncate(to: mark.emitted)
    diagnostics.truncate(to: mark.diagnostics)
    log.truncate(to: mark.log)
    services.truncate(to: mark.services)
    exposures.truncate(to: mark.exposures)
  }
}

/// What began a turn.
public struct EventRecord: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// An event like others, which a failing turn undoes.
    case request
    /// Something the user has already done; its turn cannot fail.
    case fact
    /// Part of a commit that something else began.
    case followUp = "follow_up"
  }

  public var kind: Kind
  public var name: String
  /// The screen's name, the child's name, or a reserved source; nil where the user or the host
  /// acts on no screen.
  public var source: String?
  public var payload: PackedValue
}

/// A coordinator that handled an event, and where its script says so.
public struct HandlerRecord: Hashable, Sendable {
  public let coordinator: CoordinatorID
  public let name: String
  public let place: SourcePlace?
  /// Which of its transitions was taken; nil for a `start`, and of what has no table of them.
  public let transition: TakenTransition?
}

/// A transition that was taken, by where it stands in the table of transitions.
public struct TakenTransition: Hashable, Sendable {
  /// The script whose table it is.
  public let script: String
  /// The source that it is named under, also ``EventNames/anySource``; `links` of a link.
  public let source: String
  /// The event, or the pattern of a link.
  public let event: String
  /// Which rule, from 1, of those that stand there.
  public let rule: Int

  /// The source of what is named under `links`.
  public static let linkSource = "links"

  public init(script: String, source: String, event: String, rule: Int) {
    self.script = script
    self.source = source
    self.event = event
    self.rule = rule
  }
}

public struct StartRecord: Hashable, Sendable {
  public let id: CoordinatorID
  public let name: String
  public let binding: Binding
  public let parent: CoordinatorID?
}

public struct EndRecord: Hashable, Sendable {
  public let id: CoordinatorID
  public let name: String
  public let outcome: Outcome
}

public struct EmittedRecord: Hashable, Sendable {
  public let name: String
  public let payload: PackedValue
}

/// Something a flow's author should know of, though nothing failed.
public struct Diagnostic: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// What the user did could not do anything, such as going back at the root.
    case note
    /// Nobody handles the event.
    case unhandled
    /// The event came from a screen that is covered or gone, or from a coordinator that ended.
    case dropped
    /// The event was dropped because a handler is still at work on the one before it.
    case busy
    /// Anything else that is likely a mistake.
    case warning
    /// A `finish` hook failed; its coordinator ended all the same.
    case failure
  }

  public let kind: Kind
  public let text: String
  /// The event that went up past the root because nobody handles it, or that was dropped because
  /// the screen that sent it is covered or gone, where it is about that.
  public let event: EmittedRecord?

  init(kind: Kind, text: String, event: EmittedRecord? = nil) {
    self.kind = kind
    self.text = text
    self.event = event
  }
}
