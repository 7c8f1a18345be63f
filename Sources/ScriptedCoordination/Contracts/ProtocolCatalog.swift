import Coordination

/// The protocols and types of a project, as protocols.lua names them.
public struct ProtocolCatalog: Sendable {
  public internal(set) var protocols: [String: Contract] = [:]
  public internal(set) var types = NamedTypes()
  var source = Source.none

  enum Source {
    /// There is no protocols.lua.
    case none
    case read
    /// It could not be read, so that nothing is known of what it names.
    case unreadable
  }

  public init() {}

  public subscript(name: String) -> Contract? { protocols[name] }
  public var names: [String] { protocols.keys.sorted() }
}

extension ProtocolCatalog {
  /// What is wrong with naming that protocol; nil where it is there, or may be.
  func problem(withNaming name: String) -> String? {
    guard protocols[name] == nil else { return nil }
    switch source {
    case .none: return "there is no protocol \"\(name)\": the project has no protocols.lua"
    case .read: return "there is no protocol \"\(name)\"\(Suggestion.near(name, among: names))"
    case .unreadable: return nil
    }
  }
}
