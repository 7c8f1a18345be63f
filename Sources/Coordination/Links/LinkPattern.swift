/// A pattern of links: segments that are the same, `:name` for any one, and `/*` at the end for
/// any number that are left, also none.
public struct LinkPattern: Hashable, Sendable, Comparable {
  enum Segment: Hashable, Sendable {
    case literal(String)
    case capture(String)
  }

  /// As it was written.
  public let text: String
  let segments: [Segment]
  /// Whether something may be left.
  let isOpen: Bool

  /// - Throws: ``FlowError`` that says what is wrong with it.
  public init(_ text: String) throws(FlowError) {
    self.text = text
    var parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts == [""] { parts = [] }
    isOpen = parts.last == "*"
    if isOpen { parts.removeLast() }
    var names: Set<String> = []
    var segments: [Segment] = []
    for part in parts {
      guard !part.isEmpty else {
        throw FlowError(
          .misuse,
          "\"\(text)\" has an empty segment: write product/:id, or * alone for whatever comes")
      }
      guard part != "*" else {
        throw FlowError(.misuse, "\"\(text)\": * stands at the end only")
      }
      guard part.hasPrefix(":") else {
        segments.append(.literal(part))
        continue
      }
      let name = String(part.dropFirst())
      guard !name.isEmpty, !Link.ownKeys.contains(name) else {
        throw FlowError(
          .misuse,
          name.isEmpty
            ? "\"\(text)\": a capture has a name, as in product/:id"
            : "\"\(text)\": a capture cannot be called \(name): the payload has that already")
      }
      guard names.insert(name).inserted else {
        throw FlowError(.misuse, "\"\(text)\" captures \(name) twice")
      }
      segments.append(.capture(name))
    }
    self.segments = segments
  }

  /// What is left of a link after this pattern, with what it captures; nil where it does not match.
  public func match(_ link: Link) -> Link? {
    guard isOpen ? link.path.count >= segments.count : link.path.count == segments.count else {
      return nil
    }
    var rest = link
    for (segment, found) in zip(segments, link.path) {
      switch segment {
      case .literal(let literal): guard literal == found else { return nil }
      case .capture(let name): rest.captures[name] = found
      }
    }
    rest.path.removeFirst(segments.count)
    return rest
  }

  /// Whether it is asked before another: what says more goes first, a segment rather than a
  /// capture, and both rather than what may be left.
  public static func < (one: LinkPattern, other: LinkPattern) -> Bool {
    for (mine, others) in zip(one.segments, other.segments) {
      switch (mine, others) {
      case (.literal, .capture): return true
      case (.capture, .literal): return false
      default: continue
      }
    }
    if one.segments.count != other.segments.count {
      return one.segments.count > other.segments.count
    }
    return one.isOpen == other.isOpen ? one.text < other.text : !one.isOpen
  }
}

extension Suggestion {
  /// The patterns that a link may have been meant for, for a message: the nearest by how many
  /// segments they share from the beginning, at most three.
  static func patterns(near link: Link, among patterns: [LinkPattern]) -> String {
    let ranked = patterns.map { ($0, likeness(link, $0)) }
      .sorted { $0.1 != $1.1 ? $0.1 > $1.1 : $0.0 < $1.0 }
    let more = ranked.count > 3 ? " and \(ranked.count - 3) more" : ""
    return ranked.prefix(3).map(\.0.text).joined(separator: ", ") + more
  }

  private static func likeness(_ link: Link, _ pattern: LinkPattern) -> Double {
    var score = 0.0
    for (segment, found) in zip(pattern.segments, link.path) {
      switch segment {
      case .literal(let literal) where literal == found: score += 2
      case .literal(let literal):
        let most = max(literal.count, found.count, 1)
        let slips = distance(literal.lowercased(), found.prefix(64).lowercased())
        return score + 1 - Double(slips) / Double(most)
      case .capture: score += 0.5
      }
    }
    return score - 0.1 * Double(abs(pattern.segments.count - link.path.count))
  }
}
