import PlainValues

extension Navigation {
  /// Puts a screen on top of a router's stack.
  ///
  /// - Throws: ``NavigationError`` where the router shows no stack, or is a modal of one screen.
  public mutating func push(_ screen: Screen, on router: RouterID) throws(NavigationError) {
    let attempt = Attempt("push", screen.name)
    var stack = try stack(of: router, for: attempt)
    if modals.contains(where: { $0.id == router && $0.isSingle }) {
      throw NavigationError(
        reason: .singleScreen, attempt: attempt,
        situation: "the modal \(stack.path) shows one screen",
        hint: "a flow in a modal is a coordinator started with present")
    }
    stack.push(screen)
    show(.stack(stack), on: router)
  }

  /// Puts a screen in the place of the top one.
  ///
  /// - Throws: ``NavigationError`` where the router shows no stack, or the stack is empty.
  @discardableResult
  public mutating func replace(
    with screen: Screen, on router: RouterID
  ) throws(NavigationError) -> Removal {
    let attempt = Attempt("replace", screen.name)
    var stack = try stack(of: router, for: attempt)
    guard !stack.isEmpty else {
      throw emptyStack(attempt, hint: "push shows the first screen")
    }
    let removed = stack.pop()
    stack.push(screen)
    show(.stack(stack), on: router)
    return Removal(screens: removed)
  }

  /// Makes a screen all that a router shows: its stack goes, or its tabs or split with all within
  /// and the modals over it.
  ///
  /// - Throws: ``NavigationError`` where there is no such router.
  @discardableResult
  public mutating func setRoot(
    _ screen: Screen, on router: RouterID
  ) throws(NavigationError) -> Removal {
    let state = try existing(router, for: Attempt("set_root", screen.name))
    return replaceContent(of: state, by: .stack(Stack([screen])))
  }

  /// Takes the top screens away.
  ///
  /// - Parameter count: How many; the root stays.
  /// - Throws: ``NavigationError`` where the router shows no stack, or one with fewer screens above
  ///   the root.
  @discardableResult
  public mutating func pop(
    _ count: Int = 1, on router: RouterID
  ) throws(NavigationError) -> Removal {
    let attempt = Attempt(count == 1 ? "pop" : "pop(\(count))")
    let stack = try stack(of: router, for: attempt)
    guard count >= 1 else {
      throw NavigationError(
        reason: .badArgument, attempt: attempt, situation: "the number of screens is 1 or more")
    }
    guard !stack.isEmpty else { throw emptyStack(attempt, hint: "nothing was pushed yet") }
    guard count < stack.count else { throw rootStays(attempt, stack, on: router) }
    return take(count, from: stack, on: router)
  }

  /// Takes away all that lies above the topmost screen of a name; nothing where that is on top.
  ///
  /// - Throws: ``NavigationError`` where the router shows no stack, or none with such a screen.
  @discardableResult
  public mutating func popTo(
    _ name: String, on router: RouterID
  ) throws(NavigationError) -> Removal {
    let attempt = Attempt("pop_to", name)
    let stack = try stack(of: router, for: attempt)
    guard let above = stack.depth(of: name) else {
      throw NavigationError(
        reason: .noSuchScreen, attempt: attempt, situation: try summary(of: router, for: attempt),
        hint: whereabouts(of: name, notOn: stack, of: router))
    }
    return take(above, from: stack, on: router)
  }

  /// Takes away all that lies above the root; nothing where nothing does.
  ///
  /// - Throws: ``NavigationError`` where the router shows no stack.
  @discardableResult
  public mutating func popToRoot(on router: RouterID) throws(NavigationError) -> Removal {
    let stack = try stack(of: router, for: Attempt("pop_to_root"))
    return take(max(stack.count - 1, 0), from: stack, on: router)
  }

  /// Takes a screen away with all above it in its stack: what back does. At the root of a modal the
  /// modal goes.
  ///
  /// - Throws: ``NavigationError`` where there is no such screen, or where it is the root of what
  ///   is no modal.
  @discardableResult
  public mutating func pop(through screen: ScreenID) throws(NavigationError) -> Removal {
    guard let location = locate(screen) else {
      throw NavigationError(
        reason: .noSuchScreen, attempt: Attempt("go back"), situation: "\(screen) has gone")
    }
    let attempt = Attempt("go back from", location.screen.name)
    let stack = try stack(of: location.router, for: attempt)
    guard location.isRoot else {
      return take(location.above + 1, from: stack, on: location.router)
    }
    guard modals.contains(where: { $0.id == location.router }) else {
      throw rootStays(attempt, stack, on: location.router)
    }
    return try dismiss(modal: location.router)
  }

  /// Gives a screen other params, wherever it is. Costs the screens above it.
  ///
  /// - Returns: Whether it is still there.
  @discardableResult
  public mutating func update(_ screen: ScreenID, params: PackedValue) -> Bool {
    edit(screen) { $0.params = params }
  }

  /// Gives a screen other gestures that are refused at their start, wherever it is. Costs the
  /// screens above it.
  ///
  /// - Returns: Whether it is still there.
  @discardableResult
  public mutating func update(_ screen: ScreenID, interception: Interception) -> Bool {
    edit(screen) { $0.interception = interception }
  }

  private mutating func edit(_ id: ScreenID, _ change: (inout Screen) -> Void) -> Bool {
    guard let location = locate(id), var stack = router(location.router)?.stack else {
      return false
    }
    var screen = location.screen
    change(&screen)
    stack.update(screen)
    show(.stack(stack), on: location.router)
    return true
  }

  private mutating func take(_ count: Int, from stack: Stack, on router: RouterID) -> Removal {
    var rest = stack
    let removed = rest.pop(count)
    show(.stack(rest), on: router)
    return Removal(screens: removed)
  }
}
