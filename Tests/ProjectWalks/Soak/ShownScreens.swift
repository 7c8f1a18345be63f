import Coordination
import Navigation

/// A platform that shows what its host asks for, and keeps nothing else.
final class ShownScreens: Router {
  private(set) var navigation: Navigation?

  func perform(_ calls: [RouterCall], from before: Navigation, to after: Navigation) {
    navigation = after
  }

  /// What the host would still have to ask for.
  func missing(to wanted: Navigation) -> [RouterCall] { navigation?.calls(to: wanted) ?? [] }

  /// The user has swiped a screen away; a root stays.
  func swipe(_ screen: ScreenID) {
    guard navigation?.locate(screen)?.isRoot == false else { return }
    _ = try? navigation?.pop(through: screen)
  }

  /// The user has pulled a modal down.
  func pull(_ modal: RouterID) { _ = try? navigation?.dismiss(modal: modal) }
}
