import Coordination
import Navigation

/// A platform's router that keeps a stack of names, as one over a navigation controller does, and
/// counts what it is asked.
final class CountingRouter: Router {
  private(set) var stack: [String] = []
  private(set) var calls = 0

  func perform(_ calls: [RouterCall], from before: Navigation, to after: Navigation) {
    self.calls += calls.count
    for call in calls {
      switch call.action {
      case .push(let screen): stack.append(screen.name)
      case .setRoot(let screen): stack = [screen.name]
      case .pop: stack.removeLast()
      default: break
      }
    }
  }
}
