extension Navigation {
  /// Takes away screens wherever they are, such as those of a coordinator that has ended. A modal
  /// that loses its last screen goes, with those over it. Where ids rise from the root up it costs
  /// the screens above the lowest one in each stack.
  ///
  /// - Returns: The screens that went, those included that went with a modal.
  @discardableResult
  public mutating func remove(_ ids: Set<ScreenID>) -> Removal {
    guard !ids.isEmpty else { return Removal() }
    let emptied = modals.filter { modal in
      var rest = modal.router
      var removed = 0
      rest.editStacks { removed += $0.remove(ids).count }
      return removed > 0 && !rest.hasScreens
    }
    let gone = Set(emptied.map(\.id))
      .union(modals(over: emptied.flatMap(\.router.routers).map(\.id)).map(\.id))
    var removal = Removal()
    for index in modals.indices.reversed() {
      if gone.contains(modals[index].id) {
        removal.add(modals[index].router)
      } else {
        modals[index].router.editStacks { removal.screens += $0.remove(ids) }
      }
    }
    modals.removeAll { gone.contains($0.id) }
    base.editStacks { removal.screens += $0.remove(ids) }
    return removal
  }

  /// Shows something else on a router and lets go of what it has shown.
  mutating func replaceContent(of state: RouterState, by content: RouterState.Content) -> Removal {
    var removal = removeModals(over: state.routers.dropFirst().map(\.id))
    removal.addContent(of: state)
    show(content, on: state.id)
    return removal
  }

  /// Shows something else on the router of that id, wherever it is.
  mutating func show(_ content: RouterState.Content, on id: RouterID) {
    if base.show(content, on: id) { return }
    for index in modals.indices where modals[index].router.show(content, on: id) { return }
  }
}
