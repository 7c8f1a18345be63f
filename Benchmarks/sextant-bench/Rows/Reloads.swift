import PlainValues
import ScriptedCoordination

extension Row {
  static let reloads = Row(
    name: "reloads", summary: "a script of 30 KB is saved with other contents of the same version"
  ) { effort, _ in
    let few = try ReloadedFlow(live: 10, scripts: 10)
    let live = try ReloadedFlow(live: 10_000, scripts: 10)
    let wide = try ReloadedFlow(live: 10, scripts: 1_000)
    let samples = try effort.measure([few, live, wide].map { Subject("reload", $0.reload) })
    return [
      Figure(
        "a reload with 10,000 live, against 10", samples[1], against: "10 live", samples[0],
        .ratio(1.2)),
      Figure(
        "a reload among 1,000 scripts, against 10", samples[2], against: "10 scripts", samples[0],
        .ratio(1.2)),
    ]
  }
}

/// A flow whose children run a script of 30 KB, which is saved again and again.
private final class ReloadedFlow {
  private let flow: HostedFlow
  private let live: Int
  private var version = 0

  init(live: Int, scripts: Int) throws {
    let app = """
      local app = {}

      function app:start()
        self.router:push("root")
      end

      app.transitions = {
        root = {
          more = function(self, payload)
            for _ = 1, payload.count do self.children:start("large") end
          end,
        },
      }

      return app
      """
    var files = ["app.lua": app, "large.lua": Self.large(0)]
    for number in 0..<scripts { files["other_\(number).lua"] = app }
    flow = try HostedFlow(files)
    self.live = live
    try flow.startSiblings(live)
  }

  func reload(_ count: Int) throws {
    for _ in 0..<count {
      version += 1
      let report = flow.project?.reload(changing: ["large.lua": Self.saves[version & 1]])
      guard let report, case .reloaded = report.outcome else {
        throw WorkNotDone("the reload has failed: \(report.map { "\($0.outcome)" } ?? "it waits")")
      }
      try check("live ones that follow", report.scripts.map(\.live), [live])
    }
  }

  /// What is saved in turn.
  private static let saves = [Array(large(2).utf8), Array(large(1).utf8)]

  private static func large(_ version: Int) -> String {
    let transitions = (1...150).map { number in
      """
          event_\(number) = function(self, payload)
            if payload.value then self.state.value_\(number) = payload.value + \(version) end
            self.router:push("screen_\(number)", { value = self.state.value_\(number), n = \(version) })
          end,
      """
    }
    return """
      local large = { state = { value = 0 } }
      function large:start() end
      large.transitions = { home = {
      \(transitions.joined(separator: "\n"))
      } }
      return large
      """
  }
}
