import PlainValues

/// A place that shows screens, and what it shows: a stack, or tabs or a split, whose parts are
/// such places themselves.
public struct RouterState: Hashable, Sendable {
  public let id: RouterID
  public var content: Content

  public enum Content: Hashable, Sendable {
    case stack(Stack)
    // Apart from it, so that the most common kind is taken and let go of as one reference.
    indirect case tabs(Tabs)
    indirect case split(Split)
  }

  public init(id: RouterID, content: Content) {
    self.id = id
    self.content = content
  }

  /// A router that shows a stack of these screens, the root first.
  public init(id: RouterID, _ rootFirst: [Screen] = []) {
    self.init(id: id, content: .stack(Stack(rootFirst)))
  }
}

/// Routers beside each other, of which one shows.
public struct Tabs: Hashable, Sendable {
  /// The tabs in their order, of which no two have one name.
  public var tabs: [Tab]
  /// The index of the one that shows.
  public var selected: Int

  public init(_ tabs: [Tab], selected: Int = 0) {
    self.tabs = tabs
    self.selected = selected
  }

  public var names: [String] { tabs.map(\.name) }

  public var selectedTab: Tab? { tabs.indices.contains(selected) ? tabs[selected] : nil }

  public subscript(name: String) -> Tab? { tabs.first { $0.name == name } }
}

/// One of the routers beside each other, and what its button shows.
public struct Tab: Hashable, Sendable {
  public let name: String
  public var title: String?
  public var icon: String?
  /// What its button is marked with: a number or a word.
  public var badge: Value?
  public var router: RouterState

  public init(
    name: String, title: String? = nil, icon: String? = nil, badge: Value? = nil,
    router: RouterState
  ) {
    self.name = name
    self.title = title
    self.icon = icon
    self.badge = badge
    self.router = router
  }
}

/// Two routers, such as a list and what is chosen in it.
public struct Split: Hashable, Sendable {
  public var primary: RouterState
  public var secondary: RouterState
  /// Whether there is room for one side only, as on a phone. The primary then shows, and a detail
  /// is pushed onto it; the secondary waits.
  public var isCollapsed: Bool

  public init(primary: RouterState, secondary: RouterState, isCollapsed: Bool = false) {
    self.primary = primary
    self.secondary = secondary
    self.isCollapsed = isCollapsed
  }
}
