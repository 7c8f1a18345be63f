import PlainValues

/// One thing that a platform's router is asked to do. Its description is the string that tests and
/// traces show, such as `push login (not animated) @account`.
public struct RouterCall: Hashable, Sendable {
  /// The router that it is about: for a modal the modal's own, for tabs and splits the one that
  /// shows them.
  public let router: RouterID
  public let action: Action
  public let isAnimated: Bool
  /// The tab that the router is in, where the router is not in front as the call is made.
  public let tab: String?

  /// What is asked for.
  ///
  /// A screen is the instance that its id names, with its params as they are now. A router that a
  /// call brings up shows nothing yet but what that call says; further calls fill it.
  public enum Action: Hashable, Sendable {
    /// Puts a screen on top of the stack.
    case push(Screen)
    /// Takes the top screen away.
    case pop(Screen)
    /// Takes away all above a screen, which then shows.
    case popTo(Screen)
    /// Puts a screen in the place of the top one.
    case replace(Screen, with: Screen)
    /// Makes a screen the whole stack, in place of the stack, the tabs or the split of before.
    case setRoot(Screen)
    /// Shows exactly this stack, some of whose screens may be there already.
    case setStack(Stack)
    /// Shows no screen any more.
    case clear
    /// Presents a modal over the topmost one. It begins with that screen, or without one where
    /// tabs or a split are to follow; the screen then only names it.
    case present(Modal, Screen)
    /// Takes the topmost modal away, which shows that screen lowest.
    case dismiss(Modal, Screen)
    /// Shows tabs, the first of them selected, each with an empty stack and no badge.
    case setTabs([Tab])
    /// Shows two sides, each with the first screen that it has.
    case split(Split)
    /// Makes a screen the whole stack of an expanded split's second side.
    case showDetail(Screen)
    /// Shows another tab.
    case selectTab(String)
    /// Marks a tab's button, or takes the mark away.
    case setBadge(tab: String, Value?)
    /// Gives a screen that is there already other params.
    case update(Screen)
  }

  public init(router: RouterID, action: Action, isAnimated: Bool = true, tab: String? = nil) {
    self.router = router
    self.action = action
    self.isAnimated = isAnimated
    self.tab = tab
  }
}

extension RouterCall: CustomStringConvertible {
  public var description: String {
    action.description + (isAnimated ? "" : " (not animated)") + (tab.map { " @\($0)" } ?? "")
  }
}

extension RouterCall.Action: CustomStringConvertible {
  public var description: String { ([verb] + names).joined(separator: " ") }

  /// The word that says what is asked for, such as `pop_to`.
  public var verb: String {
    switch self {
    case .push: "push"
    case .pop: "pop"
    case .popTo: "pop_to"
    case .replace: "replace"
    case .setRoot: "set_root"
    case .setStack: "set_stack"
    case .clear: "clear"
    case .present: "present"
    case .dismiss: "dismiss"
    case .setTabs: "set_tabs"
    case .split: "split"
    case .showDetail: "show_detail"
    case .selectTab: "select_tab"
    case .setBadge: "set_badge"
    case .update: "update"
    }
  }

  private var names: [String] {
    switch self {
    case .push(let screen), .pop(let screen), .popTo(let screen), .setRoot(let screen),
      .showDetail(let screen), .update(let screen), .dismiss(_, let screen):
      [screen.name]
    case .replace(let old, let new): [old.name, new.name]
    case .setStack(let stack): stack.screens.map(\.name)
    case .clear: []
    case .present(let modal, let screen): [screen.name, modal.style.rawValue]
    case .setTabs(let tabs): tabs.map(\.name)
    case .split(let split):
      [split.primary, split.secondary].map { $0.firstScreen?.name ?? "-" }
    case .selectTab(let name): [name]
    case .setBadge(let tab, let badge): [tab] + (badge.map { [$0.badgeText] } ?? [])
    }
  }
}

extension Value {
  /// A badge as its button shows it.
  fileprivate var badgeText: String {
    switch self {
    case .string(let word): word
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case .bool(let bool): String(bool)
    default: "•"
    }
  }
}
