import Coordination
import Experiments
import PlainValues

/// Reads conditions: `{ country = { one_of = { "DE", "AT" } }, age = { at_least = 18 } }`.
extension ExperimentReader {
  /// What holds other audiences in place of an attribute.
  private static let groups = ["all", "any", "none"]
  private static let conditions = [
    "all", "any", "at_least", "at_most", "equal", "matches", "none", "one_of",
  ]

  /// - Returns: what stands there; nil where that is wrong.
  mutating func readAudience(_ value: Value, _ path: [String]) -> Audience? {
    guard let entries = value.object, !entries.isEmpty else {
      error(
        path,
        "\(shown(path)) is \(value.kind), it has to be a table of conditions by attribute, such as { country = \"DE\" }"
      )
      return nil
    }
    var parts: [Audience] = []
    for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
      if Self.groups.contains(key) {
        var group: [Audience] = []
        for (item, path) in items(entry, path + [key]) {
          if let part = readAudience(item, path) { group.append(part) }
        }
        parts.append(key == "all" ? .all(group) : key == "any" ? .any(group) : .none(group))
      } else if let condition = readCondition(entry, path + [key]) {
        parts.append(.attribute(key, condition))
      }
    }
    return parts.count == 1 ? parts.first : .all(parts)
  }

  private mutating func readCondition(_ value: Value, _ path: [String]) -> Audience.Condition? {
    if value.isSingle { return .equal(value) }
    guard let entries = value.object, !entries.isEmpty else {
      let hint = value.array == nil ? "" : "; for one of several write { one_of = { … } }"
      error(path, "\(shown(path)) is \(value.kind), it has to be a value or a condition\(hint)")
      return nil
    }
    var parts: [Audience.Condition] = []
    for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
      if let part = readCondition(key, entry, path + [key]) { parts.append(part) }
    }
    return parts.count == 1 ? parts.first : .all(parts)
  }

  private mutating func readCondition(
    _ name: String, _ value: Value, _ path: [String]
  ) -> Audience.Condition? {
    switch name {
    case "equal": return single(value, path).map { .equal($0) }
    case "one_of": return .oneOf(items(value, path).compactMap { single($0.0, $0.1) })
    case "at_least": return number(value, path).map { .atLeast($0) }
    case "at_most": return number(value, path).map { .atMost($0) }
    case "matches":
      if let pattern = value.string { return .matches(Wildcard(pattern)) }
      error(
        path, "\(shown(path)) is \(value.kind), it has to be a string such as \"*@example.com\"")
      return nil
    case "all": return .all(items(value, path).compactMap { readCondition($0.0, $0.1) })
    case "any": return .any(items(value, path).compactMap { readCondition($0.0, $0.1) })
    case "none": return .none(items(value, path).compactMap { readCondition($0.0, $0.1) })
    default:
      error(
        path,
        "\(shown(path.dropLast())): there is no condition \"\(name)\"\(Suggestion.near(name, among: Self.conditions))"
      )
      return nil
    }
  }

  private mutating func items(_ value: Value, _ path: [String]) -> [(Value, [String])] {
    guard let items = value.array, !items.isEmpty else {
      let what = value.array == nil ? value.kind : "empty"
      error(path, "\(shown(path)) is \(what), it has to be a list")
      return []
    }
    return items.enumerated().map { ($0.element, path + [String($0.offset + 1)]) }
  }

  private mutating func single(_ value: Value, _ path: [String]) -> Value? {
    if value.isSingle { return value }
    error(path, "\(shown(path)) is \(value.kind), it has to be a boolean, a number or a string")
    return nil
  }

  private mutating func number(_ value: Value, _ path: [String]) -> Value? {
    if value.number != nil { return value }
    error(path, "\(shown(path)) is \(value.kind), it has to be a number")
    return nil
  }
}

extension Value {
  /// Whether it is no table.
  fileprivate var isSingle: Bool {
    switch self {
    case .bool, .integer, .number, .string, .bytes: true
    case .null, .array, .object, .map: false
    }
  }
}
