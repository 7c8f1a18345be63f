/// Works out the calls from one navigation to another, in the order in which a platform makes them.
/// See ``Navigation/calls(to:unanimated:)``.
struct CallPlanner {
  private(set) var calls: [RouterCall] = []
  private let before: Navigation
  private let after: Navigation
  private let unanimated: Set<RouterID>
  /// The modals that a platform shows before and is to show after, the lowest first.
  private let old: [Modal]
  private let new: [Modal]
  /// How many of these are the same, from the lowest up.
  private let kept: Int
  /// How many of the new ones the platform shows so far.
  private var presented: Int
  /// The tabs that the platform shows so far, by the routers whose selection is yet to be made.
  private var unselected: [(router: RouterChange, shown: Int)] = []

  init(from before: Navigation, to after: Navigation, unanimated: Set<RouterID>) {
    self.before = before
    self.after = after
    self.unanimated = unanimated
    old = before.visibleModals
    new = after.visibleModals
    kept = zip(old, new).prefix { $0.isSamePresentation(as: $1) }.count
    presented = kept
  }

  mutating func plan() {
    dismissModals()
    let remaining =
      RouterChange(.router(before.base), to: after.base).all
      + zip(old, new).prefix(kept).flatMap { RouterChange(.router($0.router), to: $1.router).all }
    let appearing = new.dropFirst(kept).map {
      RouterChange(.first($0.router.firstScreen), to: $0.router).all
    }
    fill(remaining)
    presentModals(appearing)
    while !unselected.isEmpty {
      selectTabs()
      presentModals(appearing)
    }
    for router in remaining + appearing.joined() { setBadges(router) }
    for router in remaining + returning { update(router) }
  }

  /// The modals that are dismissed and presented again, as if they had stayed: for their screens
  /// they have.
  private var returning: [RouterChange] {
    new.dropFirst(kept).compactMap { modal in
      old.first { $0.id == modal.id }.map { RouterChange(.router($0.router), to: modal.router) }
    }.flatMap(\.all)
  }
}

// MARK: - Modals

extension CallPlanner {
  private mutating func dismissModals() {
    for modal in old.dropFirst(kept).reversed() {
      guard let screen = modal.router.firstScreen else { continue }
      add(.dismiss(modal, screen), on: modal.id)
    }
  }

  /// Presents what can be presented by now: a modal over a tab that is yet to be selected waits,
  /// and with it all above.
  private mutating func presentModals(_ appearing: [[RouterChange]]) {
    while presented < new.count, shows(new[presented].over) {
      let modal = new[presented]
      if let screen = modal.router.firstScreen { add(.present(modal, screen), on: modal.id) }
      presented += 1
      fill(appearing[presented - 1 - kept])
    }
  }
}

// MARK: - Routers

extension CallPlanner {
  /// Shows on routers what they are to show: tabs and splits of all of them, then their stacks.
  private mutating func fill(_ routers: [RouterChange]) {
    for router in routers { setContainer(router) }
    for router in routers {
      if let action = router.stackCall { add(action, on: router) }
    }
  }

  private mutating func setContainer(_ router: RouterChange) {
    switch router.after.content {
    case .stack: break
    case .tabs(let tabs):
      let kept = router.keptTabs
      if kept == nil { add(.setTabs(tabs.tabs), on: router) }
      let shown = kept?.selected ?? 0
      if shown != tabs.selected { unselected.append((router, shown)) }
    case .split(let split):
      if router.keptSplit == nil { add(.split(split), on: router) }
    }
  }

  private mutating func selectTabs() {
    let routers = unselected.map(\.router)
    unselected = []
    for router in routers {
      guard let tab = router.after.tabs?.selectedTab else { continue }
      add(.selectTab(tab.name), on: router)
    }
  }

  private mutating func setBadges(_ router: RouterChange) {
    guard let tabs = router.after.tabs else { return }
    let kept = router.keptTabs
    for (index, tab) in tabs.tabs.enumerated() where tab.badge != kept?.tabs[index].badge {
      add(.setBadge(tab: tab.name, tab.badge), on: router)
    }
  }

  private mutating func update(_ router: RouterChange) {
    for screen in router.updated { add(.update(screen), on: router) }
  }
}

// MARK: - Calls

extension CallPlanner {
  private mutating func add(_ action: RouterCall.Action, on router: RouterChange) {
    let id = router.after.id
    add(action, on: id, in: router.tab.flatMap { isInFront(id) ? nil : $0 })
  }

  private mutating func add(
    _ action: RouterCall.Action, on router: RouterID, in tab: String? = nil
  ) {
    let isAnimated = !action.canBeAnimated || !unanimated.contains(router)
    calls.append(RouterCall(router: router, action: action, isAnimated: isAnimated, tab: tab))
  }

  /// Whether a router is in front on the platform, after the calls so far.
  private func isInFront(_ router: RouterID) -> Bool {
    showing(presented > 0 ? new[presented - 1].router : after.base).contains(router)
  }

  /// Whether a router shows on the platform, after the calls so far.
  private func shows(_ router: RouterID) -> Bool {
    unselected.isEmpty
      || ([after.base] + new.prefix(presented).map(\.router)).contains {
        showing($0).contains(router)
      }
  }

  /// The routers that show when that one does, after the calls so far.
  private func showing(_ router: RouterState) -> [RouterID] {
    var parts = router.showingParts
    if let shown = unselected.first(where: { $0.router.after.id == router.id })?.shown,
      let tabs = router.tabs?.tabs
    {
      parts = tabs.indices.contains(shown) ? [tabs[shown].router] : []
    }
    return parts.reduce(into: [router.id]) { $0 += showing($1) }
  }
}

extension Modal {
  /// Whether a platform can keep it: what it shows may differ.
  fileprivate func isSamePresentation(as other: Modal) -> Bool {
    id == other.id && over == other.over && style == other.style && isLocked == other.isLocked
  }
}

extension RouterCall.Action {
  /// Whether there is a movement that could be left out.
  fileprivate var canBeAnimated: Bool {
    switch self {
    case .setBadge, .update: false
    default: true
    }
  }
}
