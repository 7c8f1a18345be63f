import Navigation
import PlainValues

@testable import Coordination

/// What a coordinator of a test does, as closures: at its start, by event, and at its end.
struct Script {
  typealias Action = (Step) throws -> Void

  var start: Action = { _ in }
  /// By source and name, such as `login.submitted`; `any.` in place of the source takes all.
  var on: [String: Action] = [:]
  var finish: Action = { _ in }
}

/// One call of a script's closure: what it sees and what it can do.
final class Step {
  let context: CoordinatorContext
  /// What is being handled; nil in `start` and `finish`.
  let event: Event?
  /// How it ended; only in `finish`.
  let outcome: Outcome?
  /// The coordinator's state, which a failing turn puts back.
  var memory: [String]
  /// Whether the event is declined.
  var passes = false

  init(
    _ context: CoordinatorContext, memory: [String], event: Event? = nil, outcome: Outcome? = nil
  ) {
    self.context = context
    self.memory = memory
    self.event = event
    self.outcome = outcome
  }

  var router: RouterAccess { context.router }
  var children: ChildrenAccess { context.children }
  /// What came with the event, or the reason or name that is its whole payload.
  var payload: Value { event?.payload.value ?? .null }

  /// Starts a child over this router, in a modal of its own.
  @discardableResult
  func present(
    _ slot: String, _ style: ModalStyle = .sheet, locked: Bool = false, as name: String? = nil
  ) throws -> ChildHandle {
    try children.start(
      slot, .empty, ChildOptions(name: name, presentation: .init(style, isLocked: locked)))
  }

  @discardableResult
  func start(_ slot: String, as name: String? = nil) throws -> ChildHandle {
    try children.start(slot, .empty, ChildOptions(name: name))
  }

  /// Sends an event to the newest child of that name.
  func send(_ event: String, to name: String) throws {
    guard let child = children.find(name) else { throw Failure(description: "no child \(name)") }
    try children.send(event, to: child)
  }

  func store(_ key: String, _ value: Value) throws {
    _ = try context.services.call("store", "set", [.string(key), value])
  }
}

/// A Swift coordinator that runs a script.
struct Scripted: Coordinator {
  let script: Script
  /// Told of all that is called, also by turns that are undone.
  let heard: (String) -> Void
  /// Lives as long as the coordinator's behavior does.
  let life: Life
  var memory: [String] = []

  static var appEvents: [String] { ["ping", "expired"] }

  static func interception(ofScreen name: String) -> Interception {
    name.hasPrefix("guarded") ? .back : []
  }

  mutating func start(_ context: CoordinatorContext) throws {
    try run(script.start, Step(context, memory: memory))
  }

  mutating func handle(_ event: Event, _ context: CoordinatorContext) throws -> Disposition {
    let key = "\(event.source.key).\(event.name)"
    let any = script.on["any.\(event.name)"].flatMap { event.source.isOrdinary ? $0 : nil }
    guard let action = script.on[key] ?? any else { return .declined }
    let payload = event.payload.value.string.map { " \($0)" } ?? ""
    heard("\(context.name): \(key)\(payload)")
    let step = Step(context, memory: memory, event: event)
    try run(action, step)
    return step.passes ? .declined : .handled
  }

  mutating func finish(_ outcome: Outcome, _ context: CoordinatorContext) throws {
    heard("\(context.name) ends: \(outcome.reason ?? "finished")")
    try run(script.finish, Step(context, memory: memory, outcome: outcome))
  }

  private mutating func run(_ action: Script.Action, _ step: Step) throws {
    try action(step)
    memory = step.memory
  }
}

extension Event.Source {
  /// Whether it is a screen or a child, whose events `any` takes too.
  var isOrdinary: Bool {
    switch self {
    case .screen, .child: true
    case .parent, .timer, .tabs, .app, .link: false
    }
  }
}

/// Counts the scripted coordinators that are still held by something.
final class Life {
  final class Counter { var count = 0 }
  private let counter: Counter

  init(_ counter: Counter) {
    self.counter = counter
    counter.count += 1
  }

  deinit { counter.count -= 1 }
}

struct Failure: Error, CustomStringConvertible {
  var description = "it failed"
}
