import Foundation
import Testing

@Suite("Walks")
struct WalkTests {
  /// With `WALKS` in the environment so many are taken, and everything in each is made to fail.
  private static let wanted = ProcessInfo.processInfo.environment["WALKS"].flatMap(UInt64.init)

  @Test("whatever fails in whatever flow, its turn is undone, and all agree", arguments: 0..<4)
  func undone(part: UInt64) {
    for seed in (0..<(Self.wanted ?? 40)).filter({ $0 % 4 == part }) {
      let walk = Walk.random(seed: seed)
      // Of one in ten, every call.
      let failures = Self.wanted != nil || seed / 4 % 10 == 0 ? Int.max : 8
      guard WalkRun.problem(in: walk, failures: failures) != nil,
        let (shortest, problem) = shortest(of: walk)
      else { continue }
      Issue.record("seed \(seed):\n\(shortest)\n\(problem)")
      return
    }
  }

  /// The shortest walk found by leaving things out that still goes wrong.
  private func shortest(of walk: Walk) -> (Walk, String)? {
    guard let problem = WalkRun.problem(in: walk, failures: .max) else { return nil }
    for smaller in walk.smaller {
      if let found = shortest(of: smaller) { return found }
    }
    return (walk, problem)
  }
}
