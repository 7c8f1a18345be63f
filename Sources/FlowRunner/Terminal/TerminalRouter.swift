import Coordination
import Navigation

/// The router of a terminal: it keeps what is to be on show, for ``TerminalSession`` to draw when
/// all has settled.
public final class TerminalRouter: Router {
  private(set) var navigation: Navigation?

  public init() {}

  public func perform(_ calls: [RouterCall], from before: Navigation, to after: Navigation) {
    navigation = after
  }
}
