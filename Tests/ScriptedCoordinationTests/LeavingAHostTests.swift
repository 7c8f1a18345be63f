import Coordination
import PlainValues
import Testing

@testable import ScriptedCoordination

/// An application that quits, or starts over, lets go of its host while coordinators live.
@Suite("Letting go of a host")
struct LeavingAHostTests {
  /// Uses all that a script is given, waits, and keeps what it can where its state does not end.
  private static let files = [
    "app.lua": """
    local kept = {}
    local app = { state = { list = { 1, 2 } } }
    function app:start()
      KEPT = { self, self.router, self.children, self.services, self.state }
      kept[1] = self
      self.router:push("home")
      self.children:start("child")
      self.services.clock.tick()
      self:after(5, "later")
    end
    app.transitions = {
      home = {
        wait = function(self, payload, event)
          kept[#kept + 1] = event
          kept[#kept + 1] = self.children:find("child")
          self:wait(10)
        end,
        nap = function(self) self.services.clock.nap() end,
        ask = function(self)
          local open <close> = setmetatable({}, { __close = function() self.router:push("no") end })
          self:ask("question")
        end,
      },
      timer = { later = { ignore = true } },
      child = { ended = { ignore = true } },
    }
    return app
    """,
    "child.lua": "return { start = function(self) CHILD = self self.router:push('page') end }",
    "services.lua": """
    return { clock = { tick = function() return 1 end, nap = function() sleep(100) end } }
    """,
  ]

  @Test(
    "nothing of a project is left, whoever lives, waits, or is kept by a script",
    arguments: [[], ["wait"], ["nap"], ["ask"], ["wait", "nap", "ask"]], [false, true])
  func project(events: [String], isClosed: Bool) throws {
    weak var runtime: ScriptRuntime?
    weak var root: LiveCoordinator?
    weak var behavior: ScriptedBehavior?
    do {
      let flow = try Flow(Self.files)
      #expect(flow.error == nil)
      for event in events { flow.send(event, from: "home") }
      #expect(flow.error == nil)
      runtime = flow.project.runtime
      root = flow.host.root
      behavior = root?.behavior as? ScriptedBehavior
      #expect(runtime != nil && behavior != nil)
      if isClosed { flow.host.close() }
    }
    #expect(root == nil)
    #expect(behavior == nil)
    #expect(runtime == nil)
  }

  @Test("hosts that come one after the other to a project leave nothing in its Lua state")
  func hosts() throws {
    let project = try Project(ProjectFiles(Self.files))
    var held: [Int] = []
    for round in 0..<60 {
      var options = HostOptions()
      options.clock = VirtualClock()
      let host = project.makeHost(router: HeadlessRouter(), options: options)
      #expect(host.start() == nil)
      for event in ["wait", "nap", "ask"] {
        host.send(event, from: host.navigation.screens.first?.id)
      }
      if round == 20 || round == 59 {
        project.collectGarbage()
        held.append(project.luaMemory)
      }
    }
    // What the script keeps of events and children of each round, and no more.
    #expect(held[1] - held[0] < 39 * 400, "\(held)")
  }
}
