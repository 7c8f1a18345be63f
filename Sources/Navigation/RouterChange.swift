/// A router on the platform: what the platform shows on it so far, and what it is to show.
struct RouterChange {
  /// What a platform shows on a router so far.
  enum Shown {
    /// What the router did before.
    case router(RouterState)
    /// Nothing yet, since its tabs have only just come.
    case nothing
    /// The first screen of its stack, which came with the router. Where the router is to show tabs
    /// or a split, it only named it.
    case first(Screen?)
  }

  let shown: Shown
  let after: RouterState
  /// The innermost tab that it is in.
  let tab: String?
  /// Whether it is the second side of an expanded split.
  let isDetail: Bool

  init(_ shown: Shown, to after: RouterState, tab: String? = nil, isDetail: Bool = false) {
    self.shown = shown
    self.after = after
    self.tab = tab
    self.isDetail = isDetail
  }

  /// What the router did before, where the platform has kept it.
  private var before: RouterState? {
    if case .router(let state) = shown { state } else { nil }
  }

  /// The tabs that the platform shows already, where it is to keep them.
  var keptTabs: Tabs? {
    guard let old = before?.tabs, let new = after.tabs, old.hasSameTabs(as: new) else {
      return nil
    }
    return old
  }

  /// The split that the platform shows already, where it is to keep it.
  var keptSplit: Split? {
    guard let old = before?.split, let new = after.split, old.hasSameSides(as: new) else {
      return nil
    }
    return old
  }

  /// Its parts, as far as a platform knows them.
  var parts: [RouterChange] {
    switch after.content {
    case .stack: return []
    case .tabs(let tabs):
      let kept = keptTabs
      return tabs.tabs.enumerated().map { index, tab in
        RouterChange(
          kept.map { .router($0.tabs[index].router) } ?? .nothing, to: tab.router, tab: tab.name)
      }
    case .split(let split):
      let kept = keptSplit
      let primary = RouterChange(
        kept.map { .router($0.primary) } ?? .first(split.primary.firstScreen), to: split.primary,
        tab: tab)
      guard !split.isCollapsed else { return [primary] }
      let secondary = RouterChange(
        kept.map { .router($0.secondary) } ?? .first(split.secondary.firstScreen),
        to: split.secondary, tab: tab, isDetail: true)
      return [primary, secondary]
    }
  }

  /// Whether the platform shows anything else so far than it is to show. Costs what differs, and
  /// the number of routers within.
  private var isChange: Bool { before != after }

  /// Itself and all within, each before its parts, without those that stay as they are.
  var all: [RouterChange] {
    isChange ? parts.reduce(into: [self]) { $0 += $1.all } : []
  }

  /// The one stack call that it takes; none where its stack is as it is to be, or it shows no
  /// stack.
  var stackCall: RouterCall.Action? {
    guard let stack = after.stack else { return nil }
    let action: RouterCall.Action? =
      switch shown {
      case .nothing: StackDifference(from: Stack(), to: stack).action
      case .first(let screen):
        StackDifference(from: Stack(screen.map { [$0] } ?? []), to: stack).action
      case .router(let state):
        state.stack.map { StackDifference(from: $0, to: stack).action } ?? stack.replacingContainer
      }
    guard isDetail, case .setRoot(let screen) = action else { return action }
    return .showDetail(screen)
  }

  /// The screens that it shows before and after and that have other params now.
  var updated: [Screen] {
    guard let old = before?.stack, let new = after.stack else { return [] }
    return StackDifference(from: old, to: new).updated
  }
}

extension Stack {
  /// The call that shows this stack in place of tabs or a split: nothing of them stays.
  fileprivate var replacingContainer: RouterCall.Action? {
    guard let top else { return .clear }
    return count == 1 ? .setRoot(top) : .setStack(self)
  }
}

extension Tabs {
  /// Whether a platform can keep its tabs: badges, selection and what they show may differ.
  fileprivate func hasSameTabs(as other: Tabs) -> Bool {
    tabs.elementsEqual(other.tabs) { old, new in
      old.router.id == new.router.id && old.name == new.name && old.title == new.title
        && old.icon == new.icon
    }
  }
}

extension Split {
  /// Whether a platform can keep its sides: what they show may differ.
  fileprivate func hasSameSides(as other: Split) -> Bool {
    primary.id == other.primary.id && secondary.id == other.secondary.id
      && isCollapsed == other.isCollapsed
  }
}
