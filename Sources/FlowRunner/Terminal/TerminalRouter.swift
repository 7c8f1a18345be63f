import Coordination
import Navigation

/// A router that draws: it keeps what is to be on show, and says when it has changed.
public final class TerminalRouter: Router {
  private(set) var hasChanged = false

  public init() {}

  public func perform(_ calls: [RouterCall], from before: Navigation, to after: Navigation) {
    hasChanged = true
  }

  func drawn() { hasChanged = false }
}
