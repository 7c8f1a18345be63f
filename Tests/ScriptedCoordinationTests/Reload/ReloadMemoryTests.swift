import Coordination
import LuaRuntime
import PlainValues
import Testing

@testable import ScriptedCoordination

/// What reloading leaves behind: nothing.
@Suite("Memory of reloads")
struct ReloadMemoryTests {
  private static func app(_ version: Int) -> String {
    """
    local word = require "lib.word"
    local app = { state = { n = 0 } }
    function app:start() self.router:push("home") self.children:start("idle") end
    function app:word() return "\(version)" .. word end
    app.transitions = { home = {
      tap = function(self) self.state.n = self.state.n + 1 self:log(self:word()) end,
      wait = function(self) self:wait(1) self:log(self:word()) end,
    } }
    return app
    """
  }

  private struct Held {
    weak var definition: ScriptDefinition?
  }

  private func flow() throws -> Flow {
    try Flow([
      "app.lua": Self.app(0), "lib/word.lua": "return \"!\"",
      "idle.lua":
        "return { start = function(self) end, transitions = { app = { x = { ignore = true } } } }",
    ])
  }

  @Test(
    "of a thousand definitions only the last is alive, also for who has not heard of anything since"
  )
  func definitions() throws {
    let flow = try flow()
    var held: [Held] = []
    for version in 1...1_000 {
      held.append(Held(definition: flow.project.scripts["app"]?.definition))
      held.append(Held(definition: flow.project.scripts["idle"]?.definition))
      flow.reload([
        "app.lua": Self.app(version),
        "idle.lua": "return { start = function(self) end, n = \(version) }",
      ])
      if version % 100 == 0 { flow.send("tap") }
    }
    flow.project.collectGarbage()
    #expect(held.count { $0.definition != nil } == 0)
    #expect(flow.project.scripts["app"]?.liveCount == 1)
  }

  @Test("the one in which a handler is suspended is alive until that has returned")
  func suspended() throws {
    let flow = try flow()
    flow.send("wait")
    let old = Held(definition: flow.project.scripts["app"]?.definition)
    flow.reload(["app.lua": Self.app(1)])
    let between = Held(definition: flow.project.scripts["app"]?.definition)
    flow.reload(["app.lua": Self.app(2)])
    flow.project.collectGarbage()
    #expect(old.definition != nil)
    #expect(between.definition == nil)
    flow.advance(1)
    #expect(flow.log == ["0!"])
    flow.project.collectGarbage()
    #expect(old.definition == nil)
  }

  @Test("memory is the same after ten thousand reloads as after one thousand")
  func memory() throws {
    let flow = try flow()
    func reload(_ versions: ClosedRange<Int>) -> Int {
      for version in versions {
        flow.reload(["lib/word.lua": "return \"\(version % 10)\""])
        if version % 7 == 0 { flow.send("tap") }
        // A broken one leaves nothing either.
        if version % 11 == 0 { flow.reload(["lib/word.lua": "return = \(version)"]) }
      }
      flow.project.collectGarbage()
      return flow.project.luaMemory
    }
    let before = reload(1...1_000)
    let after = reload(1_001...10_000)
    #expect(Double(after) < Double(before) * 1.02, "from \(before) to \(after) bytes")
  }
}
