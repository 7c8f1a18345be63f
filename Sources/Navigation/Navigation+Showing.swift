extension Navigation {
  /// The modals that show, the lowest first: those that have a screen and lie over a router that
  /// shows. The others wait.
  public var visibleModals: [Modal] {
    guard !modals.isEmpty else { return [] }
    var showing = Set(base.showing.map(\.id))
    return modals.filter { modal in
      guard modal.router.hasScreens, showing.contains(modal.over) else { return false }
      showing.formUnion(modal.router.showing.map(\.id))
      return true
    }
  }

  /// Whether a router shows, though modals may lie over it: no container on the way to it shows
  /// another part, and a modal that it is in shows.
  public func isShowing(_ router: RouterID) -> Bool {
    ([base] + visibleModals.map(\.router)).contains { root in
      root.showing.contains { $0.id == router }
    }
  }

  /// The screens that may send: the top of the topmost modal that shows; without one that of the
  /// base. Of tabs the selected one counts, of an expanded split both sides, the primary first.
  public var front: [Screen] { frontRoot.frontScreens }

  /// The last of those screens: of an expanded split the secondary side's.
  public var frontScreen: Screen? {
    if modals.isEmpty, case .stack(let stack) = base.content { return stack.top }
    return front.last
  }

  /// Whether that screen may send.
  public func isInFront(_ screen: ScreenID) -> Bool {
    if modals.isEmpty, case .stack(let stack) = base.content { return stack.top?.id == screen }
    return front.contains { $0.id == screen }
  }

  /// The routers whose stacks those screens are on, empty ones included.
  public var frontRouters: [RouterID] { frontRoot.frontRouters.map(\.id) }

  /// The router whose stack is in front; of an expanded split the primary.
  public var frontRouter: RouterID { frontRouters.first ?? frontRoot.id }

  /// Whether nothing lies over a router and no other part shows in its place: a stack in front, or
  /// a container around one.
  public func isInFront(_ router: RouterID) -> Bool {
    frontRoot.showing.contains { $0.id == router }
  }

  /// The base, or the topmost modal that shows.
  var frontRoot: RouterState { visibleModals.last?.router ?? base }

  /// The routers with tabs that the user can choose from, the innermost first: those around what
  /// is in front.
  public var frontTabs: [RouterID] { frontRoot.tabContainers }

  /// All routers with tabs that show, also beneath modals: the topmost and innermost first.
  public var showingTabs: [RouterID] {
    ([base] + visibleModals.map(\.router)).reversed().flatMap(\.tabContainers)
  }

  /// The tabs that a router shows.
  public func tabs(of router: RouterID) -> Tabs? { self.router(router)?.tabs }

  /// The name of the innermost tab that a router is in; nothing where it is in none.
  public func tabName(of router: RouterID) -> String? {
    for root in roots {
      if let path = root.path(to: router) { return path.compactMap(\.tab).last }
    }
    return nil
  }
}

extension RouterState {
  fileprivate var tabContainers: [RouterID] {
    showing.reversed().filter { $0.tabs != nil }.map(\.id)
  }

  /// A container, and which of its parts the way to some router goes through.
  struct Step {
    let container: RouterID
    /// The part's name, where the container shows tabs.
    let tab: String?
  }

  /// The containers from here to the router of that id, this one first; nothing where it is not
  /// within.
  func path(to id: RouterID) -> [Step]? {
    guard id != self.id else { return [] }
    for (index, part) in parts.enumerated() {
      guard let rest = part.path(to: id) else { continue }
      return [Step(container: self.id, tab: tabs?.tabs[index].name)] + rest
    }
    return nil
  }
}
