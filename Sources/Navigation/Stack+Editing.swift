import PlainValues

extension Stack {
  /// Puts a screen on top.
  public mutating func push(_ screen: Screen) {
    self = Stack(node: Node(screen: screen, below: node))
  }

  /// Takes the top ones away, as many of them as there are. Costs their number.
  ///
  /// - Returns: The screens that went, the top first.
  @discardableResult
  public mutating func pop(_ count: Int = 1) -> [Screen] {
    var removed: [Screen] = []
    var current = node
    while removed.count < count, let next = current {
      removed.append(next.screen)
      current = next.below
    }
    self = Stack(node: current)
    return removed
  }

  /// How many screens lie above that one; nothing where it is not here. Where ids rise from the
  /// root up, as those of pushed screens do, it costs the screens above where it is or would be.
  public func depth(of id: ScreenID) -> Int? {
    var (above, current) = (0, node)
    while let next = current, next.newest >= id {
      if next.screen.id == id { return above }
      (above, current) = (above + 1, next.below)
    }
    return nil
  }

  /// How many screens lie above the topmost of that name. Costs the screens above it.
  public func depth(of name: String) -> Int? {
    var (above, current) = (0, node)
    while let next = current {
      if next.screen.name == name { return above }
      (above, current) = (above + 1, next.below)
    }
    return nil
  }

  /// The screen of that id. Costs what ``depth(of:)-(ScreenID)`` costs.
  public subscript(id: ScreenID) -> Screen? {
    depth(of: id).flatMap { self[depth: $0] }
  }

  /// The screen that has so many above it. Costs their number.
  public subscript(depth above: Int) -> Screen? {
    guard above >= 0, above < count else { return nil }
    var current = node
    for _ in 0..<above { current = current?.below }
    return current?.screen
  }

  /// Puts another version of a screen in the place of the one that has its id; nothing happens
  /// where there is none. Costs the screens above it.
  ///
  /// - Returns: Whether it was there.
  @discardableResult
  mutating func update(_ screen: Screen) -> Bool {
    guard let above = depth(of: screen.id) else { return false }
    let kept = pop(above)
    pop()
    push(screen)
    push(contentsOf: kept)
    return true
  }

  /// Takes away all screens of these ids, wherever they lie. Where ids rise from the root up it
  /// costs the screens above the lowest of them.
  ///
  /// - Returns: The screens that went, the top first.
  mutating func remove(_ ids: Set<ScreenID>) -> [Screen] {
    guard let lowest = ids.min() else { return [] }
    var removed: [Screen] = []
    var seen: [Screen] = []
    var (current, rest) = (node, node)
    var keptAbove = 0
    while removed.count < ids.count, let next = current, next.newest >= lowest {
      current = next.below
      guard ids.contains(next.screen.id) else {
        seen.append(next.screen)
        continue
      }
      removed.append(next.screen)
      (rest, keptAbove) = (current, seen.count)
    }
    guard !removed.isEmpty else { return [] }
    self = Stack(node: rest)
    push(contentsOf: seen.prefix(keptAbove))
    return removed
  }

  /// Puts screens back that are listed with the top first.
  private mutating func push(contentsOf topFirst: some BidirectionalCollection<Screen>) {
    for screen in topFirst.reversed() { push(screen) }
  }
}
