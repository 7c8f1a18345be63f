import Coordination
import LuaRuntime
import PlainValues

/// What `launch` is told beside a name.
struct LaunchOptions {
  var input = PackedValue.empty
  /// What a test supplies of services, by service and function.
  var services: [String: [String: LuaValue]] = [:]
  var attributes: [String: Value] = [:]
  /// The variants of experiments, by slot.
  var variants: [String: String] = [:]
  /// The slots whose variant is for the experiment to choose, whatever tests run with otherwise.
  var assigned: Set<String> = []
  var store: [String: Value] = [:]
  /// A snapshot to go on from.
  var restore: Value?
  /// Those that come before the start.
  var links: [String] = []
  var device = Device.phone
  var seed: UInt64 = 0
  var checks = Checks.strict
  /// Events that a parent outside the test would take.
  var bubbles: Set<String> = []

  /// What is a failure beside a failed turn.
  enum Checks {
    case lenient
    /// An event that nobody handles, or that is dropped because its screen is covered or gone.
    case strict
    /// Also all that a step has caused and that the test has not said.
    case exhaustive
  }

  static let names = [
    "attributes", "bubbles", "device", "exhaustive", "input", "link", "restore", "seed",
    "services", "store", "strict", "variants",
  ]

  init() {}

  /// - Throws: ``LaunchProblem`` for what is no such option.
  init(_ value: LuaValue) throws {
    if value.isNil { return }
    guard case .table(let table) = value else {
      throw LaunchProblem(
        "the options of launch are a \(value.typeName); they have to be a table")
    }
    var isStrict = true
    var isExhaustive = false
    for key in try table.keys() {
      guard let name = key.string else {
        throw LaunchProblem("launch has no option [\(key)]; options are named")
      }
      let value = try table.get(name)
      switch name {
      case "input": input = try Self.data(value, "input")
      case "services": services = try Self.services(value)
      case "attributes": attributes = try Self.object(value, name)
      case "store": store = try Self.object(value, name)
      case "restore":
        restore = try Self.data(value, name).value
      case "link": links = try Self.strings(value, name)
      case "device": device = try Self.device(value)
      case "seed": seed = try Self.seed(value)
      case "strict": isStrict = try Self.flag(value, name)
      case "exhaustive": isExhaustive = try Self.flag(value, name)
      case "bubbles": bubbles = Set(try Self.strings(value, name))
      case "variants": (variants, assigned) = try Self.variants(value)
      default:
        throw LaunchProblem(
          "launch has no option \"\(name)\"\(Suggestion.near(name, among: Self.names))")
      }
    }
    if restore != nil {
      let own = ["input", "attributes", "store", "device", "seed"]
      if let stray = try own.first(where: { !(try table.get($0)).isNil }) {
        throw LaunchProblem(
          "launch goes on from a snapshot, which has its own \(stray): leave \(stray) out, or change the snapshot"
        )
      }
    }
    checks = isExhaustive ? .exhaustive : isStrict ? .strict : .lenient
  }

  // MARK: Reading

  private static func expect(_ name: String, _ what: String, _ value: LuaValue) -> LaunchProblem {
    let found = value.string.map { "\"\($0)\"" } ?? "a \(value.typeName)"
    return LaunchProblem("the option \(name) of launch has to be \(what), not \(found)")
  }

  private static func data(_ value: LuaValue, _ name: String) throws -> PackedValue {
    switch value {
    case .table(let table):
      do {
        return try table.packed(label: name)
      } catch {
        throw LaunchProblem(error.message)
      }
    case .bool(let value): return PackedValue(booleanLiteral: value)
    case .integer(let value): return PackedValue(integerLiteral: value)
    case .number(let value): return (try? PackedValue(.number(value))) ?? .empty
    case .string(let value): return PackedValue(stringLiteral: value)
    default: throw expect(name, "plain data", value)
    }
  }

  private static func object(_ value: LuaValue, _ name: String) throws -> [String: Value] {
    guard case .table = value, let object = try data(value, name).value.object else {
      throw expect(name, "a table with names as keys", value)
    }
    return object
  }

  private static func strings(_ value: LuaValue, _ name: String) throws -> [String] {
    if let word = value.string { return [word] }
    guard case .table = value, let list = try data(value, name).value.array else {
      throw expect(name, "a string or a list of strings", value)
    }
    let words = list.compactMap(\.string)
    guard words.count == list.count else {
      throw expect(name, "a string or a list of strings", value)
    }
    return words
  }

  private static func flag(_ value: LuaValue, _ name: String) throws -> Bool {
    guard case .bool(let flag) = value else { throw expect(name, "true or false", value) }
    return flag
  }

  private static func seed(_ value: LuaValue) throws -> UInt64 {
    guard let seed = value.integer.flatMap({ UInt64(exactly: $0) }) else {
      throw expect("seed", "a whole number from 0", value)
    }
    return seed
  }

  private static func device(_ value: LuaValue) throws -> Device {
    let what = "\"phone\", \"tablet\" or { kind = …, orientation = \"portrait\" or \"landscape\" }"
    if let word = value.string {
      guard let kind = Device.Kind(rawValue: word) else { throw expect("device", what, value) }
      return kind == .phone ? .phone : .tablet
    }
    guard case .table = value, let object = try data(value, "device").value.object,
      let kind = object["kind"]?.string.flatMap(Device.Kind.init)
    else { throw expect("device", what, value) }
    guard let word = object["orientation"] else { return kind == .phone ? .phone : .tablet }
    guard let orientation = word.string.flatMap(Device.Orientation.init) else {
      throw expect("device", what, value)
    }
    return Device(kind, orientation: orientation)
  }

  private static func services(_ value: LuaValue) throws -> [String: [String: LuaValue]] {
    guard case .table(let table) = value else {
      throw expect("services", "a table of services", value)
    }
    var services: [String: [String: LuaValue]] = [:]
    for key in try table.keys() {
      guard let name = key.string, case .table(let functions) = try table.get(key) else {
        throw LaunchProblem(
          "services.\(key) is a \(try table.get(key).typeName); a service is a table of functions")
      }
      for key in try functions.keys() {
        let function = try functions.get(key)
        switch function {
        case .function, .table, .object: services[name, default: [:]]["\(key)"] = function
        default:
          throw LaunchProblem(
            """
            services.\(name).\(key) is a \(function.typeName); it has to be a function, a stub, \
            a spy or unanswered()
            """)
        }
      }
    }
    return services
  }

  private static func variants(_ value: LuaValue) throws -> ([String: String], Set<String>) {
    var variants: [String: String] = [:]
    var assigned: Set<String> = []
    for (slot, entry) in try object(value, "variants") {
      switch entry {
      case .string(let name): variants[slot] = name
      case .bool(false): assigned.insert(slot)
      default:
        throw LaunchProblem(
          "variants.\(slot) of launch has to be a variant's name, or false to leave it to the experiment"
        )
      }
    }
    return (variants, assigned)
  }
}
