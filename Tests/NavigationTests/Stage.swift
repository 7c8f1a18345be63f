import Navigation
import PlainValues
import Testing

/// A navigation with a platform beside it, for tests that read as setup, event, expectation.
/// Routers go by the names of their tabs, of the modals' first screens, or `base`.
struct Stage {
  var navigation: Navigation
  private(set) var platform = PlatformStandIn(base: Self.base)
  private var shown = Navigation(base: Self.base)
  private var last: UInt64 = 1
  private var routers: [String: RouterID] = ["base": Self.base]

  static let base = RouterID(rawValue: 1)

  /// These screens on the base, the root first, and on the platform too.
  init(_ names: String...) throws {
    navigation = Navigation(base: Self.base)
    for name in names { try push(name) }
    _ = calls()
  }

  /// What the platform is asked for now. It does it, and shows the navigation then.
  mutating func calls(
    unanimated: Set<RouterID> = [], sourceLocation: SourceLocation = #_sourceLocation
  ) -> [String] {
    let calls = shown.calls(to: navigation, unanimated: unanimated)
    let kept = platform.views.filter { navigation.screensOnPlatform.contains($0.key) }
    #expect(throws: Never.self, "\(calls)", sourceLocation: sourceLocation) {
      try platform.perform(calls)
    }
    #expect(platform.shapes == navigation.shapes, "\(calls)", sourceLocation: sourceLocation)
    for (id, view) in kept {
      #expect(platform.views[id] === view, "\(id) was made anew", sourceLocation: sourceLocation)
    }
    shown = navigation
    return calls.map(\.description)
  }
}

// MARK: - Names

extension Stage {
  subscript(name: String) -> RouterID { routers[name] ?? RouterID(rawValue: 0) }

  mutating func router(_ name: String) -> RouterID {
    last += 1
    let id = RouterID(rawValue: last)
    routers[name] = id
    return id
  }

  mutating func screen(_ name: String) -> Screen {
    last += 1
    return Screen(id: ScreenID(rawValue: last), name: name)
  }

  /// The newest screen of that name.
  func screen(named name: String) -> ScreenID {
    navigation.screens.last { $0.name == name }?.id ?? ScreenID(rawValue: 0)
  }
}

// MARK: - Operations

extension Stage {
  mutating func push(_ name: String, on router: String = "base") throws {
    try navigation.push(screen(name), on: self[router])
  }

  mutating func present(
    _ names: String..., over router: String = "base", style: ModalStyle = .sheet,
    isLocked: Bool = false
  ) throws {
    let id = self.router(names[0])
    let state = RouterState(id: id, names.map { screen($0) })
    try navigation.present(
      Modal(router: state, over: self[router], style: style, isLocked: isLocked))
  }

  /// Tabs, each with a screen of its name.
  mutating func setTabs(_ names: String..., on router: String = "base") throws {
    let tabs = names.map { Tab(name: $0, router: RouterState(id: self.router($0), [screen($0)])) }
    try navigation.setTabs(tabs, on: self[router])
  }

  mutating func split(
    _ primary: String, _ secondary: String, on router: String = "base", isCollapsed: Bool = false
  ) throws {
    let split = Split(
      primary: RouterState(id: self.router(primary), [screen(primary)]),
      secondary: RouterState(id: self.router(secondary), [screen(secondary)]),
      isCollapsed: isCollapsed)
    try navigation.split(split, on: self[router])
  }

  mutating func update(_ name: String, params: Value) throws {
    let isThere = navigation.update(screen(named: name), params: try PackedValue(params))
    #expect(isThere)
  }
}

// MARK: - What is there

extension Stage {
  /// The names on the base's stack, the root first.
  var names: [String] { navigation.base.stack?.screens.map(\.name) ?? [] }

  var front: [String] { navigation.front.map(\.name) }
}
