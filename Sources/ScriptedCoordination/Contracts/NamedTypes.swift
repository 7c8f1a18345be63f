/// The types that protocols.lua names.
public struct NamedTypes: Equatable, Sendable {
  private(set) var types: [String: ContractType] = [:]

  public init() {}

  /// - Parameter types: none of which contains itself without end.
  init(_ types: [String: ContractType]) { self.types = types }

  public subscript(name: String) -> ContractType? { types[name] }
  public var names: [String] { types.keys.sorted() }

  /// The type itself, where it is given by a name or may be nothing. Costs the names on the way.
  func resolve(_ type: ContractType) -> ContractType {
    var type = type
    while true {
      switch type {
      case .optional(let inner): type = inner
      case .named(let name): type = types[name] ?? .any
      default: return type
      }
    }
  }

  /// Whether nothing at all will do too.
  func allowsNothing(_ type: ContractType) -> Bool {
    var type = type
    while case .named(let name) = type { type = types[name] ?? .any }
    switch type {
    case .optional, .any: return true
    default: return false
    }
  }

  /// Those of them that these need.
  func needed(by roots: [ContractType]) -> NamedTypes {
    var needed: [String: ContractType] = [:]
    var waiting = roots
    while let type = waiting.popLast() {
      for name in type.mentioned where needed[name] == nil {
        guard let found = types[name] else { continue }
        needed[name] = found
        waiting.append(found)
      }
    }
    return NamedTypes(needed)
  }
}

extension NamedTypes {
  /// Takes types that are well formed one by one, and gives back the circles in them: types that
  /// no value could ever be, since it would have to hold another of them. All that leads into a
  /// circle is taken as `any`.
  ///
  /// Each circle begins and ends with the same name.
  static func untangled(_ types: [String: ContractType]) -> (NamedTypes, circles: [[String]]) {
    let tangled = tangled(types)
    var types = types
    for name in tangled.keys { types[name] = .any }
    return (NamedTypes(types), circles(in: tangled))
  }

  /// What is left when what holds nothing that is left is taken away, again and again: for each
  /// name one that it holds.
  private static func tangled(_ types: [String: ContractType]) -> [String: String] {
    var holds = types.mapValues { Set($0.necessary.filter { types[$0] != nil }) }
    var holders: [String: [String]] = [:]
    for (name, held) in holds { for inner in held { holders[inner, default: []].append(name) } }
    var free = holds.filter { $0.value.isEmpty }.map(\.key)
    while let name = free.popLast() {
      holds[name] = nil
      for holder in holders[name] ?? [] {
        holds[holder]?.remove(name)
        if holds[holder]?.isEmpty == true { free.append(holder) }
      }
    }
    return holds.compactMapValues { $0.min() }
  }

  /// Goes from name to name until one comes again.
  private static func circles(in next: [String: String]) -> [[String]] {
    var circles: [[String]] = []
    var seen: Set<String> = []
    for start in next.keys.sorted() {
      var way: [String] = []
      var name = start
      while seen.insert(name).inserted, let following = next[name] {
        way.append(name)
        name = following
      }
      if let first = way.firstIndex(of: name) { circles.append(way[first...] + [name]) }
    }
    return circles
  }
}

extension ContractType {
  fileprivate var isOptional: Bool { if case .optional = self { true } else { false } }

  /// The names in it.
  fileprivate var mentioned: [String] {
    switch self {
    case .named(let name): [name]
    case .array(let item): item.mentioned
    case .optional(let type): type.mentioned
    case .record(let record): record.fields.flatMap(\.type.mentioned)
    default: []
    }
  }

  /// The names of types of which every value of this type holds one, or is one.
  fileprivate var necessary: [String] {
    switch self {
    case .named(let name): [name]
    // A name for itself says nothing, whether or not it may be absent.
    case .optional(.named(let name)): [name]
    case .record(let record):
      record.fields.map(\.type).filter { !$0.isOptional }.flatMap(\.necessary)
    default: []
    }
  }
}
