import Navigation
import PlainValues

/// Which coordinator a screen belongs to.
struct ScreenRecord {
  var owner: LiveCoordinator
  let name: String
  /// The router that it was put on.
  let router: RouterID
}

/// What the host knows of a router beside what is on it.
struct RouterRecord {
  /// The coordinators whose router it is, other than those whose parent's it is too.
  var residents: [CoordinatorID: LiveCoordinator] = [:]
  /// How it is shown once it has its first screen; nil for the base, a tab, a side of a split.
  var modal: PendingModal?
  /// Who set the tabs or the split on it.
  var containerOwner: LiveCoordinator?
  /// What is started on it when its tab is selected.
  var start: TabStart?
}

/// How a flow in a modal is presented, with its first screen.
struct PendingModal {
  var style: ModalStyle
  var isLocked: Bool
  var over: RouterID
}

/// What a tab starts when it is first selected.
struct TabStart {
  var name: String
  var slot: String
  var input: PackedValue
}
