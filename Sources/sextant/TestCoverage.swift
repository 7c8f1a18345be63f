import Coordination
import FlowTesting
import SystemCalls

/// What `sextant test` does with coverage.
struct TestCoverage {
  private let folder: CoverageFolder?
  private let goals: [CoverageGoal]

  init(_ options: TestOptions) {
    folder = options.coverage
    goals = options.goals
  }

  /// Writes it, and says which goals are missed.
  ///
  /// - Returns: whether all is well.
  func keep(_ report: CoverageReport) -> Bool {
    var isFine = true
    do {
      try folder?.write(report)
    } catch {
      isFine = false
      Sextant.say("sextant: error: coverage is not written to \(folder?.path ?? ""): \(error)")
    }
    for complaint in goals.compactMap({ $0.complaint(report) }) {
      isFine = false
      Sextant.say(complaint)
    }
    return isFine
  }
}
