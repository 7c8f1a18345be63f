import Navigation
import PlainValues

/// What a coordinator asks of its router.
extension Turn {
  func push(
    _ name: String, _ params: PackedValue, by coordinator: LiveCoordinator, animated: Animation
  ) throws {
    let screen = try newScreen(name, params, of: coordinator, for: "push")
    try navigate(on: coordinator.router) { try $0.push(screen, on: coordinator.router) }
    own(screen, coordinator, on: coordinator.router, animated)
  }

  func show(
    _ name: String, _ params: PackedValue, by coordinator: LiveCoordinator, animated: Animation
  ) throws {
    try permit(.act("show \"\(name)\""), for: coordinator)
    guard let top = world.navigation.router(coordinator.router)?.stack?.top, top.name == name,
      world.screens[top.id]?.owner === coordinator
    else { return try push(name, params, by: coordinator, animated: animated) }
    let merged = try Merge.merge.apply(params, onto: top.params)
    world.navigation.update(top.id, params: merged)
  }

  func ask(
    _ name: String, _ params: PackedValue, by coordinator: LiveCoordinator, animated: Animation
  ) throws -> ScreenID {
    try permit(.act("ask \"\(name)\""), for: coordinator)
    guard let known = world.navigation.screen(named: name, on: coordinator.router),
      world.screens[known.id]?.owner === coordinator
    else {
      try push(name, params, by: coordinator, animated: animated)
      guard let pushed = world.navigation.router(coordinator.router)?.stack?.top else {
        throw FlowError(.misuse, "cannot ask \"\(name)\": it is not on show")
      }
      return pushed.id
    }
    try pop(to: name, by: coordinator, animated: animated)
    try update(name, params, merging: .merge, by: coordinator)
    return known.id
  }

  func replace(
    _ name: String, _ params: PackedValue, by coordinator: LiveCoordinator, animated: Animation
  ) throws {
    try place(name, params, by: coordinator, animated, verb: "replace") { navigation, screen in
      try navigation.replace(with: screen, on: coordinator.router)
    }
  }

  func setRoot(
    _ name: String, _ params: PackedValue, by coordinator: LiveCoordinator, animated: Animation
  ) throws {
    try place(name, params, by: coordinator, animated, verb: "set_root") { navigation, screen in
      try navigation.setRoot(screen, on: coordinator.router)
    }
  }

  /// Puts a screen where others are, which go.
  private func place(
    _ name: String, _ params: PackedValue, by coordinator: LiveCoordinator, _ animated: Animation,
    verb: String, _ change: (inout Navigation, Screen) throws -> Removal
  ) throws {
    let screen = try newScreen(name, params, of: coordinator, for: verb)
    let removal = try takeAway(by: coordinator, .removed, on: coordinator.router) {
      try change(&$0, screen)
    }
    own(screen, coordinator, on: coordinator.router, animated)
    settleContainer(on: coordinator.router)
    account(for: removal, by: coordinator, reason: .removed)
  }

  func pop(_ count: Int, by coordinator: LiveCoordinator, animated: Animation) throws {
    try take("pop", by: coordinator, animated) { try $0.pop(count, on: coordinator.router) }
  }

  func pop(to name: String, by coordinator: LiveCoordinator, animated: Animation) throws {
    try take("pop_to", by: coordinator, animated) {
      try $0.popTo(name, on: coordinator.router)
    }
  }

  func popToRoot(by coordinator: LiveCoordinator, animated: Animation) throws {
    try take("pop_to_root", by: coordinator, animated) {
      try $0.popToRoot(on: coordinator.router)
    }
  }

  func present(
    _ name: String, _ params: PackedValue, style: ModalStyle, isLocked: Bool,
    by coordinator: LiveCoordinator, animated: Animation
  ) throws {
    let screen = try newScreen(name, params, of: coordinator, for: "present")
    let router = world.makeRouterID()
    let modal = Modal(
      screen, router: router, over: coordinator.router, style: style, isLocked: isLocked)
    try navigate(on: coordinator.router) { try $0.present(modal) }
    world.addRouter(router, RouterRecord())
    own(screen, coordinator, on: router, animated)
  }

  func dismiss(by coordinator: LiveCoordinator, animated: Animation) throws {
    try take("dismiss", by: coordinator, animated, reason: .dismissed) {
      try $0.dismiss(over: coordinator.router)
    }
  }

  func dismissAll(by coordinator: LiveCoordinator, animated: Animation) throws {
    try take("dismiss_all", by: coordinator, animated, reason: .dismissed) {
      try $0.dismissAll(over: coordinator.router)
    }
  }

  /// Changes the params of a screen.
  ///
  /// - Parameter name: nil for the screen whose event is being handled, else the coordinator's
  ///   own topmost.
  func update(
    _ name: String?, _ params: PackedValue, merging: Merge, by coordinator: LiveCoordinator
  ) throws {
    try permit(.act("update a screen"), for: coordinator)
    try charge(params)
    guard params.isTable else {
      throw FlowError(
        .misuse, "cannot update a screen with \(JSON.text(of: params.value)): params are a table")
    }
    let screen =
      name.map { self.screen(named: $0, for: coordinator) } ?? screenInHand(of: coordinator)
    guard let screen else {
      let what = name.map { "screen \"\($0)\"" } ?? "screen"
      return note(
        .warning, "\(coordinator.path) updates a \(what) that is not there: nothing is changed")
    }
    let merged = try merging.apply(params, onto: screen.params)
    guard merged != screen.params else { return }
    world.navigation.update(screen.id, params: merged)
  }

