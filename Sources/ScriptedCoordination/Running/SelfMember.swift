import Coordination

/// The names that mean something on `self` or in a definition.
enum SelfMember {
  /// What the host provides, which no script may define.
  static let names: Set<String> = [
    "name", "id", "input", "router", "children", "services", "attributes", "set_attribute",
    "device", "cancel", "emit", "pass", "run", "ask", "wait", "after", "stop", "open", "defer",
    "resume_link", "log",
  ]

  /// The fields of a definition.
  static let fields: Set<String> = [
    "start", "finish", "transitions", "state", "links", "can_leave", "contract", "implements",
    "version", "migrate",
  ]

  /// The field that a name was probably meant to be.
  static func nearField(_ name: String) -> String? {
    let all = fields
    if name.hasPrefix("on_"), all.contains(String(name.dropFirst(3))) {
      return String(name.dropFirst(3))
    }
    guard let nearest = Suggestion.nearest(to: name, among: all.sorted()) else { return nil }
    let distance = Suggestion.distance(name.lowercased(), nearest)
    // Of short names only a letter too many, too few or in the wrong place is a slip: `lines` is
    // not `links`.
    let isSlip = name.count != nearest.count || name.lowercased().sorted() == nearest.sorted()
    return distance <= 1 && isSlip || distance <= 2 && nearest.count >= 8 ? nearest : nil
  }
}
