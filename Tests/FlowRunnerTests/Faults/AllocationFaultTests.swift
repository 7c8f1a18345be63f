import CLuaBridge
import Foundation
import Testing

/// Memory that runs out while Lua runs: at each of the allocations of a whole session.
///
/// Of those of Lua an ordinary run tries some; with `SEXTANT_ALLOCATIONS=all` every one. Those that the
/// bridge makes for itself are few, and all are tried.
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

    func numbers(from first: UInt64) -> ClosedRange<UInt64> {
      switch self {
      case .once: first...first
      case .again: first...first + 1
      case .onwards: first...UInt64.max
      }
    }
  }

  /// Whose allocations are counted and fail.
  enum Owner: CaseIterable {
    case lua
    case bridge

    var stride: Int {
      switch self {
      case .lua: ProcessInfo.processInfo.environment["SEXTANT_ALLOCATIONS"] == "all" ? 1 : 97
      case .bridge: 1
      }
    }

    var bridged: sx_memory_owner {
      switch self {
      case .lua: SX_MEMORY_OF_LUA
      case .bridge: SX_MEMORY_OF_BRIDGE
      }
    }
  }

  @Test(
    "each is an error of its turn, which is undone whole, or none at all; and what follows works",
    arguments: Mode.allCases, Owner.allCases)
  func session(_ mode: Mode, of owner: Owner) throws {
    let faults = Faults(of: owner)
    let expected = try FaultyRun.reference(faults)
    let total = try #require(expected.last?.asked)
    var outcomes = FaultyRun.Outcomes()
    for number in Swift.stride(from: 1, through: total, by: owner.stride) {
      faults.fail(mode.numbers(from: number))
      try FaultyRun(faults, expected, number).run(&outcomes)
    }
    // Where the bridge has no memory nothing is collected and tried again.
    if mode != .once || owner == .bridge {
      #expect(outcomes.loads > 0)
      #expect(outcomes.errors > 0)
    }
    #expect(outcomes.successes > 0 || mode != .once || owner == .bridge)
  }
}

/// The plan of one test. Only states that its thread opens follow it.
final class Faults {
  private let plan = UnsafeMutablePointer<sx_faults>.allocate(capacity: 1)
  private let whose: UInt32

  init(of owner: AllocationFaultTests.Owner) {
    whose = owner.bridged.rawValue
    plan.initialize(to: sx_faults(whose: whose, first: 1, last: 0, asked: 0, failed: 0))
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
      whose: whose, first: numbers.lowerBound, last: numbers.upperBound, asked: 0, failed: 0)
  }

  func end() { (plan.pointee.first, plan.pointee.last) = (1, 0) }
}
