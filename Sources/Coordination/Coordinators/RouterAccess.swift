import Navigation
import PlainValues

/// A coordinator's router: what it calls to change what is on show.
///
/// All of it takes effect at once within the turn, and reaches the platform when the commit has
/// settled. What cannot be done throws a ``FlowError`` that says why, and changes nothing.
public struct RouterAccess {
  let context: CoordinatorContext
  private var turn: Turn { context.turn }
  private var coordinator: LiveCoordinator { context.coordinator }

  /// Puts a screen on top.
  public func push(
    _ screen: String, _ params: PackedValue = .empty, animated: Animation = .on
  ) throws {
    try turn.push(screen, params, by: coordinator, animated: animated)
  }

  /// Puts a screen on top, unless that one is there already: then the params are merged into its.
  public func show(
    _ screen: String, _ params: PackedValue = .empty, animated: Animation = .on
  ) throws {
    try turn.show(screen, params, by: coordinator, animated: animated)
  }

  /// Shows a screen to be asked: goes back to one of its own of that name, or pushes it.
  ///
  /// - Returns: the screen, for ``Wait/screen(_:)``.
  public func ask(
    _ screen: String, _ params: PackedValue = .empty, animated: Animation = .on
  ) throws -> ScreenID {
    try turn.ask(screen, params, by: coordinator, animated: animated)
  }

  /// Puts a screen in the place of the top one.
  public func replace(
    _ screen: String, _ params: PackedValue = .empty, animated: Animation = .on
  ) throws {
    try turn.replace(screen, params, by: coordinator, animated: animated)
  }

  /// Makes a screen all that the router shows.
  public func setRoot(
    _ screen: String, _ params: PackedValue = .empty, animated: Animation = .on
  ) throws {
    try turn.setRoot(screen, params, by: coordinator, animated: animated)
  }

  /// Takes the top screens away.
  public func pop(_ count: Int = 1, animated: Animation = .on) throws {
    try turn.pop(count, by: coordinator, animated: animated)
  }

  /// Takes away what lies above the topmost screen of that name.
  public func pop(to screen: String, animated: Animation = .on) throws {
    try turn.pop(to: screen, by: coordinator, animated: animated)
  }

  /// Takes away all but the root.
  public func popToRoot(animated: Animation = .on) throws {
    try turn.popToRoot(by: coordinator, animated: animated)
  }

  /// Whether the user can pull a modal down.
  public enum Locking: Sendable { case unlocked, locked }

  /// Presents one screen over this router. A flow in a modal is a child that is started with
  /// ``ChildOptions/Presentation``.
  public func present(
    _ screen: String, _ params: PackedValue = .empty, style: ModalStyle = .sheet,
    _ locking: Locking = .unlocked, animated: Animation = .on
  ) throws {
    try turn.present(
      screen, params, style: style, isLocked: locking == .locked, by: coordinator,
      animated: animated)
  }

  /// Dismisses the topmost modal over this router.
  public func dismiss(animated: Animation = .on) throws {
    try turn.dismiss(by: coordinator, animated: animated)
  }

  /// Dismisses all modals over this router.
  public func dismissAll(animated: Animation = .on) throws {
    try turn.dismissAll(by: coordinator, animated: animated)
  }

  /// Makes the request that was refused last once more, after this turn, without asking those who
  /// have agreed or refused.
  ///
  /// - Throws: ``FlowError`` where none is kept.
  public func proceed() throws { try turn.proceed(by: coordinator) }

  /// Changes the params of the screen whose event is being handled, else of the coordinator's own
  /// topmost. If it is gone, nothing happens, with a diagnostic.
  public func update(_ params: PackedValue, _ merge: Merge = .merge) throws {
    try update(nil, params, merge)
  }

  /// Changes the params of a screen.
  ///
  /// - Parameter screen: the topmost of that name; nil for the one that ``update(_:_:)`` takes.
  public func update(_ screen: String?, _ params: PackedValue, _ merge: Merge = .merge) throws {
    try turn.update(screen, params, merging: merge, by: coordinator)
  }

  /// Sets tabs in place of what the router shows, with a coordinator and a router each.
  public func setTabs(_ tabs: [TabRequest]) throws { try turn.setTabs(tabs, by: coordinator) }

  public func selectTab(_ name: String) throws { try turn.selectTab(name, by: coordinator) }

  /// Marks a tab with a number or a word; nil takes the mark away.
  public func setBadge(_ tab: String, _ badge: Value?) throws {
    try turn.setBadge(tab, badge, by: coordinator)
  }

  /// Sets two sides in place of what the router shows. On a phone the primary alone shows.
  public func split(primary: SideRequest, secondary: SideRequest) throws {
    try turn.split(primary: primary, secondary: secondary, by: coordinator)
  }

  /// Shows a screen on the secondary side of the nearest split; on a phone it is pushed.
  public func showDetail(
    _ screen: String, _ params: PackedValue = .empty, animated: Animation = .on
  ) throws {
    try turn.showDetail(screen, params, by: coordinator, animated: animated)
  }
}
