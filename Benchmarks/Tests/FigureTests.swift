import Testing

@testable import sextant_bench

@Suite("Figures")
struct FigureTests {
  @Test(
    "quartiles lie between the nearest rounds",
    arguments: [
      ([3.0], 3.0, 3.0, 3.0),
      ([4, 2], 2.5, 3, 3.5),
      ([1, 5, 2, 4, 3], 2, 3, 4),
      ([1, 2, 3, 100], 1.75, 2.5, 27.25),
    ])
  func quartiles(samples: [Double], low: Double, median: Double, high: Double) {
    let distribution = Distribution(samples)
    #expect(distribution.low == low)
    #expect(distribution.center == median)
    #expect(distribution.high == high)
    #expect(distribution.rounds == samples.count)
  }

  @Test("a mean counts what a median leaves out")
  func mean() {
    #expect(Distribution([1, 2, 9], .mean).center == 4)
    #expect(Distribution([1, 2, 9], .median).center == 2)
  }

  @Test("a ratio is the median of the rounds' ratios; of means it is that of the means")
  func ratios() throws {
    let samples = [10.0, 30, 20], baseline = [1.0, 10, 10]
    let medians = Figure("f", samples, against: "b", baseline, nil)
    #expect(try #require(medians.baseline).ratio.center == 3)
    let means = Figure("f", samples, against: "b", baseline, nil, by: .mean)
    #expect(try #require(means.baseline).ratio.center == 20.0 / 7)
  }

  @Test(
    "a goal is met by what is at most that much",
    arguments: [
      (Figure.Goal.ratio(2), true), (.ratio(1.9), false), (.more(50), true), (.more(49), false),
      (.value(100), true), (.value(99), false),
    ])
  func goals(goal: Figure.Goal, isMet: Bool) {
    #expect(Figure("f", [100], against: "b", [50], goal).isMet == isMet)
  }

  @Test("without a goal there is nothing to meet")
  func noGoal() {
    #expect(Figure("f", [100], against: "b", [50], nil).isMet == nil)
    #expect(Figure("f", [100], .ratio(1)).isMet == nil)
  }

  @Test(
    "numbers have three digits that count, times the unit that suits",
    arguments: [
      (Figure.Unit.time, 0.5, "0.50 ns"), (.time, 12.34, "12.3 ns"), (.time, 999, "999 ns"),
      (.time, 999.7, "1.00 µs"),
      (.time, 9.999, "10.0 ns"), (.time, 99.97, "100 ns"),
      (.time, 1_000, "1.00 µs"), (.time, -2_500, "-2.50 µs"), (.time, 12_345_678, "12.3 ms"),
      (.time, 2e9, "2.00 s"), (.bytes, 1_200, "1200 B"), (.time, .nan, "– ns"),
    ])
  func numbers(unit: Figure.Unit, value: Double, text: String) {
    #expect(unit.text(value) == text)
  }

  @Test("the table shows figures, baselines, goals, notes, and what could not be measured")
  func table() {
    var table = Table()
    table.add([
      Figure("an event", [200, 300, 400], against: "C", [100, 100, 100], .ratio(4)),
      Figure("a child", [2_000], against: "few", [1_500], .more(400), note: "beside others"),
      Figure("a coordinator", unit: .bytes, [1_100], .value(1_200)),
      Figure("a plain one", [50], against: "C", [1_000], nil),
    ])
    table.add(problem: "busted is not on the PATH", of: .trivialTests)
    #expect(
      table.text == """
        figure         Sextant           against              ratio             goal
        an event       300 ns (250–350)  C: 100 ns (100–100)  3.00 (2.50–3.50)  ≤ 4.00     met
        a child        2.00 µs           few: 1.50 µs         +500 ns           ≤ +400 ns  not met
            beside others
        a coordinator  1100 B            –                    –                 ≤ 1200 B   met
        a plain one    50.0 ns           C: 1.00 µs           0.0500            –          –
        tests          not measured
            busted is not on the PATH
        """)
  }
}
