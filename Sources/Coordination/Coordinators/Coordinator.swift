import Navigation
import PlainValues

/// A coordinator written in Swift: it decides which screen comes next.
///
/// Write it as a struct. Its stored properties are its state: when a turn fails, the host puts the
/// value from before back, so that nothing of the failed turn is left.
///
/// ```swift
/// struct Auth: Coordinator {
///   mutating func start(_ context: CoordinatorContext) throws {
///     try context.router.push("login")
///   }
///   mutating func handle(_ event: Event, _ context: CoordinatorContext) throws -> Disposition {
///     switch (event.source, event.name) {
///     case (.screen("login"), "submitted"): try context.finish(["user": 7])
///     default: return .declined
///     }
///     return .handled
///   }
/// }
/// ```
public protocol Coordinator {
  /// Runs once, when the coordinator is started, with `context.input`.
  mutating func start(_ context: CoordinatorContext) throws

  /// An event from one of its screens, its children, its parent or the application.
  ///
  /// - Returns: ``Disposition/declined`` for what it does not know, which then goes up the tree.
  mutating func handle(_ event: Event, _ context: CoordinatorContext) throws -> Disposition

  /// Runs once, however the coordinator ends. It may log, emit and use services, no more.
  mutating func finish(_ outcome: Outcome, _ context: CoordinatorContext) throws

  /// What a snapshot keeps of it, beside its input: all that it cannot do without.
  var state: PackedValue { get }

  /// Runs once in place of `start`, on a new one, where the coordinator comes from a snapshot: takes
  /// up what ``state`` was. Its screens and children are there already.
  ///
  /// - Throws: where the state makes no sense to it; then the snapshot is not restored.
  mutating func restore(_ state: PackedValue) throws

  /// The application events that it wants to be told.
  static var appEvents: [String] { get }

  /// The patterns of the links that it takes, such as `product/:id`. With one that is wrong it is
  /// not started: the error says what is.
  static var links: [String] { get }

  /// Follows a link of one of its patterns.
  ///
  /// - Parameter link: what is left of it, with what has been captured. A child takes it on with
  ///   ``ChildrenAccess/open(_:in:)``.
  /// - Returns: ``Disposition/declined`` to have the next pattern that matches asked.
  mutating func follow(
    _ link: Link, under pattern: String, _ context: CoordinatorContext
  ) throws -> Disposition

  /// Whether it is asked before that screen of its own is left.
  static func guardsLeaving(_ screen: String) -> Bool

  /// Whether that screen may be left. What it asks of the context may only read.
  func permits(_ leaving: Leaving, _ context: CoordinatorContext) throws -> Bool

  /// Which gestures on that screen are refused and become requests, because `back` or `dismiss`
  /// from it is handled here.
  static func interception(ofScreen name: String) -> Interception
}

extension Coordinator {
  public static var links: [String] { [] }
  public mutating func follow(
    _ link: Link, under pattern: String, _ context: CoordinatorContext
  ) throws -> Disposition { .declined }
  public static func guardsLeaving(_ screen: String) -> Bool { false }
  public func permits(_ leaving: Leaving, _ context: CoordinatorContext) throws -> Bool { true }
  public mutating func finish(_ outcome: Outcome, _ context: CoordinatorContext) throws {}
  public var state: PackedValue { .empty }
  public mutating func restore(_ state: PackedValue) throws {}
  public static var appEvents: [String] { [] }
  public static func interception(ofScreen name: String) -> Interception { [] }
}

/// The behavior of a coordinator that is written in Swift.
final class SwiftBehavior<Body: Coordinator>: Behavior {
  /// Nothing once it has been let go of.
  private(set) var body: Body?

  let linkPatterns: [LinkPattern]

  /// - Throws: ``FlowError`` where a pattern of its links is wrong.
  init(_ body: Body) throws(FlowError) {
    self.body = body
    linkPatterns = try Body.links.map { (text) throws(FlowError) in try LinkPattern(text) }.sorted()
  }

  var appEvents: [String] { Body.appEvents }
  var state: PackedValue { body?.state ?? .empty }

  func restore(_ saved: SavedState, _ context: CoordinatorContext) throws {
    try change(context) { body throws in try body.restore(saved.state) }
  }

  func start(_ context: CoordinatorContext) throws {
    try change(context) { body throws in try body.start(context) }
  }

  func handle(
    _ event: Event, under key: String, _ context: CoordinatorContext
  ) throws -> Disposition {
    // What takes events of any source has done so when it was asked first.
    guard key != EventNames.anySource else { return .declined }
    let disposition = try change(context) { body throws in try body.handle(event, context) }
    if disposition == .handled { context.noteHandler(nil) }
    return disposition ?? .declined
  }

  func finish(_ outcome: Outcome, _ context: CoordinatorContext) throws {
    try change(context) { body throws in try body.finish(outcome, context) }
  }

  func interception(ofScreen name: String) -> Interception {
    // Who is to be asked must be asked before the gesture, which cannot be taken back.
    Body.guardsLeaving(name) ? [.back, .dismiss] : Body.interception(ofScreen: name)
  }

  func guardsLeaving(_ screen: String) -> Bool { Body.guardsLeaving(screen) }

  func permits(_ leaving: Leaving, _ context: CoordinatorContext) throws -> Bool {
    try body?.permits(leaving, context) ?? true
  }

  func follow(
    _ event: Event, under pattern: String, _ context: CoordinatorContext
  ) throws -> Disposition {
    let link = try Link(payload: event.payload)
    let disposition = try change(context) { body throws in
      try body.follow(link, under: pattern, context)
    }
    return disposition ?? .declined
  }

  func events(ofScreen name: String) -> [String] { [] }

  func release() { body = nil }

  /// Works on a copy, so that a coordinator asked something while it runs is not accessed twice,
  /// and so that undoing is putting the old value back.
  private func change<Result>(
    _ context: CoordinatorContext, _ work: (inout Body) throws -> Result
  ) rethrows -> Result? {
    guard let before = body else { return nil }
    var copy = before
    let result = try work(&copy)
    body = copy
    context.onUndo { [weak self] in self?.body = before }
    return result
  }
}

/// Coordinators written in Swift, by the names that start them.
public final class SwiftCoordinators: CoordinatorSource {
  private var factories: [String: () throws -> any Behavior] = [:]

  public init() {}

  /// Registers what makes a coordinator, each time one of that name is started.
  public func register<Body: Coordinator>(_ name: String, _ make: @escaping () -> Body) {
    factories[name] = { try SwiftBehavior(make()) }
  }

  public func coordinator(for slot: String) throws -> (Binding, any Behavior)? {
    try factories[slot].map { (Binding(slot: slot), try $0()) }
  }

  public var slots: [String] { factories.keys.sorted() }
}
