import Testing

@testable import sextant_bench

@Suite("Options of the benchmark")
struct OptionsTests {
  @Test(
    "what cannot be carried out is said",
    arguments: [
      (["--fast"], "unknown argument --fast; scripts/bench --help says what there is"),
      (["turns"], "unknown argument turns; scripts/bench --help says what there is"),
      (["--json"], "--json needs a value: --json FILE"),
      (["--quick", "--filter"], "--filter needs a value: --filter PATTERN"),
      (["--json", "--quick"], "--json needs a value: --json FILE"),
      (["--turns"], "--turns needs a value: --turns EVENTS"),
      (["--turns", "many"], "--turns needs a number of events, not many"),
      (["--turns", "0"], "--turns needs a number of events, not 0"),
      (
        ["--turns", "10", "--json", "x"], "--turns measures nothing: leave out --json and --filter"
      ),
      (["--list", "--json", "x"], "--list measures nothing: leave out --json"),
      (["--filter", "zzz"], "no row has \"zzz\" in it; --list lists them"),
    ])
  func messages(words: [String], message: String) {
    let error = #expect(throws: Misuse.self) { try Options(words).rows() }
    #expect(error?.description == message)
  }

  @Test("without options everything is measured in full")
  func defaults() throws {
    let options = try Options([])
    #expect(options.request == .measure)
    #expect(options.effort.rounds == Effort.full.rounds)
    #expect(try options.rows().map(\.name) == Row.all.map(\.name))
  }

  @Test(
    "a filter takes the rows that have it in their names or descriptions, in any case",
    arguments: [("turns", ["turns"]), ("Trivial", ["tests"]), ("TESTS", ["tests", "flow tests"])])
  func filters(pattern: String, names: [String]) throws {
    let rows = try Options(["--filter", pattern]).rows().map(\.name)
    for name in names { #expect(rows.contains(name)) }
    #expect(!rows.contains("reloads"))
  }

  @Test("no two rows have one name")
  func names() {
    #expect(Set(Row.all.map(\.name)).count == Row.all.count)
  }
}
