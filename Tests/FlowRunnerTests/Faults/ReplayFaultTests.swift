import CLuaBridge
import Coordination
import FlowRunner
import Foundation
import PlainValues
import ScriptedCoordination
import Testing

/// Memory that runs out while a trace is done again.
@Suite("Allocations that fail in a replay")
struct ReplayFaultTests {
  @Test(
    "lead to a difference that says so, or to none; and afterwards the trace agrees",
    arguments: AllocationFaultTests.Mode.allCases, AllocationFaultTests.Owner.allCases)
  func replay(_ mode: AllocationFaultTests.Mode, of owner: AllocationFaultTests.Owner) throws {
    let recording = try Self.recorded()
    let faults = Faults(of: owner)
    #expect(try recording.replay().agrees)
    let total = faults.asked
    var outcomes = Outcomes()
    for number in stride(from: 1, through: total, by: owner.stride) {
      faults.fail(mode.numbers(from: number))
      do {
        outcomes.take(try recording.replay().outcome, number)
      } catch {
        outcomes.loads += 1
        #expect("\(error)".contains("memory"), "allocation \(number): \(error)")
      }
      faults.end()
    }
    #expect(try recording.replay().agrees)
    guard mode != .once else { return }
    #expect(outcomes.loads > 0)
    #expect(outcomes.differences > 0)
  }

  private struct Outcomes {
    var loads = 0
    var differences = 0

    mutating func take(_ outcome: Replay.Outcome, _ number: UInt64) {
      switch outcome {
      case .agrees: return
      case .broken(let line, let problem, _):
        Issue.record("allocation \(number): line \(line) counts as broken: \(problem)")
      case .differs(let difference):
        differences += 1
        let now = difference.entries.compactMap(\.now).map { JSON.text(of: $0) }.joined()
        #expect(now.contains("memory"), "allocation \(number), \(difference.event): \(now)")
      }
    }
  }

  /// A trace of ``FaultyProject``.
  private static func recorded() throws -> Recording {
    var calls: [ServiceCall] = []
    var services = ServiceTable()
    services["accounts"] = ["sign_in": .pending { calls.append($0) }]
    let recording = try Recording(
      FaultyProject.files, services: services,
      launch: .start("app", input: try PackedValue(["user": ["name": "Ada"]])))
    let host = recording.host
    host.send("tap", try PackedValue(["text": "one"]))
    for event in ["done", "fill", "guarded", "ok", "own", "flat", "hurt", "buy", "more"] {
      host.send(event)
    }
    host.swap("checkout", to: "control", live: .follow)
    host.send("pay")
    host.send("ask")
    calls.last?.answer([["id": 7, "names": ["a", "b"]]])
    host.takeAnswers()
    host.send("doze")
    host.send("wait")
    host.advance(by: 3)
    host.advance(by: 30)
    host.open("app://item/7?a=1")
    host.back()
    host.send("shop")
    host.selectTab("cart")
    host.appEvent("told", try PackedValue(["word": "x"]))
    return recording
  }
}
