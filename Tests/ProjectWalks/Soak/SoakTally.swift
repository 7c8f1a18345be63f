import Coordination
import PlainValues

/// What turns of a soak have come to, by kind, and what should not have been.
package struct SoakTally: Sendable {
  package private(set) var turns = 0
  package private(set) var committed = 0
  package private(set) var blocked = 0
  /// Turns that failed, by what the error says.
  package private(set) var failures: [String: Int] = [:]
  /// Diagnostics, by what they say.
  package private(set) var diagnostics: [String: Int] = [:]
  package private(set) var reloads: [String: Int] = [:]
  package private(set) var swaps = 0
  package private(set) var restorations = 0
  package private(set) var hosts = 0
  package private(set) var projects = 0
  /// The first thing that should not have been.
  private(set) var unexpected: String?

  mutating func count(_ record: TurnRecord) {
    turns += 1
    switch record.result {
    case .committed: committed += 1
    case .blocked: blocked += 1
    case .failed: break
    }
    if let error = record.error {
      let phrase = SoakExpectation.phrase(of: error)
      failures["\(error.kind.rawValue): \(phrase ?? error.message)", default: 0] += 1
      if phrase == nil { note("\(record.event.name) fails: \(error)") }
    }
    for diagnostic in record.diagnostics {
      let phrase = SoakExpectation.phrase(of: diagnostic)
      diagnostics["\(diagnostic.kind.rawValue): \(phrase ?? diagnostic.text)", default: 0] += 1
      if phrase == nil {
        note(
          """
          \(record.event.name) has the diagnostic \(diagnostic.kind.rawValue): \
          \(diagnostic.text)
          """)
      }
    }
  }

  mutating func countReload(_ outcome: String) { reloads[outcome, default: 0] += 1 }
  mutating func countSwap() { swaps += 1 }
  mutating func countRestoration() { restorations += 1 }
  mutating func countHost() { hosts += 1 }
  mutating func countProject() { projects += 1 }

  private mutating func note(_ text: String) { if unexpected == nil { unexpected = text } }
}

extension SoakTally {
  /// Both together.
  func adding(_ other: SoakTally) -> SoakTally {
    var sum = self
    sum.turns += other.turns
    sum.committed += other.committed
    sum.blocked += other.blocked
    sum.failures.merge(other.failures, uniquingKeysWith: +)
    sum.diagnostics.merge(other.diagnostics, uniquingKeysWith: +)
    sum.reloads.merge(other.reloads, uniquingKeysWith: +)
    sum.swaps += other.swaps
    sum.restorations += other.restorations
    sum.hosts += other.hosts
    sum.projects += other.projects
    return sum
  }
}
