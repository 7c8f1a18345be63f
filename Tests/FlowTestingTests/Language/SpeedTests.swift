import FlowTesting
import Foundation
import Testing

/// How long trivial tests take; printed, as it depends on the machine. Meant for a release build:
/// `SEXTANT_SPEED=1 swift test -c release --filter SpeedTests`.
@Suite("Speed", .enabled(if: ProcessInfo.processInfo.environment["SEXTANT_SPEED"] != nil))
struct SpeedTests {
  private func source(_ tests: Int) -> String {
    (1...tests).map { "it('test \($0)', function() assert.are.equal(\($0), \($0)) end)" }
      .joined(separator: "\n")
  }

  @Test("5,000 tests, in one file and in a hundred", arguments: [1, 100])
  func trivial(files: Int) throws {
    let source = Array(source(5000 / files).utf8)
    var best = Double.infinity
    for _ in 1...5 {
      var passed = 0
      let time = try ContinuousClock().measure {
        for _ in 1...files {
          let file = try SpecFile(path: "a_test.lua", source: source, options: SpecOptions())
          file.run(Set(file.entries.indices)) { event in
            if case .ended(let result) = event, result.outcome == .passed { passed += 1 }
          }
        }
      }
      #expect(passed == 5000)
      best = min(best, time / .seconds(1))
    }
    print("5,000 tests in \(files) files: \(best) s")
  }
}
