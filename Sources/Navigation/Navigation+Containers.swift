import PlainValues

extension Navigation {
  /// How many tabs and splits may lie within each other.
  static let deepestContainer = 16

  /// Shows tabs on a router in place of what it shows now.
  ///
  /// - Parameter tabs: At least one, each with a name and a router of its own.
  /// - Throws: ``NavigationError`` where there is no such router, where it is a modal of one screen,
  ///   where there are no tabs or two of one name, or where containers are too deep within each
  ///   other.
  @discardableResult
  public mutating func setTabs(
    _ tabs: [Tab], on router: RouterID
  ) throws(NavigationError) -> Removal {
    let names = tabs.map(\.name)
    let attempt = Attempt((["set_tabs"] + names).joined(separator: " "))
    let state = try container(router, for: attempt)
    guard !tabs.isEmpty else {
      throw NavigationError(
        reason: .badArgument, attempt: attempt, situation: "there are no tabs in the list",
        hint: "a tab is written { name = \"home\", start = \"home\" }")
    }
    var known: Set<String> = []
    if let twice = names.first(where: { !known.insert($0).inserted }) {
      throw NavigationError(
        reason: .badArgument, attempt: attempt,
        situation: "two tabs are named \(quoted(twice))",
        hint: "select_tab and set_badge find a tab by its name")
    }
    return replaceContent(of: state, by: .tabs(Tabs(tabs)))
  }

  /// Shows another of a router's tabs; nothing changes where it is the selected one.
  ///
  /// - Throws: ``NavigationError`` where the router shows no tabs, or none of that name.
  public mutating func selectTab(
    _ name: String, on router: RouterID
  ) throws(NavigationError) {
    var (tabs, index) = try tab(name, on: router, for: Attempt("select_tab", name))
    tabs.selected = index
    show(.tabs(tabs), on: router)
  }

  /// Marks a tab's button.
  ///
  /// - Parameter badge: A number or a word; none takes the mark away.
  /// - Throws: ``NavigationError`` where the router shows no tabs, or none of that name.
  public mutating func setBadge(
    _ badge: Value?, tab name: String, on router: RouterID
  ) throws(NavigationError) {
    var (tabs, index) = try tab(name, on: router, for: Attempt("set_badge", name))
    tabs.tabs[index].badge = badge == .null ? nil : badge
    show(.tabs(tabs), on: router)
  }

  /// Shows two routers on a router in place of what it shows now.
  ///
  /// - Throws: ``NavigationError`` where there is no such router, where it is a modal of one screen,
  ///   or where containers are too deep within each other.
  @discardableResult
  public mutating func split(
    _ split: Split, on router: RouterID
  ) throws(NavigationError) -> Removal {
    let state = try container(router, for: Attempt("split"))
    return replaceContent(of: state, by: .split(split))
  }

  /// Shows a screen beside the primary: in place of all that the secondary shows or, where there
  /// is room for one side only, pushed onto the primary.
  ///
  /// - Parameter router: The one with the split, or a part of it.
  /// - Throws: ``NavigationError`` where there is no split.
  @discardableResult
  public mutating func showDetail(
    _ screen: Screen, on router: RouterID
  ) throws(NavigationError) -> Removal {
    let attempt = Attempt("show_detail", screen.name)
    let state = try existing(router, for: attempt)
    guard let split = state.split ?? splitAround(router) else {
      throw NavigationError(
        reason: .otherContent, attempt: attempt,
        situation: "this router shows no split: \(state.summary)",
        hint: "split shows two sides, push a screen on top")
    }
    guard split.isCollapsed else { return try setRoot(screen, on: split.secondary.id) }
    try push(screen, on: split.primary.id)
    return Removal()
  }

  /// The innermost split that a router is a part of.
  private func splitAround(_ router: RouterID) -> Split? {
    let path = roots.lazy.compactMap { $0.path(to: router) }.first ?? []
    return path.reversed().lazy.compactMap { self.router($0.container)?.split }.first
  }

  /// The router that is to show a container.
  private func container(
    _ id: RouterID, for attempt: Attempt
  ) throws(NavigationError) -> RouterState {
    let state = try existing(id, for: attempt)
    if let modal = modals.first(where: { $0.id == id }), modal.isSingle {
      throw NavigationError(
        reason: .singleScreen, attempt: attempt,
        situation: "the modal \(modal.router.firstScreen?.name ?? "-") shows one screen",
        hint: "a flow in a modal is a coordinator started with present")
    }
    let path = roots.lazy.compactMap { $0.path(to: id) }.first ?? []
    guard path.count < Self.deepestContainer else {
      throw NavigationError(
        reason: .badArgument, attempt: attempt,
        situation: "tabs and splits lie within each other \(path.count) deep already",
        hint: "set_root replaces a container")
    }
    return state
  }

  private func tab(
    _ name: String, on router: RouterID, for attempt: Attempt
  ) throws(NavigationError) -> (Tabs, Int) {
    let state = try existing(router, for: attempt)
    guard let tabs = state.tabs else {
      throw NavigationError(
        reason: .otherContent, attempt: attempt,
        situation: "this router shows no tabs: \(state.summary)",
        hint: tabName(of: router).map {
          "it is in the tab \(quoted($0)); the coordinator that set the tabs selects them"
        } ?? "set_tabs shows tabs")
    }
    guard let index = tabs.tabs.firstIndex(where: { $0.name == name }) else {
      throw NavigationError(
        reason: .noSuchTab, attempt: attempt,
        situation: "the tabs are \(tabs.names.joined(separator: ", "))",
        hint: nearest(to: name, among: tabs.names).map { "did you mean \(quoted($0))?" })
    }
    return (tabs, index)
  }
}
