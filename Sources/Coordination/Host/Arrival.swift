import Navigation
import PlainValues

/// Something that has reached the host and waits for its turn.
enum Arrival {
  case start(slot: String, input: PackedValue)
  /// In place of a start.
  case restore(Value, MissingCoordinators)
  /// What the user or the application asks for.
  case screenEvent(String, PackedValue, ScreenID?)
  case back(ScreenID?)
  case dismiss
  case selectTab(String)
  case appEvent(String, PackedValue)
  /// Too much happened at once; what it says is the error.
  case storm(String)
  /// A timer is due.
  case timer(TimerID)
  /// What the user has done already.
  case wentBack(ScreenID)
  case pulledDown(RouterID)
}
