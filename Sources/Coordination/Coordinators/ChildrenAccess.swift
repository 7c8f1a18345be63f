import Navigation
import PlainValues

/// How a child is started.
public struct ChildOptions: Sendable {
  /// A modal of its own, over the parent's router, presented with its first screen.
  public struct Presentation: Sendable {
    public var style: ModalStyle
    public var isLocked: Bool

    public init(_ style: ModalStyle = .sheet, isLocked: Bool = false) {
      self.style = style
      self.isLocked = isLocked
    }
  }

  /// The name it is known by here; nil for the name that starts it.
  public var name: String?
  public var presentation: Presentation?
  /// Whether one of that name that lives already is given instead.
  public var once = false
  /// Which services stand for which, for the child and all below it: by the name that scripts
  /// use, the name of the one that is called. Names rather than functions, so that it can be saved.
  public var services: [String: String] = [:]

  public init(
    name: String? = nil, presentation: Presentation? = nil, once: Bool = false,
    services: [String: String] = [:]
  ) {
    self.name = name
    self.presentation = presentation
    self.once = once
    self.services = services
  }
}

/// A child, for its parent. It holds nothing: about a child that has ended it finds nothing.
public struct ChildHandle: Hashable, Sendable {
  public let id: CoordinatorID
  public let name: String
  public let input: PackedValue

  init(_ child: LiveCoordinator) {
    id = child.id
    name = child.name
    input = child.input
  }
}

/// A coordinator's children: its registry.
public struct ChildrenAccess {
  let context: CoordinatorContext
  private var turn: Turn { context.turn }
  private var coordinator: LiveCoordinator { context.coordinator }

  /// Starts a child and runs its `start`.
  ///
  /// - Throws: what its `start` throws. Then what that did is undone, and there is no child.
  @discardableResult
  public func start(
    _ slot: String, _ input: PackedValue = .empty, _ options: ChildOptions = ChildOptions()
  ) throws -> ChildHandle {
    try turn.permit(.act("start \"\(slot)\""), for: coordinator)
    if options.once, let living = coordinator.children.newest(named: options.name ?? slot) {
      return ChildHandle(living)
    }
    let placement = options.presentation.map { Placement.modal($0.style, isLocked: $0.isLocked) }
    let child = try turn.start(
      slot, name: options.name, input: input, by: coordinator, placement: placement ?? .inherited,
      services: options.services)
    return ChildHandle(child)
  }

  /// Starts a child whose end is not an event, but what a suspended handler waits for
  /// (``Wait/child(_:)``).
  public func startAwaited(
    _ slot: String, _ input: PackedValue = .empty, _ options: ChildOptions = ChildOptions()
  ) throws -> CoordinatorID {
    try turn.permit(.act("run \"\(slot)\""), for: coordinator)
    let placement = options.presentation.map { Placement.modal($0.style, isLocked: $0.isLocked) }
    return try turn.start(
      slot, name: options.name, input: input, by: coordinator,
      placement: placement ?? .inherited, services: options.services, isAwaited: true
    ).id
  }

  /// How many live.
  public var count: Int { coordinator.children.count }

  /// The newest of that name.
  public func find(_ name: String) -> ChildHandle? {
    coordinator.children.newest(named: name).map(ChildHandle.init)
  }

  /// All, the oldest first. Costs their number.
  public var all: [ChildHandle] { coordinator.childrenOldestFirst.map(ChildHandle.init) }

  /// Ends a child. The parent, which asks for it, is not told.
  ///
  /// One that has ended already is a diagnostic, and nothing else.
  ///
  /// - Throws: ``FlowError`` where it is somebody else's child.
  public func cancel(
    _ handle: ChildHandle, reason: String = CancelReason.cancelled
  ) throws {
    try turn.permit(.act("cancel \"\(handle.name)\""), for: coordinator)
    try turn.charge(name: reason, of: "a reason")
    guard let child = turn.world.coordinators[handle.id] else {
      return turn.note(
        .warning, "\(coordinator.path) cancels \(handle.name), which has ended already")
    }
    guard child.parent === coordinator else {
      throw FlowError(
        .misuse,
        "cannot cancel \"\(handle.name)\": it is not a child of \(coordinator.name)")
    }
    turn.end([child], .cancelled(reason: reason)) { _ in false }
  }

  /// Ends all children, the newest first.
  public func cancelAll(reason: String = CancelReason.cancelled) throws {
    try turn.permit(.act("cancel all children"), for: coordinator)
    try turn.charge(name: reason, of: "a reason")
    turn.end(coordinator.children.newestFirst, .cancelled(reason: reason)) { _ in false }
  }

  /// Sends an event to a child, as from its parent, once the running handler has returned. If the
  /// child does not name it, nobody else hears of it.
  public func send(_ event: String, _ payload: PackedValue = .empty, to handle: ChildHandle) throws
  {
    try turn.charge(name: event, of: "an event")
    try turn.permit(.act("send \"\(event)\""), for: coordinator)
    try Turn.check(eventName: event)
    try turn.charge(payload)
    guard let child = turn.world.coordinators[handle.id] else {
      return turn.note(
        .dropped,
        "\"\(event)\" from \(coordinator.name) is dropped: \(handle.name), which it is for, has ended"
      )
    }
    guard child.parent === coordinator else {
      throw FlowError(
        .misuse,
        "cannot send \"\(event)\" to \(handle.name): it is not a child of \(coordinator.name)")
    }
    turn.post(
      Delivery(
        addressee: child, sender: coordinator.name,
        event: Event(event, from: .parent, payload: payload), route: .direct,
        origin: child.router))
  }

  /// Takes a link on to a child, which follows what is left of it. To be called while a link is
  /// followed.
  ///
  /// - Throws: ``FlowError`` where no link of the child's leads on.
  public func open(_ link: Link, in handle: ChildHandle) throws {
    try turn.permit(.act("open a link in \"\(handle.name)\""), for: coordinator)
    guard let child = turn.world.coordinators[handle.id] else {
      return turn.note(
        .dropped, "\(link.url) is not followed: \(handle.name), which it leads to, has ended")
    }
    try turn.pass(link, to: child, from: coordinator)
  }

  /// The child that runs in a tab of the nearest tabs that have it.
  public func inTab(_ name: String) -> ChildHandle? {
    turn.resident(ofTab: name, for: coordinator).map(ChildHandle.init)
  }
}
