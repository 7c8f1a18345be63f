import Navigation
import PlainValues

/// Which script, or Swift type, a coordinator runs.
public struct Binding: Hashable, Sendable {
  /// The name it was started by.
  public let slot: String
  /// The variant of an experiment, where the slot has one.
  public let variant: String?
  /// What carries it out: a script's name, or the name that a Swift coordinator is registered by.
  public let script: String

  public init(slot: String, variant: String? = nil, script: String? = nil) {
    self.slot = slot
    self.variant = variant
    self.script = script ?? slot
  }
}

/// What a coordinator does with an event.
public enum Disposition: Hashable, Sendable {
  case handled
  /// It does not name the event here, none of its guards held, or it passed: the search goes on.
  case declined
}

/// What a live coordinator does. One for each: ``SwiftBehavior`` wraps what is written in Swift,
/// another module what is written in Lua.
///
/// All of its methods are called within a turn, whose effects go through the context; state that
/// it keeps itself it must be able to undo (``CoordinatorContext/onUndo(_:)``).
public protocol Behavior: AnyObject {
  /// The application events that it names.
  var appEvents: [String] { get }
  /// Refuses an input that it cannot be started with, before anything of the start has happened;
  /// the error is raised where it is started.
  ///
  /// - Parameter slot: the name that starts it, for the message.
  func accept(_ input: PackedValue, startedBy slot: String) throws
  /// Runs once.
  func start(_ context: CoordinatorContext) throws
  /// Looks the event up under a source's key and its name, and does what is there.
  ///
  /// - Parameter key: the event's own source, or ``EventNames/anySource``, which is asked next.
  func handle(
    _ event: Event, under key: String, _ context: CoordinatorContext
  ) throws -> Disposition
  /// Runs once in place of `start`, where the coordinator comes from a snapshot: takes up its state.
  /// It may not do anything else.
  ///
  /// - Throws: where the state makes no sense to it; then the snapshot is not restored.
  func restore(_ state: SavedState, _ context: CoordinatorContext) throws
  /// The version that its state is of; null for none.
  var version: Value { get }
  /// Goes on as what that binding says, with the state that it has, in a turn that may be undone.
  ///
  /// - Throws: where it cannot.
  func change(to binding: Binding, _ context: CoordinatorContext) throws
  /// Runs once, however the coordinator ends; it may not navigate or start.
  func finish(_ outcome: Outcome, _ context: CoordinatorContext) throws
  /// Which gestures on that screen of its own are to be asked for first.
  func interception(ofScreen name: String) -> Interception
  /// The events that it names of that screen of its own, for what has to show them; sorted.
  func events(ofScreen name: String) -> [String]
  /// Whether it is asked before that screen of its own is left.
  func guardsLeaving(_ screen: String) -> Bool
  /// Whether that screen may be left. It may only read.
  func permits(_ leaving: Leaving, _ context: CoordinatorContext) throws -> Bool
  /// The patterns of the links that it takes.
  var linkPatterns: [LinkPattern] { get }
  /// Does what it has for links of that pattern.
  ///
  /// - Parameter event: its payload is what the pattern has found in the link
  ///   (``Link/payload``).
  func follow(
    _ event: Event, under pattern: String, _ context: CoordinatorContext
  ) throws -> Disposition
  /// Where its script is just now, for what is wrong with what it asks; nil where that cannot be told.
  var place: SourcePlace? { get }
  /// Its state as plain data, for tools.
  var state: PackedValue { get }
  /// Its state, to be restored from (``restore(_:_:)``).
  ///
  /// - Throws: where the state is deeper or larger than plain data may be.
  func savedState() throws -> PackedValue
  /// The end has been committed: lets go of everything.
  func release()
}

/// The state that a coordinator comes back with.
public struct SavedState {
  public var state: PackedValue
  /// The version that it is of, where its behavior had one; else null.
  public var version: Value
  /// The script that it is of.
  public var script: String

  public init(_ state: PackedValue, version: Value = .null, script: String) {
    self.state = state
    self.version = version
    self.script = script
  }
}

extension Behavior {
  public var place: SourcePlace? { nil }
  public var version: Value { .null }
  /// It cannot change.
  public func change(to binding: Binding, _ context: CoordinatorContext) throws {
    throw FlowError(
      .misuse,
      "\(context.path) cannot become another while it lives: it is written in Swift. Swap without following."
    )
  }
  public func guardsLeaving(_ screen: String) -> Bool { false }
  public func permits(_ leaving: Leaving, _ context: CoordinatorContext) throws -> Bool { true }
  public var linkPatterns: [LinkPattern] { [] }
  public func follow(
    _ event: Event, under pattern: String, _ context: CoordinatorContext
  ) throws -> Disposition { .declined }
  /// Any input will do.
  public func accept(_ input: PackedValue, startedBy slot: String) throws {}
  public func savedState() throws -> PackedValue { state }
}

/// Where coordinators come from.
public protocol CoordinatorSource: AnyObject {
  /// The binding and behavior for a slot; nil where this source does not know it.
  func coordinator(for slot: String) throws -> (Binding, any Behavior)?
  /// The same, where it is up to the source to choose a variant.
  func coordinator(for slot: String, _ choice: VariantChoice) throws -> (Binding, any Behavior)?
  /// The behavior of a coordinator that was started before, in a snapshot; nil where this source
  /// does not know it.
  func behavior(of binding: Binding) throws -> (any Behavior)?
  /// The slots that it knows, for messages.
  var slots: [String] { get }
  /// The variants of a slot, the first that of whoever is in no experiment; nil where it has none.
  func variants(of slot: String) -> [String]?
  /// What that variant of a slot is.
  func binding(of slot: String, variant: String) -> Binding
  /// Whether that screen may send that event also while it is covered.
  func sendsInBackground(_ event: String, _ screen: String) -> Bool
}

extension CoordinatorSource {
  public func coordinator(
    for slot: String, _ choice: VariantChoice
  ) throws -> (Binding, any Behavior)? { try coordinator(for: slot) }
  public func variants(of slot: String) -> [String]? { nil }
  public func binding(of slot: String, variant: String) -> Binding { Binding(slot: slot) }
  public func sendsInBackground(_ event: String, _ screen: String) -> Bool { false }

  /// That of its script.
  public func behavior(of binding: Binding) throws -> (any Behavior)? {
    try coordinator(for: binding.script)?.1
  }
}
