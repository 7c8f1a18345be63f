extension Row {
  static let children = Row(
    name: "children", summary: "starting and ending one child beside others, in two events"
  ) { effort, _ in
    func scripted(_ siblings: Int) throws -> HostedFlow {
      let flow = try HostedFlow(SiblingsFlow.scripts)
      try flow.startSiblings(siblings)
      return flow
    }
    func native(_ siblings: Int) throws -> HostedFlow {
      let flow = try HostedFlow(SiblingsFlow.coordinators)
      try flow.startSiblings(siblings)
      return flow
    }
    // Collecting comes now and then, and more of it with more that lives: turns are long enough for it,
    // and the mean counts it.
    let effort = effort.stretched(25, rounds: 15)
    let few = try scripted(10), many = try scripted(100_000)
    let fewCompiled = try native(10_000), manyCompiled = try native(100_000)
    let samples = try effort.measure(
      [few, many, fewCompiled, manyCompiled].map { Subject("\($0.host.liveCount)", $0.runChildren) }
    )
    return [
      Figure(
        "a child beside 100,000, scripted, against 10", samples[1], against: "beside 10",
        samples[0],
        .more(1_000), by: .mean),
      // What does not grow differs by what is measured badly.
      Figure(
        "a child beside 100,000, native, against 10,000", samples[3], against: "beside 10,000",
        samples[2], .ratio(1.1), by: .mean),
    ]
  }
}
