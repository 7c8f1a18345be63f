import Navigation
import PlainValues

/// Stands for a coordinator that a snapshot has and that does not come back as it was, until it is
/// taken out of the tree the way that all others end.
final class LeftOutBehavior: Behavior {
  let state: PackedValue

  init(_ state: PackedValue) { self.state = state }

  var appEvents: [String] { [] }

  func start(_ context: CoordinatorContext) {}
  func handle(_ event: Event, under key: String, _ context: CoordinatorContext) -> Disposition {
    .declined
  }
  func finish(_ outcome: Outcome, _ context: CoordinatorContext) {}
  func restore(_ state: SavedState, _ context: CoordinatorContext) {}
  func interception(ofScreen name: String) -> Interception { [] }
  func events(ofScreen name: String) -> [String] { [] }
  func release() {}
}
