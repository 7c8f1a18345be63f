import Coordination
import LuaRuntime
import PlainValues

/// `self.services`, as scripts know it: what the application registered in Swift, else what
/// services.lua returns.
///
/// The objects are the same for all coordinators; who calls is known by who is running.
final class ScriptServices {
  /// Unowned, because the state holds the object that scripts have of this, until it ends.
  private unowned let state: LuaState
  private var objects: ServiceObjects?
  private var made: [String: LuaObject] = [:]
  private(set) var functions: Functions = [:]
  private let invoker: LuaFunction
  /// How long the service that suspends wants to sleep.
  private var pendingSleep: Double?
  /// The coordinator whose function is running.
  var caller: () -> ScriptedBehavior? = { nil }

  struct ServiceObjects {
    let all: LuaObject
    let one: LuaHostClass<ScriptService>
  }

  /// By service and name.
  typealias Functions = [String: [String: LuaFunction]]

  init(_ state: LuaState) throws {
    self.state = state
    invoker = try Prelude.invoker(state)
  }

  /// Reads what services.lua returned.
  static func read(_ value: LuaValue) -> (Functions, [Problem]) {
    guard case .table(let services) = value else {
      return (
        [:],
        [problem("services.lua returns a \(value.typeName), it has to return a table of services")]
      )
    }
    var functions: Functions = [:]
    var problems: [Problem] = []
    for key in services.keyList {
      guard case .string(let name) = key, case .table(let table) = services.entry(name) else {
        problems.append(problem("a service is a table of functions under a name"))
        continue
      }
      for key in table.keyList {
        guard case .string(let function) = key, case .function(let body) = table.entry(function)
        else {
          problems.append(problem("the service \(name) has something that is not a function"))
          continue
        }
        functions[name, default: [:]][function] = body
      }
    }
    return (functions, problems)
  }

  /// Takes those in place of what services in Lua there were.
  func take(_ functions: Functions) { self.functions = functions }

  private static func problem(_ text: String) -> Problem {
    Problem(.error, file: "services.lua", text)
  }

  /// An image of all that services in Lua keep; nil where there are none.
  func image() throws -> LuaImage? {
    let all = functions.values.flatMap(\.values)
    guard !all.isEmpty else { return nil }
    let table = try state.makeTable()
    for (index, function) in all.enumerated() { try table.set(index + 1, function) }
    return try table.image()
  }

  // MARK: Objects

  /// What `self.services` is.
  func object() throws -> LuaObject {
    if let objects { return objects.all }
    let one = try LuaHostClass<ScriptService>(
      state, name: "service",
      members: [
        .index { service, key in try service.function(key).map { .function($0) } },
        .description { "service \($0.name)" },
      ])
    let all = try LuaHostClass<ScriptServices>(
      state, name: "services",
      members: [
        .index { services, key in .object(try services.service(key)) },
        .description { _ in "services" },
      ])
    let object = try all.makeObject(self)
    objects = ServiceObjects(all: object, one: one)
    return object
  }

  private func callingContext() throws -> CoordinatorContext {
    guard let context = caller()?.running else {
      throw FlowError(.misuse, "services can be used only while a coordinator is running")
    }
    return context
  }

  private func service(_ name: String) throws -> LuaObject {
    let context = try callingContext()
    let resolved = context.services.resolve(name)
    guard context.services.has(name) || functions[resolved] != nil else {
      let names = Set(context.services.names + functions.keys).sorted()
      throw FlowError(
        .misuse,
        "there is no service \"\(resolved)\"\(stands(resolved, for: name))\(Suggestion.near(resolved, among: names))"
      )
    }
    if let known = made[name] { return known }
    guard let object = try objects?.one.makeObject(ScriptService(name, self)) else {
      throw FlowError(.misuse, "services can be used through self.services only")
    }
    made[name] = object
    return object
  }

  fileprivate func makeFunction(_ name: String, of service: String) throws -> LuaFunction {
    try require(name, of: service, try callingContext())
    return try state.makeFunction("\(service).\(name)") { [weak self] (call: inout LuaCall) in
      try self?.call(service, name, &call)
    }
  }

  private func require(
    _ name: String, of service: String, _ context: CoordinatorContext
  ) throws {
    let resolved = context.services.resolve(service)
    let inLua = functions[resolved]?.keys.sorted() ?? []
    let known = context.services.functions(of: service) + inLua
    guard !known.contains(name) else { return }
    throw FlowError(
      .misuse,
      "the service \(resolved)\(stands(resolved, for: service)) has no function \"\(name)\"\(Suggestion.near(name, among: known))"
    )
  }

  /// What a message says of a service that stands for another.
  private func stands(_ resolved: String, for name: String) -> String {
    resolved == name ? "" : " (which stands for \"\(name)\" here)"
  }

  // MARK: Calls

  private func call(_ service: String, _ name: String, _ call: inout LuaCall) throws {
    if case .object(let object) = call[0], object.object(as: ScriptService.self) != nil {
      throw FlowError(
        .misuse, "write a dot, not a colon: self.services.\(service).\(name)(…)")
    }
    let context = try callingContext()
    let arguments = try (0..<call.count).map { index in
      call.isAbsent(at: index)
        ? Value.null : try call.packed(at: index, label: "argument \(index + 1)").value
    }
    if context.services.functions(of: service).contains(name) {
      return try callSwift(service, name, arguments, context, &call)
    }
    try require(name, of: service, context)
    try callLua(service, name, arguments, context, &call)
  }

