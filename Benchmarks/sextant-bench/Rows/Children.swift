extension Row {
  static let children = Row(
    name: "children", summary: "starting and ending one child beside others, in two events"
  ) { effort, _ in
    [try scriptedChildren(effort), try nativeChildren(effort)]
  }

  /// Collecting comes now and then, and there is more of it with more that lives: turns are long, and
  /// the mean counts all of it.
  private static func scriptedChildren(_ effort: Effort) throws -> Figure {
    let flows = try [10, 100_000].map { siblings in
      let flow = try HostedFlow(SiblingsFlow.scripts)
      try flow.startSiblings(siblings)
      return flow
    }
    let samples = try effort.stretched(40, rounds: 13).measure(
      flows.map { Subject("scripted", $0.runChildren) })
    return Figure(
      "a child beside 100,000, scripted, against 10", samples[1], against: "beside 10", samples[0],
      .more(1_000), by: .mean)
  }

  /// What Swift does. What does not grow may yet be measured some hundredths apart.
  private static func nativeChildren(_ effort: Effort) throws -> Figure {
    let flows = try [10_000, 100_000].map { siblings in
      let flow = try HostedFlow(SiblingsFlow.coordinators)
      try flow.startSiblings(siblings)
      return flow
    }
    let samples = try effort.measure(flows.map { Subject("native", $0.runChildren) })
    return Figure(
      "a child beside 100,000, native, against 10,000", samples[1], against: "beside 10,000",
      samples[0], .ratio(1.1))
  }
}
