import Coordination
import Foundation
import PlainValues
import ScriptedCoordination
import Testing

/// What reloads cost; printed, as it depends on the machine. Meant for a release build:
/// `SEXTANT_SPEED=1 swift test -c release --filter ReloadSpeedTests`.
@Suite(
  "Speed of reloads", .enabled(if: ProcessInfo.processInfo.environment["SEXTANT_SPEED"] != nil))
struct ReloadSpeedTests {
  /// A script of about 30 KB.
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
      function large:start() self.router:push("home") end
      large.transitions = { home = {
      \(transitions.joined(separator: "\n"))
      } }
      return large
      """
  }

  private func flow(live: Int, scripts: Int) throws -> Flow {
    var files = [
      "large.lua": Self.large(0),
      "app.lua": """
      local app = {}
      function app:start() self.router:push("root") end
      app.transitions = { root = { more = function(self, payload)
        for number = 1, payload.count do self.children:start("large", {}, { as = "n" .. number }) end
      end } }
      return app
      """,
    ]
    for number in 0..<scripts { files["other_\(number).lua"] = files["app.lua"] }
    let flow = try Flow(files)
    for start in stride(from: 0, to: live, by: 100) {
      flow.send("more", ["count": .integer(min(100, live - start))], from: "root")
      _ = start
    }
    return flow
  }

  /// The median of so many reloads, in milliseconds.
  private func reload(_ flow: Flow, _ versions: Range<Int>) -> Double {
    let times = versions.map { version in
      let source = Array(Self.large(version).utf8)
      return ContinuousClock().measure {
        _ = flow.project.reload(changing: ["large.lua": source])
      } / .milliseconds(1)
    }
    return times.sorted()[times.count / 2]
  }

  @Test("one 30 KB script: 10,000 live against 10; 1,000 scripts against 10")
  func reloads() throws {
    print("the script: \(Self.large(1).utf8.count) bytes")
    let few = try flow(live: 10, scripts: 10)
    let live = try flow(live: 10_000, scripts: 10)
    let scripts = try flow(live: 10, scripts: 1_000)
    #expect(live.host.liveCount == 10_001)
    for round in 1...3 {
      let versions = (round * 100)..<(round * 100 + 41)
      let (base, many, wide) = (
        reload(few, versions), reload(live, versions), reload(scripts, versions)
      )
      print(
        "10 live, 10 scripts: \(base) ms; 10,000 live: \(many) ms (\(many / base)); "
          + "1,000 scripts: \(wide) ms (\(wide / base))")
    }
  }
}
