import PlainValues

/// Who an experiment is for: what their attributes have to be.
public indirect enum Audience: Hashable, Sendable {
  case attribute(String, Condition)
  /// All of these hold; so they do where there is none.
  case all([Audience])
  /// One of these holds.
  case any([Audience])
  /// None of these holds.
  case none([Audience])

  public func includes(_ attributes: [String: Value]) -> Bool {
    switch self {
    case .attribute(let name, let condition): condition.holds(for: attributes[name]?.orNone)
    case .all(let parts): parts.allSatisfy { $0.includes(attributes) }
    case .any(let parts): parts.contains { $0.includes(attributes) }
    case .none(let parts): !parts.contains { $0.includes(attributes) }
    }
  }
}

extension Audience {
  /// What one attribute has to be.
  public indirect enum Condition: Hashable, Sendable {
    case equal(Value)
    case oneOf([Value])
    /// A number that is not less.
    case atLeast(Value)
    /// A number that is not greater.
    case atMost(Value)
    case matches(Wildcard)
    case all([Condition])
    case any([Condition])
    case none([Condition])

    /// - Parameter value: the attribute; nil where there is none, for which only ``none(_:)`` holds,
    ///   and ``all(_:)`` of such.
    public func holds(for value: Value?) -> Bool {
      switch self {
      case .all(let parts): return parts.allSatisfy { $0.holds(for: value) }
      case .any(let parts): return parts.contains { $0.holds(for: value) }
      case .none(let parts): return !parts.contains { $0.holds(for: value) }
      default: break
      }
      guard let value else { return false }
      switch self {
      case .equal(let wanted): return value.isSame(as: wanted)
      case .oneOf(let wanted): return wanted.contains(where: value.isSame)
      case .atLeast(let bound): return value.compared(to: bound).map { $0 != .less } ?? false
      case .atMost(let bound): return value.compared(to: bound).map { $0 != .greater } ?? false
      case .matches(let wildcard): return value.string.map(wildcard.matches) ?? false
      case .all, .any, .none: return false
      }
    }
  }
}
