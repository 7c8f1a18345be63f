/// A router that lies over another: a single screen, or a flow with a stack of its own.
public struct Modal: Hashable, Sendable {
  public var router: RouterState
  /// The router that it lies over. It shows only while that one does.
  public let over: RouterID
  public let style: ModalStyle
  /// Whether the user may not pull it down.
  public let isLocked: Bool
  /// Whether it is one screen that nothing is pushed onto.
  public let isSingle: Bool

  /// A flow, which is presented once it has a screen.
  public init(
    router: RouterState, over: RouterID, style: ModalStyle, isLocked: Bool = false,
    isSingle: Bool = false
  ) {
    self.router = router
    self.over = over
    self.style = style
    self.isLocked = isLocked
    self.isSingle = isSingle
  }

  /// One screen, on a router of its own.
  public init(
    _ screen: Screen, router: RouterID, over: RouterID, style: ModalStyle, isLocked: Bool = false
  ) {
    self.init(
      router: RouterState(id: router, [screen]), over: over, style: style, isLocked: isLocked,
      isSingle: true)
  }

  public var id: RouterID { router.id }

  /// Whether the user can pull it down, as far as the platform is concerned.
  public var canBePulledDown: Bool { style.canBePulledDown && !isLocked }
}

/// How a modal is presented.
public enum ModalStyle: String, CaseIterable, Hashable, Sendable {
  case sheet
  case fullScreen = "full_screen"
  case popover
  case alert
  case actionSheet = "action_sheet"

  /// Whether the user can pull such a modal down, or tap beside it, unless it is locked.
  public var canBePulledDown: Bool { self == .sheet || self == .popover }

  /// Whether it closes itself as the user chooses something in it.
  public var closesItself: Bool { self == .alert || self == .actionSheet }
}
