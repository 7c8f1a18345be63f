import PlainValues

/// What a coordinator takes, gives, says and hears, as its `contract` and the protocols that it
/// implements put it together.
///
/// Two contracts are equal when they ask the same, wherever it is written.
public struct Contract: Equatable, Sendable {
  /// A type that something has to be, and who says so.
  public struct Clause: Sendable {
    public let type: ContractType
    /// Where it stands, for messages: `contract of checkout.lua:12`.
    public let origin: String
  }

  /// What it is started with; nil where anything will do.
  public internal(set) var input: Clause?
  /// What it finishes with; nil where anything will do.
  public internal(set) var result: Clause?
  /// The payloads of what it may emit, by event; nil where it may emit anything.
  public internal(set) var emits: [String: Clause]?
  /// Who asks for an event to be handled, by event.
  public internal(set) var handles: [String: String] = [:]
  /// The named types that it needs.
  public internal(set) var types = NamedTypes()
  /// Where it stands, for messages.
  public internal(set) var origin: String

  init(origin: String) { self.origin = origin }

  public static func == (one: Contract, other: Contract) -> Bool {
    one.input?.type == other.input?.type && one.result?.type == other.result?.type
      && one.emits?.mapValues(\.type) == other.emits?.mapValues(\.type)
      && one.handles.keys == other.handles.keys && one.types == other.types
  }

  /// Keeps of the types that are known those that it needs.
  mutating func takeTypes(from known: NamedTypes) {
    let roots =
      [input, result].compactMap { $0?.type } + (emits ?? [:]).values.map(\.type)
    types = known.needed(by: roots)
  }
}
