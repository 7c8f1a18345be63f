import Coordination
import LuaRuntime
import PlainValues

extension Row {
  private static let computing = """
    local app = {}

    local function fib(n)
      return n < 2 and n or fib(n - 1) + fib(n - 2)
    end

    function app:start()
      self.router:push("home")
    end

    app.transitions = { home = { compute = "compute" } }

    function app:compute(payload)
      self.state.result = fib(payload.n)
    end

    return app
    """

  static let limits = Row(
    name: "limits", summary: "the default limits of a project, against none"
  ) { effort, _ in
    func compare(
      _ name: String, _ goal: Figure.Goal?, _ script: String, _ effort: Effort,
      _ run: @escaping (HostedFlow, Int) throws -> Void
    ) throws -> Figure {
      let limited = try HostedFlow(["app.lua": script])
      let free = try HostedFlow(["app.lua": script], limits: .none)
      let samples = try effort.measure([
        Subject("limited") { try run(limited, $0) }, Subject("free") { try run(free, $0) },
      ])
      return Figure(name, samples[0], against: "no limits", samples[1], goal)
    }
    return [
      try compare("an event, limited, against unlimited", .ratio(1.1), TurnFlow.script, effort) {
        try $0.runTurns($1)
      },
      try compare("Lua that computes for milliseconds", .ratio(1.15), computing, effort) {
        try $0.compute(fibonacci: 23, 28_657, $1)
      },
      try compare(
        "Lua that computes for tenths of a second", .ratio(1.15), computing,
        effort.stretched(1, rounds: 5)
      ) {
        try $0.compute(fibonacci: 32, 2_178_309, $1)
      },
    ]
  }
}

extension HostedFlow {
  fileprivate func compute(fibonacci n: Int, _ expected: Int, _ count: Int) throws {
    for _ in 0..<count { host.send("compute", ["n": .integer(n)]) }
    try checkNothingFailed()
    guard let root = host.root else { throw WorkNotDone("the root has ended") }
    try check("the result", host.state(of: root.id)?["result"], .integer(expected))
  }
}
