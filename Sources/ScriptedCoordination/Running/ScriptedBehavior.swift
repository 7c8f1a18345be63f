import Coordination
import LuaRuntime
import Navigation
import PlainValues

/// What a coordinator written in Lua does: looks up by name what its definition says, and does it.
///
/// Its Lua object, `self`, holds it, and it holds the Lua object; ``release()`` breaks the circle
/// when the coordinator's end is final, or its host goes.
final class ScriptedBehavior: Behavior {
  let whereabouts = Whereabouts<ScriptedBehavior>()
  private(set) var script: Script
  /// What the script said before, in which it runs until its suspended handlers have returned.
  private(set) var waitingIn: ScriptDefinition?
  /// What the script said when its state could not be migrated to that.
  weak var cannotFollow: ScriptDefinition?
  /// What a handler that goes on began in, while it runs.
  private var resumedIn: ScriptDefinition?
  let runtime: ScriptRuntime

  /// The coordinator's context while one of its functions runs.
  private(set) var running: CoordinatorContext?
  private var reference: CoordinatorReference?
  private var object: LuaObject?
  private var stateTable: LuaTable?
  private var hasClosedState = false
  var pendingWait: Wait?
  /// A service in Lua that the handler which is about to suspend waits for.
  var pendingService: LuaSuspension?
  /// What that service is called.
  var pendingName: String?
  /// Where the handler that runs is defined.
  var handlerPlace: SourcePlace?
  /// The handler that has suspended last, for what was to follow it in the same turn.
  weak var suspended: ScriptHandler?
  /// What the handler that runs says of the same event while it waits.
  var busy = BusyPolicy.drop
  private var children: [CoordinatorID: KnownChild] = [:]
  /// The state that it began with, where that is a table.
  private var initial = PackedValue.empty
  /// Whether its script counts it.
  private var isCounted = false
  /// Whether its coordinator's end is final: nothing should hold it any more.
  private(set) var isReleased = false

  /// A child that the script holds, and this does not.
  private struct KnownChild {
    // Never dangling: as the first thing of its `deinit` a child has its entry taken out (`forget`),
    // in the one isolation domain that it, this and Lua's state belong to; and where this goes first,
    // its entries go with it.
    unowned(unsafe) let child: ScriptChild
  }

  init(_ script: Script, _ runtime: ScriptRuntime) {
    self.script = script
    self.runtime = runtime
    whereabouts.begin(self)
  }

  deinit { whereabouts.end() }

  /// What it does now.
  var definition: ScriptDefinition { resumedIn ?? waitingIn ?? script.definition }

  var appEvents: [String] { definition.appEvents }

  func interception(ofScreen name: String) -> Interception {
    definition.interception(ofScreen: name)
  }

  func events(ofScreen name: String) -> [String] {
    let hosts: Set = [
      EventNames.back, EventNames.dismiss, EventNames.removed, EventNames.leaveBlocked,
    ]
    return (definition.transitions[name] ?? [:]).keys.filter { !hosts.contains($0) }.sorted()
  }

  // MARK: The host's calls

  func start(_ context: CoordinatorContext) throws {
    reference = context.reference
    count()
    try enter(context) {
      try prepareState(context)
      guard let start = definition.start else { return }
      handlerPlace = start.place
      context.noteHandler(start.place)
      _ = try run(start, context.input)
    }
  }

  func handle(
    _ event: Event, under key: String, _ context: CoordinatorContext
  ) throws -> Disposition {
    if waitingIn != nil { changeOverIfDue(context) }
    guard let transition = definition.transitions[key]?[event.name] else { return .declined }
    return try enter(context) { try take(transition, event, under: key, event.name, context) }
  }

  func guardsLeaving(_ screen: String) -> Bool { definition.leaving[screen] != nil }

  func permits(_ leaving: Leaving, _ context: CoordinatorContext) throws -> Bool {
    guard let callable = definition.leaving[leaving.name] else { return true }
    return try enter(context) { try permits(leaving, callable) }
  }

  var linkPatterns: [LinkPattern] { definition.links.map(\.pattern) }

  func follow(
    _ event: Event, under pattern: String, _ context: CoordinatorContext
  ) throws -> Disposition {
    if waitingIn != nil { changeOverIfDue(context) }
    guard let link = definition.links.first(where: { $0.pattern.text == pattern }) else {
      return .declined
    }
    return try enter(context) {
      try take(link.transition, event, under: TakenTransition.linkSource, pattern, context)
    }
  }

  func finish(_ outcome: Outcome, _ context: CoordinatorContext) throws {
    guard let finish = definition.finish else { return }
    // A budget of its own: an end goes on whatever the turn has used by then.
    try enter(context, .finish) {
      switch outcome {
      case .finished(let result): _ = try run(finish, result)
      case .cancelled(let reason): _ = try run(finish, PackedValue?.none, reason)
      }
    }
  }

  func release() {
    isReleased = true
    if isCounted { script.liveCount -= 1 }
    if isCounted, waitingIn != nil { script.waitingCount -= 1 }
    if isCounted, script.hasGone, script.liveCount == 0 { runtime.forget(script) }
    isCounted = false
    waitingIn = nil
    object = nil
    stateTable = nil
    reference = nil
  }

  /// What bounds a function of the script.
  enum Budget { case turn, finish }

