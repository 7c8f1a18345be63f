import Navigation
import PlainValues

/// One thing that a turn did to the world, with what is needed to undo it.
enum Deed {
  case showed(ScreenID)
  case removed(ScreenID, ScreenRecord)
  case gave(ScreenID, from: LiveCoordinator)
  case opened(RouterID)
  case closed(RouterID, RouterRecord)
  case changed(RouterID, from: RouterRecord)
  case started(LiveCoordinator)
  case ended(LiveCoordinator)
  case moved(LiveCoordinator, from: Lifecycle)
  case setContainers(LiveCoordinator, from: Set<RouterID>)
  case setAttribute(String, from: Value?)
  case stored(String, from: Value?)
  case setTimer(TimerID)
  case stoppedTimer(HostTimer)
  case suspended(HandlerID, LiveCoordinator)
  case dropped(Suspension, LiveCoordinator)
  case queued(HandlerID, LiveCoordinator)
  case setRefused(from: RefusedRequest?)
  case setDeferredLink(from: String?)
  case custom(() -> Void)
}

/// Something outside the world that takes part in turns: it keeps an undo log of its own, such as
/// that of the state of scripts, and may bound what a turn can use.
public protocol TurnParticipant: AnyObject {
  /// Runs a turn, all of it, under the participant's bounds.
  ///
  /// - Parameter replaying: where the turn was stopped when it ran before; nil where it runs for
  ///   the first time. Then a bound that depends on the machine counts.
  /// - Returns: where such a bound has stopped something in the turn.
  func bound(replaying: [TurnStop]?, _ turn: () -> Void) -> [TurnStop]
  /// A bound of the host's is reached: what runs in the turn is to go no further, whoever would catch
  /// the error.
  func halt(_ reason: FlowError)
  /// Where the log stands.
  func mark() -> Int
  /// Undoes what was done since that mark.
  func rollback(to mark: Int)
  /// Forgets what could have been undone.
  func commit()
}

/// Where something that depends on the machine, on its time, memory or disk, has stopped something.
public struct TurnStop: Hashable, Sendable {
  /// What has: `seconds`, `memory`, or the `store`.
  public let bound: String
  /// Which of what the turn has run under bounds of its own, counted from 0.
  public let part: Int
  /// How far that had come, in the participant's own units.
  public let at: UInt64
  /// What was said of it, where that depends on the machine too.
  public let detail: String?

  public init(bound: String, part: Int = 0, at: UInt64 = 0, detail: String? = nil) {
    self.bound = bound
    self.part = part
    self.at = at
    self.detail = detail
  }
}

/// A point that a turn can be taken back to.
struct Savepoint {
  let navigation: Navigation
  let deeds: Int
  let participants: [Int]
  let effects: TurnEffects.Mark
  let happenings: TurnHappenings.Mark
}
