import ProjectWalks
import Testing

/// A short one of what `SEXTANT_SOAK=EVENTS scripts/test` does at length.
@Suite("Soak")
struct SoakTests {
  @Test(
    "whatever happens to a flow, its host's tables agree, and nothing that has ended is held",
    arguments: [1, 2, 3] as [UInt64])
  func short(seed: UInt64) throws {
    var last: Soak.Progress?
    try Soak(events: 3_000, seed: seed).run { last = $0 }
    let progress = try #require(last)
    #expect(progress.events == 3_000)
    // It has been through what it is there for.
    #expect(progress.tally.turns > 2_000)
    #expect(progress.tally.failures.isEmpty == false)
    #expect(progress.tally.reloads["taken"] ?? 0 > 0)
    #expect(progress.tally.swaps > 0)
  }

  @Test("a seed gives the same soak again")
  func again() throws {
    var summaries: [String] = []
    for _ in 0..<2 {
      try Soak(events: 1_000, seed: 4).run { progress in
        if progress.events == 1_000 { summaries.append(SoakReport.summary(progress.tally)) }
      }
    }
    #expect(summaries.count == 2 && summaries[0] == summaries[1])
  }
}