  /// Notes the context for what the script asks while it runs.
  func enter<Result>(
    _ context: CoordinatorContext, _ budget: Budget = .turn, in resumed: ScriptDefinition? = nil,
    _ body: () throws -> Result
  ) throws -> Result {
    let outerDefinition = resumedIn
    resume(in: resumed)
    defer { resume(in: outerDefinition) }
    let (outer, wasClosed, outerBusy) = (running, hasClosedState, busy)
    let caller = runtime.current
    running = context
    runtime.current = self
    defer {
      running = outer
      busy = outerBusy
      runtime.current = caller
      if hasClosedState, !wasClosed { runtime.state.journal.reopen() }
      hasClosedState = wasClosed
    }
    do {
      return switch budget {
      case .turn: try runtime.state.withBudget(nil, body)
      case .finish: try runtime.finishing(body)
      }
    } catch let error as LuaError {
      throw FlowError(error)
    }
  }

  /// After its end the running handler may read the state, and no longer write it.
  func closeState() {
    guard running != nil, !hasClosedState else { return }
    hasClosedState = true
    runtime.state.journal.close(
      "this coordinator has ended: its handler may only read its state and log")
  }

  /// What the script can ask now.
  func context() throws -> CoordinatorContext {
    if let running { return running }
    if let context = reference?.context { return context }
    throw FlowError(.misuse, "this coordinator has ended; nothing can be asked of it any more")
  }

  var place: SourcePlace? {
    runtime.state.position.map { SourcePlace(script: $0.script, line: $0.line) }
  }

  // MARK: Running functions

  /// Runs a function of the script with `self` in front, and gives its first result.
  func run<each Argument: LuaConvertible>(
    _ function: LuaFunction, _ arguments: repeat each Argument
  ) throws -> LuaValue {
    try proceed(try runtime.state.run(function, try selfObject(), repeat each arguments))
  }

  private func selfObject() throws -> LuaObject {
    if let object { return object }
    guard let classes = runtime.classes else {
      throw FlowError(.misuse, "the script's host has gone")
    }
    let made = try classes.coordinator.makeObject(self)
    made.fallback = lookup
    object = made
    return made
  }

  /// The function that is meant: given, or found by its name in the definition.
  func function(_ callable: Callable) throws -> LuaFunction {
    if let function = try callable.function(in: definition.table) { return function }
    let name = callable.method ?? ""
    throw FlowError(
      .misuse,
      "there is no method \"\(name)\"\(Suggestion.near(name, among: definition.methods.sorted()))")
  }

  // MARK: Definitions

  /// What `self` finds helper methods in.
  private var lookup: LuaTable { (resumedIn ?? waitingIn)?.table ?? script.lookup }

  /// A handler goes on in the definition that it began in, helpers included; all else happens in
  /// what the script says now.
  private func resume(in resumed: ScriptDefinition?) {
    let next = resumed === waitingIn ?? script.definition ? nil : resumed
    guard next !== resumedIn else { return }
    resumedIn = next
    object?.fallback = lookup
  }

  /// Runs in an older definition of its script from now on; nil for no more.
  func wait(in former: ScriptDefinition?, _ context: CoordinatorContext) {
    let before = waitingIn
    guard former !== before else { return }
    context.onUndo { [self] in setWaiting(in: before) }
    setWaiting(in: former)
  }

  private func setWaiting(in former: ScriptDefinition?) {
    if isCounted {
      script.waitingCount += (former == nil ? 0 : 1) - (waitingIn == nil ? 0 : 1)
    }
    waitingIn = former
    object?.fallback = lookup
  }

  /// Runs another script from now on.
  func run(_ next: Script) {
    if isCounted {
      script.liveCount -= 1
      next.liveCount += 1
      if waitingIn != nil {
        script.waitingCount -= 1
        next.waitingCount += 1
      }
    }
    script = next
    object?.fallback = lookup
  }

  private func count() {
    isCounted = true
    script.liveCount += 1
    if case .table(let data) = script.definition.initialState { initial = data }
  }

  /// One object a child, for as long as the script holds it.
  func scriptChild(_ handle: ChildHandle) -> ScriptChild {
    if let known = children[handle.id]?.child { return known }
    let made = ScriptChild(handle, of: self)
    children[handle.id] = KnownChild(child: made)
    return made
  }

  /// The script holds that one no more.
  func forget(_ child: ChildHandle) { children[child.id] = nil }

  // MARK: State

  private func prepareState(_ context: CoordinatorContext) throws {
    guard case .function(let make) = definition.initialState else { return }
    let value = try context.readingOnly("the function state") {
      try run(make, context.input)
    }
    guard case .table(let table) = value else {
      throw FlowError(
        .failure, "the function state returns a \(value.typeName), it has to return a table",
        place: make.place)
    }
    do {
      stateTable = try runtime.state.makeStateTable(try table.packed(label: "state"))
    } catch {
      throw FlowError(.failure, error.message, place: make.place, cause: error)
    }
  }

  /// The table that scripts know as `self.state`, made when first used.
  func stateProxy() throws -> LuaTable {
    if let stateTable { return stateTable }
    let made = try runtime.state.makeStateTable(initial)
    stateTable = made
    return made
  }

  func restore(_ saved: SavedState, _ context: CoordinatorContext) throws {
    reference = context.reference
    count()
    guard saved.state.isTable else {
      throw FlowError(.misuse, "self.state is a table, not \(JSON.text(of: saved.state.value))")
    }
    var state = saved.state
    if definition.needsMigration(from: saved.version, of: saved.script) {
      state = try migrated(state, from: saved.version, of: saved.script, context)
    }
    stateTable = try runtime.state.makeStateTable(state)
  }

  func savedState() throws -> PackedValue { try stateTable?.packed(label: "state") ?? state }

  var state: PackedValue {
    guard let stateTable else { return initial }
    return (try? stateTable.packed(label: "state")) ?? .empty
  }
}

extension LuaFunction {
  /// Where it is defined.
  var place: SourcePlace? {
    info.script.map { SourcePlace(script: $0, line: info.line) }
  }
}
