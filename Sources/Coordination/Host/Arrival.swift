import Navigation
import PlainValues

/// Whether something has arrived from outside, or follows from what scripts do: replaying does the
/// first again, and the second happens again.
enum ArrivalCause: String, Sendable { case outside, inside }

/// Something that has arrived, until its turn comes. A class, because it is handed on more often than
/// it is read.
final class Waiting {
  let arrival: Arrival
  let cause: ArrivalCause

  init(arrival: Arrival, cause: ArrivalCause) {
    self.arrival = arrival
    self.cause = cause
  }
}

/// A service that was asked and has not answered.
struct OpenCall {
  let call: ServiceCall
  /// Service and function: `accounts.sign_in`.
  let name: String
  weak var coordinator: LiveCoordinator?
}

/// Something that has reached the host and waits for its turn.
enum Arrival {
  case start(slot: String, input: PackedValue)
  /// In place of a start.
  case restore(Value, MissingCoordinators)
  /// What the user or the application asks for.
  case screenEvent(String, PackedValue, ScreenID?)
  case back(ScreenID?)
  /// The topmost modal, or that one.
  case dismiss(RouterID?)
  case selectTab(String)
  case appEvent(String, PackedValue)
  /// A link, with those that led to it.
  case link(String, chain: [String])
  /// A service has answered.
  case answer(ServiceCallID, ServiceAnswer)
  /// Too much happened at once; what it says is the error.
  case storm(String)
  /// A timer is due, since then.
  case timer(TimerID, due: Double)
  /// What a timer or a fact has led to, to be told once more: what was done about it was refused.
  case delivery(Delivery)
  /// Another variant in a slot.
  case swap(slot: String, variant: String, LiveCoordinators)
  /// New definitions.
  case reload(any DefinitionReload)
  /// What the user has done already.
  case wentBack(ScreenID)
  case pulledDown(RouterID)
}
