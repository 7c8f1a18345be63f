/// Screens on top of each other, as an immutable linked list with the top first.
///
/// A version shares with the one that it was made from all that lies beneath the change. Keeping
/// the version from before therefore costs nothing, pushing costs the same however deep the stack
/// is, and comparing two versions costs what differs.
public struct Stack: Sendable {
  /// The topmost node; none where the stack is empty.
  let node: Node?

  init(node: Node?) { self.node = node }

  /// A stack of these screens, the root first. Costs their number.
  ///
  /// - Parameter rootFirst: Screens of which no two have one id.
  public init(_ rootFirst: [Screen] = []) {
    self.init(node: rootFirst.reduce(nil) { Node(screen: $1, below: $0) })
  }

  public var top: Screen? { node?.screen }
  public var count: Int { node?.depth ?? 0 }
  public var isEmpty: Bool { node == nil }

  /// The lowest screen. Costs the depth of the stack.
  public var root: Screen? {
    var current = node
    while let below = current?.below { current = below }
    return current?.screen
  }

  /// The screens, the root first. Costs the depth of the stack.
  public var screens: [Screen] { topFirst.reversed() }

  /// The screens, the top first, found as they are asked for.
  public var topFirst: some Sequence<Screen> {
    sequence(state: node) { (next: inout Node?) -> Screen? in
      defer { next = next?.below }
      return next?.screen
    }
  }
}

extension Stack {
  /// A screen and what lies beneath it.
  final class Node: Sendable {
    let screen: Screen
    /// The number of screens from here to the root, this one included.
    let depth: Int
    /// The highest id from here to the root: where a search for a higher one may end.
    let newest: ScreenID
    /// What lies beneath. It is written only by `deinit`, on a node that nobody refers to any
    /// more, so that readers on any thread see what it was made with.
    nonisolated(unsafe) private(set) var below: Node?

    init(screen: Screen, below: Node?) {
      self.screen = screen
      self.below = below
      depth = (below?.depth ?? 0) + 1
      newest = below.map { max($0.newest, screen.id) } ?? screen.id
    }

    /// Lets go of the nodes beneath one by one. Left to themselves they would each free the next
    /// from inside their own release, and a long stack would overflow the thread's.
    deinit {
      var next = below.take()
      while next != nil, isKnownUniquelyReferenced(&next) {
        next = next?.below.take()
      }
    }
  }
}

extension Stack: Hashable {
  /// Equal screens in the same order. Costs the nodes that the two do not share.
  public static func == (lhs: Stack, rhs: Stack) -> Bool {
    guard lhs.count == rhs.count else { return false }
    var (left, right) = (lhs.node, rhs.node)
    while let one = left, let other = right, one !== other {
      guard one.screen == other.screen else { return false }
      (left, right) = (one.below, other.below)
    }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(top?.id)
  }
}
