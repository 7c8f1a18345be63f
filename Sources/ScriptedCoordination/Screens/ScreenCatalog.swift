import PlainValues

/// What screens show and what they may send, as screens.lua describes them.
public struct ScreenCatalog: Sendable {
  public internal(set) var screens: [String: ScreenDescription] = [:]

  public init() {}

  public subscript(name: String) -> ScreenDescription? { screens[name] }

  /// Events that a screen may send while it is covered, by its name.
  var backgroundEvents: [String: Set<String>] {
    screens.compactMapValues { $0.backgroundEvents.isEmpty ? nil : Set($0.backgroundEvents) }
  }
}

/// What one screen shows.
public struct ScreenDescription: Sendable {
  /// With `{param}` where a param goes.
  public var title: String?
  public var body: [ScreenItem] = []
  /// Events that it may send beside those of its body.
  public var events: [String] = []
  public var backgroundEvents: [String] = []
  /// The protocols that a coordinator has to implement to show it.
  public var needs: [String] = []

  public init() {}

  /// The event that is sent when that field has been filled in.
  public func event(ofField name: String) -> String? {
    for case .field(name, _, _, let event) in body { return event }
    return nil
  }
}

/// One thing on a screen.
public enum ScreenItem: Hashable, Sendable {
  case text(String, style: String?)
  /// Something to fill in; its value goes with what buttons send. With an event, that is sent with
  /// all fields when it has been filled in.
  case field(String, label: String?, kind: String?, event: String?)
  /// Sends its event with the fields.
  case button(String, event: String)
  /// Sends its event, without the fields.
  case link(String, event: String)
  /// One row for each item of a param; choosing one sends the event with the item.
  case list(String, title: String?, detail: String?, event: String?)
}

extension Value {
  /// A text with each `{name}` replaced by that entry of this value; by nothing where there is
  /// none.
  public func filling(_ template: String) -> String {
    var filled = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      filled += rest[..<open]
      let name = rest[rest.index(after: open)..<close]
      filled += entry(at: name.split(separator: ".").map(String.init)).map(\.shown) ?? ""
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }

  private func entry(at path: [String]) -> Value? {
    path.reduce(self) { value, key in value?[key] }
  }

  /// As a screen shows it.
  public var shown: String {
    switch self {
    case .null: ""
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): value
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .array, .object, .map: JSON.text(of: self)
    }
  }
}
