import Coordination
import LuaRuntime
import PlainValues
import Testing

@testable import ScriptedCoordination

/// After a coordinator ends nothing holds it.
@Suite("Letting go")
struct LettingGoTests {
  /// Children come and go.
  private static let files = [
    "app.lua": """
    local app = {}
    function app:start() self.router:push("home") end
    app.transitions = {
      home = {
        go = { start = "child", with = { text = "a payload" } },
        modal = { start = "child", present = "sheet" },
      },
      child = { finished = { ignore = true }, said = { update = "home", with = true } },
    }
    return app
    """,
    "child.lua": """
    local child = { state = { list = {} } }
    function child:start()
      self.router:push("question")
      self.state.list[1] = { self.input.text or "" }
      self.children:start("below")
      if self.children:find("below") == nil then error("it is there") end
      self:emit("said", { n = #self.state.list })
    end
    child.transitions = {
      question = {
        yes = { finish = true },
      },
      below = { cancelled = { ignore = true } },
    }
    return child
    """,
    "below.lua":
      "return { start = function(self) self.router:push('below') self.router:pop() end }",
  ]

  @Test("in Swift no coordinator and no behavior is left, however it ended")
  func swift() throws {
    let flow = try Flow(Self.files)
    weak var ended: LiveCoordinator?
    for event in ["go", "modal"] {
      for end in [{ flow.send("yes") }, { flow.back() }, { flow.pulledDown() }] as [() -> Any] {
        flow.send(event)
        ended = flow.host.root?.childrenOldestFirst.last
        #expect(ended != nil)
        if event == "go", flow.modals.isEmpty { flow.send("yes") } else { _ = end() }
        #expect(ended == nil)
        if flow.host.liveCount > 1 { flow.send("yes") }
      }
    }
    #expect(flow.host.liveCount == 1)
  }

  @Test("ten thousand starts and ends leave memory where it was")
  func flat() throws {
    let flow = try Flow(Self.files)
    func round(_ count: Int) {
      for _ in 0..<count {
        flow.host.send("go")
        flow.host.send("yes")
      }
    }
    let curve = (0..<10).map { _ in
      round(1_000)
      flow.project.collectGarbage()
      return flow.project.luaMemory
    }
    #expect(curve.last.map { $0 - curve[4] < 16_384 } == true, "\(curve)")
    #expect(flow.host.liveCount == 1)
  }

  @Test("a start that failed leaves nothing either")
  func failedStart() throws {
    var files = Self.files
    files["below.lua"] = "return { start = function(self) error('no') end }"
    let flow = try Flow(files)
    let curve = (0..<4).map { _ in
      for _ in 0..<1_000 { flow.host.send("go") }
      flow.project.collectGarbage()
      return flow.project.luaMemory
    }
    #expect(curve[3] - curve[1] < 16_384, "\(curve)")
    #expect(flow.host.liveCount == 1)
    #expect(flow.stack == ["home"])
  }

  @Test("a host that is dropped in the middle of a flow leaves nothing")
  func droppedHost() throws {
    weak var host: Host?
    weak var project: Project?
    weak var root: LiveCoordinator?
    weak var runtime: ScriptRuntime?
    do {
      let flow = try Flow(Self.files)
      flow.send("modal")
      (host, project, root) = (flow.host, flow.project, flow.host.root)
      runtime = flow.project.runtime
      #expect(root != nil)
    }
    // The scripts' Lua state, and all that it holds.
    #expect(runtime == nil)
    #expect(host == nil)
    #expect(project == nil)
    #expect(root == nil)
  }
}
