extension Navigation {
  /// Puts a modal on top of the pile. It shows once it has a screen and the router beneath shows.
  ///
  /// - Throws: ``NavigationError`` where there is no router beneath.
  public mutating func present(_ modal: Modal) throws(NavigationError) {
    _ = try existing(modal.over, for: Attempt("present", modal.router.firstScreen?.name))
    modals.append(modal)
  }

  /// Takes away the topmost modal over a router or a part of it, with those over that. Modals that
  /// show come before those that wait.
  ///
  /// - Throws: ``NavigationError`` where there is none.
  @discardableResult
  public mutating func dismiss(over router: RouterID) throws(NavigationError) -> Removal {
    let state = try existing(router, for: Attempt("dismiss"))
    let parts = Set(state.routers.map(\.id))
    let candidates = modals.filter { parts.contains($0.over) }
    let visible = Set(visibleModals.map(\.id))
    guard let topmost = candidates.last(where: { visible.contains($0.id) }) ?? candidates.last
    else {
      throw NavigationError(
        reason: .nothingPresented, attempt: Attempt("dismiss"),
        situation: "nothing is presented over this router: \(state.summary)",
        hint: elsewhere(than: router))
    }
    return try dismiss(modal: topmost.id)
  }

  /// Takes away all modals over a router or a part of it, with those over these; nothing where
  /// there are none.
  ///
  /// - Throws: ``NavigationError`` where there is no such router.
  @discardableResult
  public mutating func dismissAll(over router: RouterID) throws(NavigationError) -> Removal {
    let state = try existing(router, for: Attempt("dismiss_all"))
    return removeModals(over: state.routers.map(\.id))
  }

  /// Takes away one modal with those over its routers. Others above it stay.
  ///
  /// - Parameter modal: The id of its router.
  /// - Throws: ``NavigationError`` where it has gone.
  @discardableResult
  public mutating func dismiss(modal id: RouterID) throws(NavigationError) -> Removal {
    guard let modal = modals.first(where: { $0.id == id }) else {
      throw NavigationError(
        reason: .nothingPresented, attempt: Attempt("dismiss"), situation: "that modal has gone")
    }
    var removal = removeModals(over: modal.router.routers.map(\.id))
    removal.add(modal.router)
    modals.removeAll { $0.id == id }
    return removal
  }

  /// Takes away all modals over one of these routers, transitively.
  mutating func removeModals(over routers: some Sequence<RouterID>) -> Removal {
    guard !modals.isEmpty else { return Removal() }
    let gone = modals(over: routers)
    guard !gone.isEmpty else { return Removal() }
    let ids = Set(gone.map(\.id))
    modals.removeAll { ids.contains($0.id) }
    return gone.reversed().reduce(into: Removal()) { $0.add($1.router) }
  }

  /// Where something is presented, for who looked in the wrong place.
  private func elsewhere(than router: RouterID) -> String {
    guard let top = modals.last else { return "present shows a screen over it" }
    let name = quoted(top.router.firstScreen?.name ?? "-")
    return top.router.router(router) != nil
      ? "it is the modal \(name) itself; the router that it lies over dismisses it"
      : "the modal \(name) lies over another router"
  }
}
