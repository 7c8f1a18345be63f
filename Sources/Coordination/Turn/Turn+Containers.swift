import Navigation
import PlainValues

/// One tab, as a coordinator asks for it.
public struct TabRequest: Sendable {
  public var name: String
  /// The coordinator that runs in it.
  public var start: String
  public var input: PackedValue
  public var title: String?
  public var icon: String?
  /// Whether it is started at once, rather than when the tab is first selected.
  public var isEager: Bool

  public init(
    _ name: String, start: String, input: PackedValue = .empty, title: String? = nil,
    icon: String? = nil, isEager: Bool = false
  ) {
    self.name = name
    self.start = start
    self.input = input
    self.title = title
    self.icon = icon
    self.isEager = isEager
  }
}

/// What one side of a split shows first.
public enum SideRequest: Sendable {
  /// A coordinator of its own.
  case start(String, input: PackedValue)
  /// A screen of the caller's.
  case screen(String, params: PackedValue)

  var name: String {
    switch self {
    case .start(let slot, _): slot
    case .screen(let name, _): name
    }
  }
}

/// Tabs and splits.
extension Turn {
  func setTabs(_ requests: [TabRequest], by coordinator: LiveCoordinator) throws {
    try permit(.act("set tabs"), for: coordinator)
    guard requests.count <= limits.tabs else {
      throw exceeds("cannot set \(requests.count) tabs: a router shows \(limits.tabs) at most")
    }
    for request in requests {
      for name in [request.name, request.start, request.title, request.icon] {
        if let name { try charge(name: name, of: "a tab") }
      }
      try charge(request.input)
    }
    let tabs = requests.map { request in
      Tab(
        name: request.name, title: request.title, icon: request.icon,
        router: RouterState(id: world.makeRouterID()))
    }
    try whole {
      try setContainer(by: coordinator) { try $0.setTabs(tabs, on: coordinator.router) }
      for (request, tab) in zip(requests, tabs) {
        let start = TabStart(name: request.name, slot: request.start, input: request.input)
        world.addRouter(tab.router.id, RouterRecord(start: start))
      }
      for (index, request) in requests.enumerated() where index == 0 || request.isEager {
        try startTab(tabs[index].router.id, of: coordinator)
      }
    }
  }

  func split(primary: SideRequest, secondary: SideRequest, by coordinator: LiveCoordinator) throws {
    try permit(.act("split"), for: coordinator)
    let sides = [(primary, world.makeRouterID()), (secondary, world.makeRouterID())]
    let split = Split(
      primary: RouterState(id: sides[0].1), secondary: RouterState(id: sides[1].1),
      isCollapsed: device.kind == .phone)
    try whole {
      try setContainer(by: coordinator) { try $0.split(split, on: coordinator.router) }
      for (_, router) in sides { world.addRouter(router, RouterRecord()) }
      for (side, router) in split.isCollapsed ? sides.dropLast() : sides[...] {
        try fill(router, with: side, by: coordinator)
      }
    }
  }

  private func fill(
    _ router: RouterID, with side: SideRequest, by coordinator: LiveCoordinator
  ) throws {
    switch side {
    case .start(let slot, let input):
      _ = try start(slot, input: input, by: coordinator, placement: .router(router))
    case .screen(let name, let params):
      let screen = try newScreen(name, params, of: coordinator, for: "show")
      try navigate { try $0.push(screen, on: router) }
      own(screen, coordinator, on: router)
    }
  }

  /// Puts tabs or a split where that coordinator's stack, or what it had set before, is.
  private func setContainer(
    by coordinator: LiveCoordinator, _ change: (inout Navigation) throws -> Removal
  ) throws {
    let router = coordinator.router
    let removal = try takeAway(by: coordinator, .removed, on: router, change)
    if let before = world.routers[router]?.containerOwner {
      world.setContainers(before.containers.subtracting([router]), of: before)
    }
    world.changeRouter(router) { $0.containerOwner = coordinator }
    world.setContainers(coordinator.containers.union([router]), of: coordinator)
    account(for: removal, by: coordinator, reason: .removed)
  }

  /// Selects a tab on the nearest tabs that have it: those that the coordinator has set, or those
  /// that it runs in.
  func selectTab(_ name: String, by coordinator: LiveCoordinator) throws {
    try permit(.act("select the tab \"\(name)\""), for: coordinator)
    let router = try tabsRouter(with: name, for: coordinator)
    try select(name, on: router)
  }

  func setBadge(_ name: String, _ badge: Value?, by coordinator: LiveCoordinator) throws {
    try permit(.act("set the badge of \"\(name)\""), for: coordinator)
    let router = try tabsRouter(with: name, for: coordinator)
    let badge = try PackedValue(badge ?? .null)
    try charge(badge)
    try navigate { try $0.setBadge(badge.value, tab: name, on: router) }
  }

  func showDetail(
    _ name: String, _ params: PackedValue, by coordinator: LiveCoordinator, animated: Animation
  ) throws {
    let screen = try newScreen(name, params, of: coordinator, for: "show the detail")
    guard let router = world.navigation.splitRouter(around: coordinator.router),
      let split = world.navigation.router(router)?.split
    else {
      throw FlowError(
        .misuse,
        """
        cannot show the detail "\(name)": \(coordinator.name) runs in no split. Set one with \
        router:split, or push the screen.
        """)
    }
    let side = split.isCollapsed ? split.primary.id : split.secondary.id
    let removal = try takeAway(by: coordinator, .removed) {
      try $0.showDetail(screen, on: router)
    }
    own(screen, coordinator, on: side, animated)
    settleContainer(on: side)
    account(for: removal, by: coordinator, reason: .removed)
  }

  /// Selects a tab of those on that router, and starts what runs in it unless it does already.
  func select(_ name: String, on router: RouterID) throws {
    try whole {
      try navigate { try $0.selectTab(name, on: router) }
      guard let owner = world.routers[router]?.containerOwner,
        let tab = world.navigation.tabs(of: router)?[name]
      else { return }
      try startTab(tab.router.id, of: owner)
    }
  }

  private func startTab(_ router: RouterID, of owner: LiveCoordinator) throws {
    guard let record = world.routers[router], let tab = record.start, record.residents.isEmpty
    else { return }
    _ = try start(
      tab.slot, name: tab.name, input: tab.input, by: owner, placement: .router(router))
  }

  /// Who runs in a tab of the nearest tabs that have it.
  func resident(ofTab name: String, for coordinator: LiveCoordinator) -> LiveCoordinator? {
    guard let router = try? tabsRouter(with: name, for: coordinator),
      let tab = world.navigation.tabs(of: router)?[name]
    else { return nil }
    return world.routers[tab.router.id]?.residents.values.max { $0.id < $1.id }
  }

  private func tabsRouter(with name: String, for coordinator: LiveCoordinator) throws -> RouterID {
    let around = world.navigation.tabRouters(around: coordinator.router)
    if let found = around.first(where: { world.navigation.tabs(of: $0)?[name] != nil }) {
      return found
    }
    guard let nearest = around.first, let tabs = world.navigation.tabs(of: nearest) else {
      throw FlowError(
        .misuse, "there is no tab \"\(name)\": \(coordinator.name) has set no tabs and runs in none"
      )
    }
    throw FlowError(
      .misuse, "there is no tab \"\(name)\"\(Suggestion.near(name, among: tabs.names))")
  }
}
