/// Which variants of experiments tests run with, where they do not say so themselves.
public struct TestedVariants: Hashable, Sendable {
  /// The variant that is chosen for a slot.
  public private(set) var chosen: [String: String] = [:]
  /// The slots of which each variant has its turn, sorted.
  public private(set) var each: [String] = []

  public init() {}

  /// Reads words such as `checkout=one_page` and `checkout=all`.
  ///
  /// - Throws: ``TestedVariantsError`` for a word that is none, and for a slot that is named twice.
  public init(words: [String]) throws(TestedVariantsError) {
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw TestedVariantsError(
          description:
            "variants are written SLOT=NAME or SLOT=all, such as checkout=all, not \(word)")
      }
      guard chosen[parts[0]] == nil, !each.contains(parts[0]) else {
        throw TestedVariantsError(description: "\(parts[0]) is given twice; once is enough")
      }
      if parts[1] == "all" { each.append(parts[0]) } else { chosen[parts[0]] = parts[1] }
    }
    each.sort()
  }

  /// The words that it is read from, sorted.
  public var words: [String] {
    (chosen.map { "\($0)=\($1)" } + each.map { $0 + "=all" }).sorted()
  }

  /// The slots that it is about, sorted: a block of each goes around all tests.
  var slots: [String] { (chosen.keys + each).sorted() }
}

public struct TestedVariantsError: Error, Hashable, CustomStringConvertible {
  public let description: String
}