  private func screenInHand(of coordinator: LiveCoordinator) -> Screen? {
    if let sender = handling.last?.event?.screen { return world.navigation.screen(sender) }
    return topmost(of: coordinator) { _ in true }
  }

  private func screen(named name: String, for coordinator: LiveCoordinator) -> Screen? {
    topmost(of: coordinator) { $0 == name }
      ?? world.navigation.screen(named: name, on: coordinator.router)
  }

  /// Of a coordinator's own screens whose name fits, the one that was put on show last.
  private func topmost(of coordinator: LiveCoordinator, where fits: (String) -> Bool) -> Screen? {
    for (id, _) in coordinator.screens.highestFirst {
      if let record = world.screens[id], fits(record.name) { return world.navigation.screen(id) }
    }
    return nil
  }

  // MARK: Steps they share

  /// A screen to be put on show by that coordinator.
  func newScreen(
    _ name: String, _ params: PackedValue, of coordinator: LiveCoordinator, for verb: String
  ) throws -> Screen {
    try charge(name: name, of: "a screen")
    try permit(.act("\(verb) \"\(name)\""), for: coordinator)
    guard !EventNames.reservedSources.contains(name) else {
      throw FlowError(
        .misuse, "cannot \(verb) \"\(name)\": that name is reserved for events; rename the screen")
    }
    guard !name.isEmpty else { throw FlowError(.misuse, "cannot \(verb): a screen has a name") }
    try charge(params)
    guard params.isTable else {
      throw FlowError(
        .misuse,
        "cannot \(verb) \"\(name)\": its params have to be a table, not \(JSON.text(of: params.value))"
      )
    }
    guard world.screens.count < limits.screens else {
      throw exceeds("cannot \(verb) \"\(name)\": \(limits.screens) screens are on show already")
    }
    return Screen(
      id: world.makeScreenID(), name: name, params: params,
      interception: coordinator.behavior.interception(ofScreen: name))
  }

  /// Writes down who a screen that is on show now belongs to.
  func own(
    _ screen: Screen, _ owner: LiveCoordinator, on router: RouterID, _ animated: Animation = .on
  ) {
    world.addScreen(screen.id, ScreenRecord(owner: owner, name: screen.name, router: router))
    if animated == .off { effects.sequels.append(.unanimated(router)) }
  }

  private func take(
    _ verb: String, by coordinator: LiveCoordinator, _ animated: Animation,
    reason: RemovalReason = .removed, _ change: (inout Navigation) throws -> Removal
  ) throws {
    try permit(.act(verb), for: coordinator)
    let removal = try takeAway(by: coordinator, reason, on: coordinator.router, change)
    if animated == .off {
      for router in [coordinator.router] + removal.routers {
        effects.sequels.append(.unanimated(router))
      }
    }
    account(for: removal, by: coordinator, reason: reason)
  }

  /// What a script is likely to overlook where it takes away what has gone by itself.
  private var whatHasGone: String {
    guard let event = handling.last?.event else { return "" }
    let ends = [EventNames.finished, EventNames.cancelled, EventNames.ended]
    if ends.contains(event.name), event.child != nil {
      return "; by the time \(event.name) is told, the screens of \(event.source.key) are gone"
    }
    if let screen = event.screen, world.screens[screen] == nil, let name = event.screenName {
      return "; \(name) has closed itself"
    }
    return ""
  }

  /// Changes the navigation, or says as the host's own error why that cannot be done; then it is
  /// as it was.
  ///
  /// - Parameter router: the one that is to be there for it; nil where there is no doubt.
  @discardableResult
  func navigate<Result>(
    on router: RouterID? = nil, _ change: (inout Navigation) throws -> Result
  ) throws -> Result {
    do {
      var changed = world.navigation
      if let router { try bringUp(router, in: &changed) }
      let result = try change(&changed)
      world.navigation = changed
      return result
    } catch let error as NavigationError {
      throw FlowError(.misuse, error.description + whatHasGone, cause: error)
    }
  }

  /// Puts the modal of a flow that has shown nothing yet on the pile, after those that it lies
  /// over. It shows with its first screen.
  private func bringUp(_ router: RouterID, in navigation: inout Navigation) throws {
    guard navigation.router(router) == nil, let modal = world.routers[router]?.modal else { return }
    try bringUp(modal.over, in: &navigation)
    try navigation.present(
      Modal(
        router: RouterState(id: router), over: modal.over, style: modal.style,
        isLocked: modal.isLocked))
  }

  /// After what a router shows was replaced or taken away: whoever had set tabs or a split on it
  /// has not any more.
  func settleContainer(on router: RouterID) {
    guard let owner = world.routers[router]?.containerOwner,
      world.navigation.router(router).map({ $0.stack != nil }) ?? true
    else { return }
    world.changeRouter(router) { $0.containerOwner = nil }
    world.setContainers(owner.containers.subtracting([router]), of: owner)
  }
}

/// Whether the platform is to animate a change.
public enum Animation: Sendable { case on, off }

/// What new params do to those that are there.
public enum Merge: Sendable {
  case merge, replace

  func apply(_ new: PackedValue, onto old: PackedValue) throws -> PackedValue {
    if self == .merge, new.isEmpty { return old }
    guard self == .merge, !old.isEmpty, case .object(let additions) = new.value,
      case .object(let base) = old.value
    else { return new }
    return try PackedValue(.object(base.merging(additions) { _, new in new }))
  }
}
