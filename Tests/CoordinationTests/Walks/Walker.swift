import Navigation
import PlainValues

@testable import Coordination

/// A coordinator of a walk: it runs the program that its input, or an event, names.
struct Walker: Coordinator {
  unowned let run: WalkRun
  let life: Life
  var memory: [String] = []

  static var appEvents: [String] { ["ping", "quit"] }

  static func interception(ofScreen name: String) -> Interception { name == "c" ? .back : [] }

  var state: PackedValue {
    (try? PackedValue(.array(memory.map { .string($0) }))) ?? .empty
  }

  mutating func restore(_ state: PackedValue) throws {
    memory = state.value.array?.compactMap(\.string) ?? []
  }

  mutating func start(_ context: CoordinatorContext) throws {
    try perform(run.walk.programs[safe: context.input.value.integer ?? 0], context)
  }

  mutating func handle(_ event: Event, _ context: CoordinatorContext) throws -> Disposition {
    if event.name == "quit" {
      guard context.path == context.name else { return .declined }
      try context.finish()
      return .handled
    }
    memory.append(event.name)
    let place = context.coordinator.depth + memory.count + event.name.utf8.count
    if event.name == "go", let program = event.payload.value.integer {
      // Every fourth lets it pass.
      guard place % 4 != 0 else { return .declined }
      try perform(run.walk.programs[safe: program], context)
      return .handled
    }
    let reaction = run.walk.reactions[place % run.walk.reactions.count]
    try perform(reaction, context)
    return reaction.isEmpty ? .declined : .handled
  }

  mutating func finish(_ outcome: Outcome, _ context: CoordinatorContext) throws {
    memory.append("finish")
    for op in [Walk.Op.emit, .store(context.coordinator.depth)] {
      try run.fault.tick()
      try ask(op, context)
    }
  }

  private mutating func perform(_ ops: [Walk.Op], _ context: CoordinatorContext) throws {
    for op in ops {
      try run.fault.tick()
      if op == .remember { memory.append("x") }
      try attempt(op, context)
    }
  }

  /// Does one thing. What cannot be done is left, after a look whether it changed nothing; the
  /// failure that the run is about is not caught, unless by who started a child.
  private func attempt(_ op: Walk.Op, _ context: CoordinatorContext) throws {
    let before = run.looksClosely ? run.dumpWithin(context.turn) : nil
    do {
      try ask(op, context)
    } catch {
      if let before {
        run.compare(before, run.dumpWithin(context.turn), "\(op) has failed and left something")
      }
      let isOurs = (error as? FlowError)?.cause is Fault.Injected
      guard isOurs || (error as? FlowError)?.kind == .limit else { return }
      if case .start(_, _, isCaught: true) = op { return }
      throw error
    }
  }

  private func ask(_ op: Walk.Op, _ context: CoordinatorContext) throws {
    let (router, children) = (context.router, context.children)
    switch op {
    case .push(let name): try router.push(name)
    case .show(let name): try router.show(name, ["shown": 1])
    case .replace(let name): try router.replace(name)
    case .setRoot(let name): try router.setRoot(name)
    case .pop(let count): try router.pop(count)
    case .popTo(let name): try router.pop(to: name)
    case .popToRoot: try router.popToRoot()
    case .present(let name, let style): try router.present(name, style: style)
    case .dismiss: try router.dismiss()
    case .dismissAll: try router.dismissAll()
    case .update: try router.update(["memory": .integer(memory.count)])
    case .setTabs(let one, let two):
      try router.setTabs([
        TabRequest("one", start: "walker", input: input(one)),
        TabRequest("two", start: "walker", input: input(two), isEager: two % 2 == 0),
      ])
    case .selectTab(let name): try router.selectTab(name)
    case .badge(let name): try router.setBadge(name, .integer(memory.count))
    case .split(let one, let two):
      try router.split(
        primary: .start("walker", input: input(one)), secondary: .start("walker", input: input(two))
      )
    case .showDetail(let name): try router.showDetail(name)
    case .start(let program, let style, _):
      let presentation = style.map { ChildOptions.Presentation($0) }
      try children.start(
        "walker", input(program),
        ChildOptions(name: "w\(program % 3)", presentation: presentation))
    case .cancelNewest:
      if let newest = children.all.last { try children.cancel(newest) }
    case .cancelAll: try children.cancelAll()
    case .finish(let keeps):
      try context.finish(screens: keeps ? .handedToParent : .takenAway)
    case .cancel: try context.cancel()
    case .emit: try context.emit("told")
    case .send:
      if let oldest = children.all.first { try children.send("sent", to: oldest) }
    case .store(let key):
      _ = try context.services.call(
        "store", "set", [.string("k\(key)"), .integer(memory.count)])
    case .attribute(let key): try context.setAttribute("k\(key)", .integer(memory.count))
    case .remember: break
    case .participate(let amount): run.participant.add(amount)
    }
  }

  private func input(_ program: Int) -> PackedValue { PackedValue(integerLiteral: program) }
}

/// Fails the k-th thing that coordinators do.
final class Fault {
  struct Injected: Error {}
  private(set) var count = 0
  private let failing: Int?

  init(failing: Int?) { self.failing = failing }

  func tick() throws {
    count += 1
    if count == failing { throw Injected() }
  }
}

/// A store whose commit may fail, which is a host's call like others.
final class FaultyStore: Store {
  private let memory = MemoryStore()
  private let fault: Fault

  init(_ fault: Fault) { self.fault = fault }

  var values: [String: Value] { memory.values }
  func value(forKey key: String) -> Value? { memory.value(forKey: key) }
  func setValue(_ value: Value?, forKey key: String) { memory.setValue(value, forKey: key) }
  func commit() throws { try fault.tick() }
}

/// Something outside the host that keeps an undo log of its own, and looks at each turn.
final class Participant: TurnParticipant {
  private(set) var sum = 0
  private var log: [Int] = []
  var aroundTurn: (() -> Void) -> Void = { $0() }

  func add(_ amount: Int) {
    sum += amount
    log.append(amount)
  }

  func bound(replaying: [TurnStop]?, _ turn: () -> Void) -> [TurnStop] {
    aroundTurn(turn)
    return []
  }
  func halt(_ reason: FlowError) {}
  func mark() -> Int { log.count }
  func rollback(to mark: Int) { while log.count > mark { sum -= log.removeLast() } }
  func commit() { log = [] }
}

extension Array {
  subscript(safe index: Int) -> Element where Element: RangeReplaceableCollection {
    indices.contains(index) ? self[index] : Element()
  }
}
