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
  func bound(_ turn: () -> Void)
  /// Where the log stands.
  func mark() -> Int
  /// Undoes what was done since that mark.
  func rollback(to mark: Int)
  /// Forgets what could have been undone.
  func commit()
}

/// A point that a turn can be taken back to.
struct Savepoint {
  let navigation: Navigation
  let deeds: Int
  let participants: [Int]
  let effects: TurnEffects.Mark
}
