import Coordination
import LuaRuntime
import PlainValues

/// `self.services`, as scripts know it: what the application registered in Swift, else what
/// services.lua returns.
///
/// The objects are the same for all coordinators; who calls is known by who is running.
final class ScriptServices {
  private let state: LuaState
  private var objects: ServiceObjects?
  private var made: [String: LuaObject] = [:]
  private var functions: [String: [String: LuaFunction]] = [:]
  private let invoker: LuaFunction
  /// The coordinator whose function is running.
  var caller: () -> CoordinatorContext? = { nil }

  struct ServiceObjects {
    let all: LuaObject
    let one: LuaHostClass<ScriptService>
  }

  init(_ state: LuaState) throws {
    self.state = state
    invoker = try Prelude.invoker(state)
  }

  /// Takes what services.lua returned: functions by service and name.
  func load(_ value: LuaValue) throws -> [Problem] {
    guard case .table(let services) = value else {
      return [
        problem("services.lua returns a \(value.typeName), it has to return a table of services")
      ]
    }
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
    return problems
  }

  private func problem(_ text: String) -> Problem {
    Problem(.error, file: "services.lua", text)
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

  private func service(_ name: String) throws -> LuaObject {
    if let known = made[name] { return known }
    guard let context = caller(), let objects else {
      throw FlowError(.misuse, "services can be used only while a coordinator is running")
    }
    guard context.services.has(name) || functions[name] != nil else {
      let names = context.services.names + functions.keys
      throw FlowError(
        .misuse,
        "there is no service \"\(name)\"\(Suggestion.near(name, among: Set(names).sorted()))")
    }
    let object = try objects.one.makeObject(ScriptService(name, self))
    made[name] = object
    return object
  }

  fileprivate func makeFunction(_ name: String, of service: String) throws -> LuaFunction {
    guard let context = caller() else {
      throw FlowError(.misuse, "services can be used only while a coordinator is running")
    }
    let known = context.services.functions(of: service) + (functions[service]?.keys.sorted() ?? [])
    guard known.contains(name) else {
      throw FlowError(
        .misuse,
        "the service \(service) has no function \"\(name)\"\(Suggestion.near(name, among: known))")
    }
    return try state.makeFunction("\(service).\(name)") { [weak self] (call: inout LuaCall) in
      try self?.call(service, name, &call)
    }
  }

  // MARK: Calls

  private func call(_ service: String, _ name: String, _ call: inout LuaCall) throws {
    if case .object(let object) = call[0], object.object(as: ScriptService.self) != nil {
      throw FlowError(
        .misuse, "write a dot, not a colon: self.services.\(service).\(name)(…)")
    }
    guard let context = caller() else {
      throw FlowError(.misuse, "services can be used only while a coordinator is running")
    }
    let arguments = try (0..<call.count).map { index in
      call.isAbsent(at: index)
        ? Value.null : try call.packed(at: index, label: "argument \(index + 1)").value
    }
    if context.services.functions(of: service).contains(name) {
      do {
        call.returns(all: try luaValues(try context.services.call(service, name, arguments)))
      } catch let error as FlowError {
        throw error
      } catch {
        call.returns(LuaValue.nil, "\(error)")
      }
    } else if let function = functions[service]?[name] {
      try context.permitService(service, name)
      let packed = try PackedValue(.array(arguments))
      let results: PackedValue = try invoker.call(function, packed, arguments.count)
      call.returns(all: try luaValues(Prelude.results(results)))
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
