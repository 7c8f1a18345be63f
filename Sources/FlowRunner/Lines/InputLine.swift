import Coordination
import PlainValues

/// What one line of JSON asks of the host.
enum InputLine: Equatable {
  case send(String, PackedValue, screen: String?)
  case back
  case dismiss
  case tab(String)
  case app(String, PackedValue)
  /// A link.
  case open(String)
  /// Seconds.
  case advance(Double)
  case snapshot
  case swap(slot: String, variant: String, LiveCoordinators)
  case reload
  case quit

  /// The keys that say what is asked, each with what may stand beside it.
  private static let companions: [String: Set<String>] = [
    "send": ["payload", "screen"], "back": [], "dismiss": [], "tab": [], "app": ["payload"],
    "open": [], "advance": [], "snapshot": [], "swap": ["variant", "follow"], "reload": [],
    "quit": [],
  ]

  private static let known =
    "send, back, dismiss, tab, open, app, advance, swap, reload, snapshot, quit"

  /// Reads a line.
  ///
  /// - Throws: ``InputError`` that says what is wrong with it.
  init(_ bytes: [UInt8]) throws(InputError) {
    let object = try Self.object(bytes)
    let asked = object.keys.filter { Self.companions[$0] != nil }.sorted()
    guard asked.count <= 1 else {
      throw InputError("\(asked.joined(separator: " and ")) in one line: ask one thing a line")
    }
    guard let key = asked.first else {
      let what =
        object.keys.sorted().first.map { "unknown key \"\($0)\"" } ?? "the object is empty"
      throw InputError("\(what): a line asks one of \(Self.known)")
    }
    let allowed = Self.companions[key] ?? []
    if let stray = object.keys.sorted().first(where: { $0 != key && !allowed.contains($0) }) {
      let near = Suggestion.near(stray, among: allowed.sorted())
      throw InputError("\"\(stray)\" does not go with \(key)\(near)")
    }
    self = try Self.read(key, object)
  }

  private static func object(_ bytes: [UInt8]) throws(InputError) -> [String: Value] {
    let value: Value
    do {
      value = try JSON.parse(bytes)
    } catch {
      throw InputError("not JSON: column \(error.column): \(error.message)")
    }
    guard let object = value.object else {
      throw InputError("not an object: a line is written {\"send\":\"event\"}")
    }
    return object
  }

  private static func read(_ key: String, _ object: [String: Value]) throws(InputError) -> InputLine
  {
    switch key {
    case "send":
      let event = try name(key, object)
      guard !EventNames.reserved.contains(event) else {
        throw InputError(
          "\"\(event)\" is an event that only the host sends; the user's are {\"back\":true} and {\"dismiss\":true}"
        )
      }
      let screen = object["screen"] == nil ? nil : try name("screen", object)
      return .send(event, try payload(object), screen: screen)
    case "app":
      let event = try name(key, object)
      guard !EventNames.reservedForApp.contains(event) else {
        throw InputError("\"\(event)\" is an event that only the host sends")
      }
      return .app(event, try payload(object))
    case "tab": return .tab(try name(key, object))
    case "open":
      guard let url = object[key]?.string, !url.isEmpty else {
        throw InputError("open has to be a link, such as app://product/7")
      }
      return .open(url)
    case "advance":
      guard let seconds = object[key]?.number, seconds.isFinite, seconds >= 0 else {
        throw InputError("advance has to be seconds, a number from 0")
      }
      return .advance(seconds)
    case "swap":
      let slot = try name(key, object)
      guard object["variant"] != nil else {
        throw InputError(
          "swap needs a variant: {\"swap\":\"\(slot)\",\"variant\":\"…\",\"follow\":true}")
      }
      return .swap(slot: slot, variant: try name("variant", object), try live(object))
    default:
      guard object[key] == .bool(true) else { throw InputError("\(key) has to be true") }
      return switch key {
      case "back": .back
      case "dismiss": .dismiss
      case "snapshot": .snapshot
      case "reload": .reload
      default: .quit
      }
    }
  }

  private static func name(_ key: String, _ object: [String: Value]) throws(InputError) -> String {
    guard let name = object[key]?.string, !name.isEmpty else {
      throw InputError("\(key) has to be a name, a string")
    }
    return name
  }

  private static func live(_ object: [String: Value]) throws(InputError) -> LiveCoordinators {
    switch object["follow"] {
    case nil, .bool(false): return .finish
    case .bool(true): return .follow
    default:
      throw InputError("follow has to be true, for those that live to follow now, or false")
    }
  }

  private static func payload(_ object: [String: Value]) throws(InputError) -> PackedValue {
    do {
      let payload = object["payload"] ?? .null
      return payload == .null ? .empty : try PackedValue(payload)
    } catch {
      throw InputError("payload: \(error)")
    }
  }
}
