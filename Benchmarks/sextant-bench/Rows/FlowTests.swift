extension Row {
  static let flowTests = Row(
    name: "flow tests",
    summary: "a test with a launch, three events and two assertions, with one job, of 5,000"
  ) { effort, place in
    let tests = 5_000
    let many = try Suites.flows(tests, in: place.folder + "/flows")
    let one = try Suites.flows(1, in: place.folder + "/flow")
    let command = [place.sextant, "test", "--jobs", "1"]
    let times = try WholeProcess.measure(
      [
        (WholeProcess("sextant", command, in: many), "\(tests) passed"),
        (WholeProcess("sextant", command, in: one), "1 passed"),
      ], rounds: effort.processes)
    let whole = times[0].map { $0.wall / Double(tests) }
    let processor = Distribution(times[0].map { $0.processor / Double(tests) })
    let further = zip(times[0], times[1]).map { ($0.wall - $1.wall) / Double(tests - 1) }
    return [
      Figure(
        "a flow test, of 5,000", whole, .value(40_000),
        note: "processor time \(Figure.Unit.time.text(processor.center))"),
      Figure("a flow test, without what one alone takes", further, nil),
    ]
  }
}
