extension RouterState {
  /// The stack that it shows itself; none where it shows tabs or a split.
  public var stack: Stack? { if case .stack(let stack) = content { stack } else { nil } }
  public var tabs: Tabs? { if case .tabs(let tabs) = content { tabs } else { nil } }
  public var split: Split? { if case .split(let split) = content { split } else { nil } }

  /// The routers that are its parts, in order.
  var parts: [RouterState] {
    switch content {
    case .stack: []
    case .tabs(let tabs): tabs.tabs.map(\.router)
    case .split(let split): [split.primary, split.secondary]
    }
  }

  /// Those of its parts that show when it does.
  var showingParts: [RouterState] {
    switch content {
    case .stack: []
    case .tabs(let tabs): tabs.selectedTab.map { [$0.router] } ?? []
    case .split(let split):
      split.isCollapsed ? [split.primary] : [split.primary, split.secondary]
    }
  }

  /// Itself and all routers within, each before its parts.
  var routers: [RouterState] { parts.reduce(into: [self]) { $0 += $1.routers } }

  /// Itself and the routers within that show when it does, each before its parts.
  var showing: [RouterState] { showingParts.reduce(into: [self]) { $0 += $1.showing } }

  /// The router of that id: itself or one within.
  func router(_ id: RouterID) -> RouterState? {
    guard id != self.id else { return self }
    for part in parts {
      if let found = part.router(id) { return found }
    }
    return nil
  }

  /// Whether a screen is in it or within.
  var hasScreens: Bool {
    if case .stack(let stack) = content { return !stack.isEmpty }
    return parts.contains(where: \.hasScreens)
  }

  /// The screen that it began with: the root of its stack, or of the first part that shows or has
  /// one.
  var firstScreen: Screen? {
    if case .stack(let stack) = content { return stack.root }
    return (showingParts + parts).lazy.compactMap(\.firstScreen).first
  }

  /// All screens in it and within, each stack with the root first.
  var screens: [Screen] {
    if case .stack(let stack) = content { stack.screens } else { parts.flatMap(\.screens) }
  }

  /// Shows something else on the router of that id: on itself or one within.
  ///
  /// - Returns: Whether there is such a router.
  @discardableResult
  mutating func show(_ content: Content, on id: RouterID) -> Bool {
    guard id != self.id else {
      self.content = content
      return true
    }
    switch self.content {
    case .stack: return false
    case .tabs(var tabs):
      for index in tabs.tabs.indices where tabs.tabs[index].router.show(content, on: id) {
        self.content = .tabs(tabs)
        return true
      }
    case .split(var split):
      if split.primary.show(content, on: id) || split.secondary.show(content, on: id) {
        self.content = .split(split)
        return true
      }
    }
    return false
  }

  /// Lets each stack in it and within change, the last first.
  mutating func editStacks(_ edit: (inout Stack) -> Void) {
    switch content {
    case .stack(var stack):
      edit(&stack)
      content = .stack(stack)
    case .tabs(var tabs):
      for index in tabs.tabs.indices.reversed() { tabs.tabs[index].router.editStacks(edit) }
      content = .tabs(tabs)
    case .split(var split):
      split.secondary.editStacks(edit)
      split.primary.editStacks(edit)
      content = .split(split)
    }
  }
}
