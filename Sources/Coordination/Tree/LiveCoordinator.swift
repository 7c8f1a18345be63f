import Navigation
import PlainValues

/// A coordinator that has been started: its place in the tree, its router, how far it has come.
///
/// The host owns the root, and each one its children, through their registry; a parent is not held. What it does is its behavior's affair.
public final class LiveCoordinator {
  let whereabouts = Whereabouts<LiveCoordinator>()
  public let id: CoordinatorID
  /// What its parent calls it.
  public let name: String
  public internal(set) var binding: Binding
  /// The application events that it is told of.
  var appEvents: [String] = []
  public let input: PackedValue
  /// Steps from the root, which is at 0.
  public let depth: Int
  private let parentPlace: Whereabouts<LiveCoordinator>?
  /// Who has started it; nil for the root, and where that one is no more.
  public var parent: LiveCoordinator? { parentPlace?.object }

  /// The router that its screens go to.
  public internal(set) var router: RouterID
  /// Whether the router was made for it alone: it was started with `present`, in a tab or a split.
  public let hasOwnRouter: Bool

  public internal(set) var lifecycle = Lifecycle()
  package let behavior: any Behavior
  var children = Registry()
  /// Its own screens on show.
  var screens = AscendingSet<ScreenID>()
  /// Screens on show in its subtree, its own included.
  var subtreeScreens = 0
  var timers: Set<TimerID> = []
  /// Those of them that send an event, by its name.
  var namedTimers: [String: TimerID] = [:]
  /// Which services stand for which, for it and all below it.
  let services: [String: String]
  /// Its handlers that wait.
  var suspensions: [HandlerID: Suspension] = [:]
  /// Whether a handler of its parent waits for its end, which then is no event.
  let isAwaited: Bool
  /// Tabs or a split that it has set on a router, by that router.
  var containers: Set<RouterID> = []

  init(
    id: CoordinatorID, name: String, binding: Binding, input: PackedValue,
    parent: LiveCoordinator?, router: RouterID, hasOwnRouter: Bool, behavior: any Behavior,
    services: [String: String] = [:], isAwaited: Bool = false
  ) {
    self.isAwaited = isAwaited
    self.id = id
    self.name = name
    self.binding = binding
    self.input = input
    parentPlace = parent?.whereabouts
    self.services = services
    depth = parent.map { $0.depth + 1 } ?? 0
    self.router = router
    self.hasOwnRouter = hasOwnRouter
    self.behavior = behavior
    whereabouts.begin(self)
  }

  deinit { whereabouts.end() }

  /// Which services stand for which in a child that is started with these: what stands for a
  /// service there may have another standing for it further up.
  func services(with own: [String: String]) -> [String: String] {
    own.isEmpty
      ? services : services.merging(own.mapValues { services[$0] ?? $0 }) { _, own in own }
  }

  /// Its children, the oldest first. Costs their number.
  public var childrenOldestFirst: [LiveCoordinator] { children.newestFirst.reversed() }

  /// The names from the root down to it, joined by a slash: `app/auth`.
  public var path: String { chain.reversed().map(\.name).joined(separator: "/") }

  /// It and its ancestors, the root last.
  var chain: Ancestry { Ancestry(at: self) }

  func isWithin(_ ancestor: LiveCoordinator) -> Bool { chain.contains { $0 === ancestor } }

  /// Whether `lhs` ends before `rhs` when both do: descendants before ancestors, of siblings the
  /// newest first.
  static func endsBefore(_ lhs: LiveCoordinator, _ rhs: LiveCoordinator) -> Bool {
    let left = lhs.chain.map(\.id).reversed()
    let right = rhs.chain.map(\.id).reversed()
    for (one, other) in zip(left, right) where one != other { return one > other }
    return left.count > right.count
  }

  /// Its subtree in the order of ending, itself last.
  var postOrder: [LiveCoordinator] {
    var order: [LiveCoordinator] = []
    var open = [self]
    // Visiting a node before its children, oldest child first, is the wanted order backwards.
    while let next = open.popLast() {
      order.append(next)
      open.append(contentsOf: next.children.newestFirst)
    }
    return order.reversed()
  }
}

/// A coordinator and its ancestors, the root last.
struct Ancestry: Sequence, IteratorProtocol {
  private var place: LiveCoordinator?

  fileprivate init(at coordinator: LiveCoordinator) { place = coordinator }

  mutating func next() -> LiveCoordinator? {
    let found = place
    place = found?.parent
    return found
  }
}
