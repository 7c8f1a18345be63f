import Coordination

/// Which errors and diagnostics a soak may meet, each by what it says.
///
/// Payloads that no screen would send fail where a script makes something of them, and what the
/// user asks for may be impossible. That a limit is reached, that something of the host's own goes
/// wrong, or that a `finish` fails, is never right.
enum SoakExpectation {
  /// The phrase by which an error is expected; nil where it is not.
  static func phrase(of error: FlowError) -> String? {
    switch error.kind {
    case .limit: nil
    case .blocked, .misuse: misuses.first { error.message.says($0) }
    case .failure: failures.first { error.message.says($0) }
    }
  }

  /// The phrase by which a diagnostic is expected; nil where it is not.
  static func phrase(of diagnostic: Diagnostic) -> String? {
    let phrases =
      switch diagnostic.kind {
      case .note: notes
      case .unhandled: ["nobody handles", "does not handle", "does nothing when"]
      case .dropped:
        [
          "it is covered", "is gone", "has ended", "no screen is in front",
        ]
      case .busy: ["its handler is still at work", "its asker is busy"]
      case .warning: warnings
      case .failure: [String]()
      }
    return phrases.first { diagnostic.text.says($0) }
  }

  private static let misuses = [
    "no link leads to", ", it has to be ", "that is not known; there is", "have to be a table",
    "there is no coordinator", "there is no method",
  ]

  private static let failures = [
    "not reloaded, all runs on as it was", "attempt to ", "bad argument #",
  ]

  private static let notes = [
    "nothing to select", "no coordinator names the application's event", "nothing to dismiss",
    "cannot go back from", "cannot be pulled down", "is selected already", "from now on",
    "app.interrupted would hear of it", "starts anew", "nothing to go back from", "there is no tab",
    "waits: the handler before it is still at work", "has ended: ", "leads nowhere",
  ]

  private static let warnings = [
    "has nothing left", "does not name what was named before",
    "that is not there: nothing is changed",
  ]
}

extension String {
  /// Whether that phrase stands somewhere in it.
  fileprivate func says(_ phrase: String) -> Bool {
    let wanted = Array(phrase.utf8)
    guard let first = wanted.first else { return true }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: wanted) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
