/// Why an operation cannot be done. Its description says what was tried, what is there instead and
/// what could be done.
public struct NavigationError: Error, Hashable, CustomStringConvertible {
  /// The kind of mistake, for programs.
  public enum Reason: Hashable, Sendable {
    /// There is no router of that id, or not any more.
    case noSuchRouter
    /// There is no screen of that name or id where it was looked for.
    case noSuchScreen
    /// There is no tab of that name.
    case noSuchTab
    /// A stack that is not a modal's keeps its root.
    case rootStays
    /// The stack has no screen to work on.
    case emptyStack
    /// Nothing is presented over the router.
    case nothingPresented
    /// The router shows a stack, tabs or a split where the operation wants another of these.
    case otherContent
    /// A modal of one screen takes no others.
    case singleScreen
    /// An argument makes no sense whatever is on show.
    case badArgument
  }

  public let reason: Reason
  /// What was tried, as a script would write it, such as `pop_to "cart"`.
  public let attempt: String
  /// What is there instead.
  public let situation: String
  /// What could be done.
  public let hint: String?

  public var description: String {
    "cannot \(attempt): \(situation)" + (hint.map { "; hint: \($0)" } ?? "")
  }

  init(reason: Reason, attempt: Attempt, situation: String, hint: String? = nil) {
    self.reason = reason
    self.attempt = attempt.description
    self.situation = situation
    self.hint = hint
  }
}

/// What is tried, before it is known whether it has to be put into words.
struct Attempt: CustomStringConvertible {
  private let verb: String
  private let name: String?

  init(_ verb: String, _ name: String? = nil) { (self.verb, self.name) = (verb, name) }

  var description: String { name.map { "\(verb) \(quoted($0))" } ?? verb }
}

extension RouterState {
  /// What a router shows, for messages: the names of its screens, tabs or sides.
  var summary: String {
    switch content {
    case .stack(let stack) where stack.isEmpty: "the stack is empty"
    case .stack(let stack): "the stack is \(stack.path)"
    case .tabs(let tabs): "this router shows the tabs \(tabs.names.joined(separator: ", "))"
    case .split(let split):
      "this router shows a split, \(split.primary.firstScreen?.name ?? "-")"
        + " beside \(split.secondary.firstScreen?.name ?? "-")"
    }
  }
}

extension Stack {
  /// The names from the root to the top; of a deep stack those near the top. Costs no more than
  /// a few names.
  var path: String {
    let shown = 8
    let names = topFirst.prefix(shown).map(\.name).reversed().joined(separator: " › ")
    return count > shown ? "… › \(names) (\(count) screens)" : names
  }
}

/// The name among those that was probably meant: one or two letters away, or the same but for
/// case.
func nearest(to name: String, among names: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().utf8)
  let candidates = names.map { ($0, distance(wanted, Array($0.lowercased().utf8))) }
  guard let best = candidates.min(by: { $0.1 < $1.1 }), best.1 <= min(2, wanted.count / 2) else {
    return nil
  }
  return best.0
}

/// How many bytes have to be inserted, removed or replaced to get from one to the other
/// (Levenshtein's distance).
private func distance(_ from: [UInt8], _ to: [UInt8]) -> Int {
  var row = Array(0...to.count)
  for (index, byte) in from.enumerated() {
    var diagonal = index
    row[0] = index + 1
    for (column, other) in to.enumerated() {
      let substituted = diagonal + (byte == other ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(substituted, min(row[column], row[column + 1]) + 1)
    }
  }
  return row[to.count]
}
