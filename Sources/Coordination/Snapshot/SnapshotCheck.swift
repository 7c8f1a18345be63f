import Navigation
import PlainValues

/// Checks that the pieces of a snapshot fit together, so that restoring it cannot go wrong half-way:
/// ids, who owns which screen, who runs on which router, what lies over what.
struct SnapshotCheck {
  private let snapshot: Snapshot
  private let coordinators: [SavedCoordinator]
  /// What has each id.
  private var users: [UInt64: String] = [:]
  /// The routers of the navigation, and those that it does not show yet.
  private var routers: [RouterID: RouterState?] = [:]
  private var tabs: Set<RouterID> = []
  /// What the modals that are flows lie over.
  private var modals: [RouterID: RouterID] = [:]
  /// Whose own a router is.
  private var owners: [RouterID: String] = [:]

  private init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    coordinators = snapshot.root.all
  }

  /// - Parameter base: the id that the base has in any host.
  /// - Throws: ``ValueProblem`` at the first thing that does not fit.
  static func check(
    _ snapshot: Snapshot, base: RouterID, limits: HostLimits
  ) throws(ValueProblem) {
    var check = SnapshotCheck(snapshot)
    try check.checkNavigation(base: base, limits: limits)
    try check.checkRouters()
    try check.checkTree()
    try check.checkScreens()
    try check.checkContainers()
    try check.checkModals()
    try check.checkTimers(limits)
    if let refused = snapshot.refused, snapshot.navigation.screen(refused.screen) == nil {
      throw ValueProblem(
        path: "snapshot.refused.screen", text: "there is no screen \(refused.screen.rawValue)")
    }
    if let newest = check.users.keys.max(), newest > snapshot.lastID {
      throw ValueProblem(
        path: "snapshot.last_id",
        text: "\(snapshot.lastID) is less than \(newest), an id in use: raise it to that at least")
    }
  }

  private mutating func claim(_ id: UInt64, _ what: String, at path: String) throws(ValueProblem) {
    guard let other = users.updateValue(what, forKey: id) else { return }
    throw ValueProblem(path: path, text: "\(id) is the id of \(other) already")
  }

  // MARK: Routers

  private mutating func checkNavigation(
    base: RouterID, limits: HostLimits
  ) throws(ValueProblem) {
    let path = "snapshot.navigation"
    let navigation = snapshot.navigation
    guard navigation.base.id == base else {
      throw ValueProblem(
        path: path + ".base.router",
        text: "the base is router \(base.rawValue), not \(navigation.base.id.rawValue)")
    }
    for router in navigation.routers {
      routers[router.id] = .some(router)
      try claim(router.id.rawValue, "a router", at: path)
      let shown = router.tabs?.tabs ?? []
      guard shown.count <= limits.tabs else {
        throw ValueProblem(
          path: path, text: "\(shown.count) tabs; a router shows \(limits.tabs) at most")
      }
      for tab in shown { tabs.insert(tab.router.id) }
    }
    for modal in navigation.modals where !modal.isSingle { modals[modal.id] = modal.over }
    let screens = navigation.screens
    guard screens.count <= limits.screens else {
      throw ValueProblem(
        path: path, text: "\(screens.count) screens; a host shows \(limits.screens) at most")
    }
    for screen in screens {
      try claim(screen.id.rawValue, "the screen \"\(screen.name)\"", at: path)
      guard !EventNames.reservedSources.contains(screen.name) else {
        throw ValueProblem(
          path: path,
          text: "a screen cannot be called \"\(screen.name)\", which means something else")
      }
    }
  }

  private mutating func checkRouters() throws(ValueProblem) {
    for router in snapshot.routers {
      switch router.purpose {
      case .tab:
        guard tabs.remove(router.id) != nil else {
          throw ValueProblem(
            path: router.place + ".router",
            text: "router \(router.id.rawValue) is no tab's, or is in this list twice")
        }
      case .modal(let modal):
        try claim(router.id.rawValue, "a router", at: router.place + ".router")
        // What lies beneath is there before, so that no modal lies over itself.
        guard modal.over < router.id, routers[modal.over] != nil else {
          throw ValueProblem(
            path: router.place + ".over",
            text: "there is no router \(modal.over.rawValue) that was there before this one")
        }
        routers[router.id] = .some(nil)
        modals[router.id] = modal.over
      }
    }
  }

  // MARK: The tree

  private mutating func checkTree() throws(ValueProblem) {
    guard snapshot.root.router == snapshot.navigation.base.id else {
      throw ValueProblem(path: "snapshot.root.router", text: "the root's router is the base")
    }
    for coordinator in coordinators {
      let what = "the coordinator \"\(coordinator.name)\""
      try claim(coordinator.id.rawValue, what, at: coordinator.place + ".id")
      guard routers[coordinator.router] != nil else {
        throw ValueProblem(
          path: coordinator.place + ".router",
          text: "there is no router \(coordinator.router.rawValue)")
      }
    }
    for coordinator in coordinators {
      for child in coordinator.children {
        guard !EventNames.reservedSources.contains(child.name) else {
          throw ValueProblem(
            path: child.place + ".name",
            text: "a child cannot be called \"\(child.name)\", which means something else")
        }
        guard child.id > coordinator.id else {
          throw ValueProblem(
            path: child.place + ".id",
            text: "a child's id is greater than its parent's, which is \(coordinator.id.rawValue)")
        }
        try checkPlace(of: child, under: coordinator)
      }
    }
  }

  /// A coordinator runs on its parent's router or on a part of what that shows; with a router of its
  /// own, on such a part or in a modal over it.
  private mutating func checkPlace(
    of child: SavedCoordinator, under parent: SavedCoordinator
  ) throws(ValueProblem) {
    let (own, others) = (child.router, parent.router)
    let isPart = own != others && snapshot.navigation.router(own, isWithin: others)
    guard child.hasOwnRouter else {
      guard own != others, !isPart else { return }
      throw ValueProblem(
        path: child.place + ".router",
        text: """
          router \(own.rawValue) is neither its parent's, \(others.rawValue), nor a part of what \
          that shows
          """)
    }
    guard isPart || modals[own] == others else {
      throw ValueProblem(
        path: child.place + ".own_router",
        text: """
          router \(own.rawValue) is neither a modal over its parent's, \(others.rawValue), nor a \
          part of what that shows
          """)
    }
    guard let other = owners.updateValue(child.name, forKey: own) else { return }
    throw ValueProblem(
      path: child.place + ".own_router", text: "router \(own.rawValue) is \(other)'s own already")
  }

  // MARK: Who has what

  private func checkScreens() throws(ValueProblem) {
    let shown = Dictionary(snapshot.navigation.screens.map { ($0.id, $0.name) }) { $1 }
    var owners: [ScreenID: String] = [:]
    for coordinator in coordinators {
      for (index, screen) in coordinator.screens.enumerated() {
        let path = "\(coordinator.place).screens[\(index + 1)]"
        guard shown[screen] != nil else {
          throw ValueProblem(
            path: path, text: "there is no screen \(screen.rawValue) in the navigation")
        }
        if let other = owners.updateValue(coordinator.name, forKey: screen) {
          throw ValueProblem(
            path: path, text: "the screen \(screen.rawValue) is \(other)'s already")
        }
      }
    }
    guard let orphan = shown.keys.filter({ owners[$0] == nil }).min() else { return }
    throw ValueProblem(
      path: "snapshot.navigation",
      text: """
        nobody has the screen \(orphan.rawValue), \"\(shown[orphan] ?? "")\": name its id in \
        \"screens\" of its coordinator
        """)
  }

  private func checkContainers() throws(ValueProblem) {
    var owned: Set<RouterID> = []
    for coordinator in coordinators {
      for (index, router) in coordinator.containers.enumerated() {
        let path = "\(coordinator.place).containers[\(index + 1)]"
        guard let state = routers[router] ?? nil, state.stack == nil else {
          throw ValueProblem(
            path: path, text: "the router \(router.rawValue) shows no tabs and no split")
        }
        guard owned.insert(router).inserted else {
          throw ValueProblem(
            path: path, text: "somebody has set what the router \(router.rawValue) shows already")
        }
      }
    }
    let containers = snapshot.navigation.routers.filter { $0.stack == nil }.map(\.id)
    guard let orphan = containers.first(where: { !owned.contains($0) }) else { return }
    throw ValueProblem(
      path: "snapshot.navigation",
      text: """
        nobody has set the tabs or the split of router \(orphan.rawValue): name it in \
        \"containers\" of its coordinator
        """)
  }

  /// In each modal that is a flow's a coordinator runs that the modal was made for.
  private func checkModals() throws(ValueProblem) {
    guard let empty = modals.keys.filter({ owners[$0] == nil }).min() else { return }
    throw ValueProblem(
      path: "snapshot",
      text: """
        no coordinator runs in the modal on router \(empty.rawValue): one of them has that router \
        and \"own_router\"
        """)
  }

  private mutating func checkTimers(_ limits: HostLimits) throws(ValueProblem) {
    guard snapshot.timers.count <= limits.timers else {
      throw ValueProblem(
        path: "snapshot.timers",
        text: "\(snapshot.timers.count) timers; a host keeps \(limits.timers) at most")
    }
    let known = Set(coordinators.map(\.id))
    var names: Set<[String]> = []
    for (index, timer) in snapshot.timers.enumerated() {
      let path = "snapshot.timers[\(index + 1)]"
      try claim(timer.id.rawValue, "a timer", at: path + ".id")
      guard known.contains(timer.coordinator) else {
        throw ValueProblem(
          path: path + ".coordinator",
          text: "there is no coordinator \(timer.coordinator.rawValue)")
      }
      guard names.insert(["\(timer.coordinator.rawValue)", timer.event]).inserted else {
        throw ValueProblem(
          path: path + ".event", text: "its coordinator has a timer \"\(timer.event)\" already")
      }
    }
  }
}
