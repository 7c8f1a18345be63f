import CLuaBridge
import Foundation
import Testing

/// Memory that runs out while Lua runs: at each of the allocations of a whole session.
///
/// An ordinary run tries some of them; with `SEXTANT_ALLOCATIONS=all` every one.
@Suite("Allocations that fail")
struct AllocationFaultTests {
  /// Which allocations fail.
  enum Mode: CaseIterable {
    /// One: Lua collects, asks again, and all goes on.
    case once
    /// One, and what Lua asks for again once it has collected.
    case again
    /// All from one on, until the step has ended.
    case onwards
  }

  private static let stride =
    ProcessInfo.processInfo.environment["SEXTANT_ALLOCATIONS"] == "all" ? 1 : 97

  @Test(
    "each is an error of its turn, which is undone whole, or none at all; and what follows works",
    arguments: Mode.allCases)
  func session(_ mode: Mode) throws {
    let faults = Faults()
    let expected = try FaultyRun.reference(faults)
    let total = try #require(expected.last?.asked)
    var outcomes = FaultyRun.Outcomes()
    for number in Swift.stride(from: 1, through: total, by: Self.stride) {
      switch mode {
      case .once: faults.fail(number...number)
      case .again: faults.fail(number...number + 1)
      case .onwards: faults.fail(number...UInt64.max)
      }
      try FaultyRun(faults, expected, number).run(&outcomes)
    }
    if mode != .once {
      #expect(outcomes.loads > 0)
      #expect(outcomes.errors > 0)
    }
    #expect(outcomes.successes > 0 || mode != .once)
  }
}

/// The plan of one test. Only states that its thread opens follow it.
final class Faults {
  private let plan = UnsafeMutablePointer<sx_faults>.allocate(capacity: 1)

  init() {
    plan.initialize(to: sx_faults(first: 1, last: 0, asked: 0, failed: 0))
    sx_plan_faults(plan)
  }

  deinit {
    sx_plan_faults(nil)
    plan.deallocate()
  }

  var asked: UInt64 { plan.pointee.asked }
  var haveHappened: Bool { plan.pointee.failed > 0 }

  func fail(_ numbers: ClosedRange<UInt64>) {
    plan.pointee = sx_faults(
      first: numbers.lowerBound, last: numbers.upperBound, asked: 0, failed: 0)
  }

  func end() { (plan.pointee.first, plan.pointee.last) = (1, 0) }
}
