/// What lies around a router, from the inside out, through the modals that it is in.
extension Navigation {
  /// The routers with tabs that a router is, or is within; the nearest first.
  public func tabRouters(around router: RouterID) -> [RouterID] {
    containers(around: router).filter { $0.tabs != nil }.map(\.id)
  }

  /// The nearest router with a split that a router is, or is within.
  public func splitRouter(around router: RouterID) -> RouterID? {
    containers(around: router).first { $0.split != nil }?.id
  }

  /// Whether a router is another, or within it.
  public func router(_ inner: RouterID, isWithin outer: RouterID) -> Bool {
    router(outer)?.router(inner) != nil
  }

  /// The router whose stack a router shows: itself, or within its selected tab or its split's
  /// primary.
  public func leadingStack(in router: RouterID) -> RouterID {
    switch self.router(router)?.content {
    case .tabs(let tabs): tabs.selectedTab.map { leadingStack(in: $0.router.id) } ?? router
    case .split(let split): leadingStack(in: split.primary.id)
    case .stack, nil: router
    }
  }

  private func containers(around router: RouterID) -> [RouterState] {
    var found: [RouterState] = []
    var next: RouterID? = router
    while let current = next {
      next = modal(of: current)?.over
      guard let root = roots.first(where: { $0.router(current) != nil }) else { break }
      let path = root.path(to: current) ?? []
      found += [current].compactMap { self.router($0) }
      found += path.reversed().compactMap { self.router($0.container) }
    }
    return found
  }

  /// Leaves a router with an empty stack: its screens go, or its tabs or split with all within and
  /// the modals over them. Nothing happens where there is no such router.
  @discardableResult
  public mutating func clear(_ router: RouterID) -> Removal {
    guard let state = self.router(router) else { return Removal() }
    return replaceContent(of: state, by: .stack(Stack()))
  }
}
