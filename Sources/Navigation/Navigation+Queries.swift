extension Navigation {
  /// The router of that id, wherever it is: the base, a modal, or within one of them.
  public func router(_ id: RouterID) -> RouterState? {
    if let found = base.router(id) { return found }
    for modal in modals {
      if let found = modal.router.router(id) { return found }
    }
    return nil
  }

  /// Where a screen is.
  public struct Location: Hashable, Sendable {
    public let screen: Screen
    /// The router whose stack it is in.
    public let router: RouterID
    /// How many screens of that stack lie above it.
    public let above: Int
    /// Whether it is the lowest of that stack.
    public let isRoot: Bool
  }

  /// Where the screen of that id is; nothing where it has gone. Where ids rise from the root up,
  /// as those of pushed screens do, it costs the screens above where it is or would be.
  public func locate(_ screen: ScreenID) -> Location? {
    for modal in modals.reversed() {
      if let found = modal.router.locate(screen) { return found }
    }
    return base.locate(screen)
  }

  /// The screen of that id. Costs what ``locate(_:)`` costs.
  public func screen(_ id: ScreenID) -> Screen? { locate(id)?.screen }

  /// The topmost screen of that name in that router's stack. Costs the screens above it.
  public func screen(named name: String, on router: RouterID) -> Screen? {
    guard let stack = self.router(router)?.stack else { return nil }
    return stack.depth(of: name).flatMap { stack[depth: $0] }
  }

  /// The screen on top of what a router shows; nothing where it shows none. On an expanded split
  /// it is the primary's.
  public func topScreen(of router: RouterID) -> Screen? {
    self.router(router)?.frontScreens.first
  }

  /// The modal that a router is the whole or a part of; nothing for the base and its parts.
  public func modal(of router: RouterID) -> Modal? {
    modals.first { $0.router.router(router) != nil }
  }

  /// Whether pulling down a modal is to be refused at its start, because somebody wants to be asked
  /// before one of its screens goes. Costs the number of its screens.
  public func refusesPulling(_ modal: Modal) -> Bool {
    modal.router.screens.contains { $0.interception.contains(.dismiss) }
  }

  /// All screens in a router, within it, and in modals over any of these, transitively: each stack
  /// with the root first, modals after what they lie over. Costs their number.
  public func screens(in router: RouterID) -> [Screen] {
    guard let state = self.router(router) else { return [] }
    return modals(over: state.routers.map(\.id)).reduce(into: state.screens) {
      $0 += $1.router.screens
    }
  }

  /// All screens, the base's first. Costs their number.
  public var screens: [Screen] { roots.flatMap(\.screens) }

  /// All routers, each before its parts, the base's first. Costs their number.
  public var routers: [RouterState] { roots.flatMap(\.routers) }

  /// The base and the modals' routers, the lowest first.
  var roots: [RouterState] { [base] + modals.map(\.router) }

  /// The modals over one of these routers, those over these modals' routers, and so on; the lowest
  /// first. One pass is enough, because a modal lies above what it is over.
  func modals(over routers: some Sequence<RouterID>) -> [Modal] {
    var beneath = Set(routers)
    return modals.filter { modal in
      guard beneath.contains(modal.over) else { return false }
      beneath.formUnion(modal.router.routers.map(\.id))
      return true
    }
  }
}

extension RouterState {
  /// Where the screen of that id is in it or within.
  fileprivate func locate(_ screen: ScreenID) -> Navigation.Location? {
    if case .stack(let stack) = content {
      guard let above = stack.depth(of: screen), let found = stack[depth: above] else { return nil }
      return Navigation.Location(
        screen: found, router: id, above: above, isRoot: above == stack.count - 1)
    }
    for part in parts {
      if let found = part.locate(screen) { return found }
    }
    return nil
  }

  /// The stacks that are in front when this is, as routers.
  var frontRouters: [RouterState] {
    if case .stack = content { [self] } else { showingParts.flatMap(\.frontRouters) }
  }

  var frontScreens: [Screen] {
    if case .stack(let stack) = content { return stack.top.map { [$0] } ?? [] }
    return showingParts.flatMap(\.frontScreens)
  }
}
