import PlainValues

extension Row {
  /// ``TurnFlow`` with a state table that no event touches.
  private static let script = TurnFlow.script.replacing(
    """
    function app:start()

    """,
    with: """
      function app:start(input)
        self.state.entries = {}
        for number = 1, input.entries do self.state.entries[number] = { number = number } end

      """)

  static let largeState = Row(
    name: "state",
    summary: "an event of a coordinator that has a large state which it does not touch"
  ) { effort, _ in
    let large = try HostedFlow(["app.lua": script], input: ["entries": 10_000])
    let empty = try HostedFlow(["app.lua": script], input: ["entries": 0])
    guard let root = large.host.root, let entries = large.host.state(of: root.id)?["entries"] else {
      throw WorkNotDone("there is no state")
    }
    try check("entries", entries.array?.count, 10_000)
    // Long enough for Lua to collect, which looks at all that is alive.
    let samples = try effort.stretched(10, rounds: 21).measure([
      Subject("large", large.runTurns), Subject("empty", empty.runTurns),
    ])
    return [
      Figure(
        "an event beside a state of 10,000 entries", samples[0], against: "an empty one",
        samples[1],
        .ratio(1.2))
    ]
  }
}
