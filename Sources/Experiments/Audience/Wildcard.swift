/// A pattern for a whole text: `*` stands for any characters, also none, `?` for one, all else for
/// itself.
public struct Wildcard: Hashable, Sendable {
  public let pattern: String
  private let scalars: [Unicode.Scalar]

  public init(_ pattern: String) {
    self.pattern = pattern
    scalars = Array(pattern.unicodeScalars)
  }

  /// Whether the whole text is as the pattern says. Costs at most the product of their lengths:
  /// only the last `*` is ever tried again.
  public func matches(_ text: String) -> Bool {
    let text = Array(text.unicodeScalars)
    var (place, next) = (0, 0)
    var retry: (place: Int, next: Int)?
    while next < text.count {
      if place < scalars.count, scalars[place] == "*" {
        retry = (place + 1, next)
        place += 1
      } else if place < scalars.count, scalars[place] == "?" || scalars[place] == text[next] {
        place += 1
        next += 1
      } else if let last = retry {
        retry = (last.place, last.next + 1)
        (place, next) = (last.place, last.next + 1)
      } else {
        return false
      }
    }
    return scalars[place...].allSatisfy { $0 == "*" }
  }
}