  private func callSwift(
    _ service: String, _ name: String, _ arguments: [Value], _ context: CoordinatorContext,
    _ call: inout LuaCall
  ) throws {
    let behavior = caller()
    let outcome = try context.services.begin(service, name, arguments) { [call] in
      try behavior?.permitWaiting("call \(service).\(name) (it answers later)", call)
    }
    switch outcome {
    case .answered(let answer): call.returns(all: try luaValues(answer.results))
    case .waits(let id): behavior?.wait(for: id, named: "\(service).\(name)", &call)
    }
  }

  private func callLua(
    _ service: String, _ name: String, _ arguments: [Value], _ context: CoordinatorContext,
    _ call: inout LuaCall
  ) throws {
    let resolved = context.services.resolve(service)
    guard let function = functions[resolved]?[name] else { return }
    try context.permitService(service, name)
    let packed = try PackedValue(.array(arguments))
    switch try outcome(of: try state.run(invoker, function, packed, arguments.count)) {
    case .answered(let results):
      try context.services.note(resolved, name, arguments, results)
      call.returns(all: try luaValues(results))
    case .sleeps(let suspension, let seconds):
      do {
        try caller()?.permitWaiting("call \(service).\(name) (it sleeps)", call)
        try context.services.note(resolved, name, arguments, nil)
      } catch {
        suspension.drop()
        throw error
      }
      caller()?.wait(
        for: suspension, named: "\(service).\(name)", sleeping: seconds, &call)
    }
  }

  // MARK: Services in Lua

  /// What a service in Lua has come to.
  enum Outcome {
    case answered([Value])
    case sleeps(LuaSuspension, seconds: Double)
  }

  /// Goes on with a service that has slept.
  func goOn(with service: LuaSuspension) throws -> Outcome {
    try outcome(of: try service.resume())
  }

  private func outcome(of run: LuaOutcome) throws -> Outcome {
    switch run {
    case .returned(let value): return .answered(Prelude.results(try value.packed(label: "results")))
    case .suspended(let suspension):
      guard let seconds = pendingSleep.take() else {
        suspension.drop()
        throw FlowError(.misuse, "a service cannot wait for that: it can sleep(seconds)")
      }
      return .sleeps(suspension, seconds: seconds)
    }
  }

  /// `sleep(seconds)` for services.lua: the service goes on after that time, and whoever called it
  /// waits.
  func makeSleep() throws -> LuaFunction {
    try state.makeFunction("sleep") { [weak self] (call: inout LuaCall) in
      let seconds = try call.number(at: 0)
      guard seconds.isFinite, seconds >= 0 else {
        throw FlowError(.misuse, "cannot sleep for \(seconds) seconds; it takes 0 or more")
      }
      guard let self, self.caller() != nil, call.canSuspend else {
        throw FlowError(
          .misuse,
          "sleep works in a function of services.lua that a coordinator has called, and where Lua can suspend"
        )
      }
      self.pendingSleep = seconds
      call.suspend()
    }
  }
}

extension ScriptServices {
  /// Values as Lua has them.
  private func luaValues(_ values: [Value]) throws -> [LuaValue] {
    try values.map { value in
      switch value {
      case .null: .nil
      case .bool(let value): .bool(value)
      case .integer(let value): .integer(value)
      case .number(let value): .number(value)
      case .string(let value): .string(value)
      case .bytes(let value): .bytes(value)
      case .array, .object, .map: .table(try state.makeTable(try PackedValue(value)))
      }
    }
  }
}

/// One service, as scripts know it.
final class ScriptService {
  let name: String
  private weak var services: ScriptServices?
  private var functions: [String: LuaFunction] = [:]

  init(_ name: String, _ services: ScriptServices) {
    self.name = name
    self.services = services
  }

  func function(_ key: String) throws -> LuaFunction? {
    if let known = functions[key] { return known }
    let made = try services?.makeFunction(key, of: name)
    functions[key] = made
    return made
  }
}

extension PackedValue {
  /// A result of a service, for a script; nil for nothing.
  init?(result value: Value) {
    guard value != .null, let packed = try? PackedValue(value) else { return nil }
    self = packed
  }
}

extension Prelude {
  /// `invoke(function, arguments, count)`: calls with the arguments of a table, and gives the
  /// results as one, `{ count, results }`.
  static func invoker(_ state: LuaState) throws -> LuaFunction {
    let source = """
      local function pack(...) return { select("#", ...), { ... } } end
      return function(call, arguments, count)
        return pack(call(table.unpack(arguments, 1, count)))
      end
      """
    let chunk = try state.load(
      Array(source.utf8), chunkName: "invoke.lua", environment: try state.makeEnvironment())
    return try chunk.call()
  }

  /// The results in what the invoker gives.
  static func results(_ packed: PackedValue) -> [Value] {
    guard let pair = packed.value.array, let count = pair.first?.integer, pair.count > 1 else {
      return []
    }
    return (0..<count).map { index in
      switch pair[1] {
      case .array(let values): index < values.count ? values[index] : .null
      case .map(let entries): entries[.integer(index + 1)] ?? .null
      default: .null
      }
    }
  }
}
