import Navigation
import PlainValues

/// A screen that is about to be taken away, for who may refuse that.
public struct Leaving: Hashable, Sendable {
  public let screen: ScreenID
  public let name: String
  /// The screen's params.
  public let params: PackedValue
  /// What is taking it away.
  public let how: RemovalReason
}

/// A refusal to leave a screen.
struct Refusal {
  let owner: LiveCoordinator
  let leaving: Leaving
}

/// A request that somebody has refused: kept, so that it can be proceeded with.
struct RefusedRequest {
  let arrival: Arrival
  /// The screen that could not be left. With it the request is forgotten.
  let screen: ScreenID
  /// Those that are not asked again: they have agreed, or it was them that refused.
  let agreed: Set<ScreenID>
}
