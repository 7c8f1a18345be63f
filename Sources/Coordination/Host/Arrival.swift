import Navigation
import PlainValues

/// Something that has reached the host and waits for its turn.
enum Arrival {
  case start(slot: String, input: PackedValue)
  /// What the user or the application asks for.
  case screenEvent(String, PackedValue, ScreenID?)
  case back(ScreenID?)
  case dismiss
  case selectTab(String)
  case appEvent(String, PackedValue)
  /// What the user has done already.
  case wentBack(ScreenID)
  case pulledDown(RouterID)
}

/// What has arrived and not been taken up, first in first out.
struct EventQueue {
  private var items: [Arrival] = []
  private var taken = 0

  var count: Int { items.count - taken }

  mutating func append(_ arrival: Arrival) { items.append(arrival) }

  mutating func popFirst() -> Arrival? {
    guard taken < items.count else {
      items.removeAll(keepingCapacity: true)
      taken = 0
      return nil
    }
    defer { taken += 1 }
    return items[taken]
  }
}
