import Coordination
import PlainValues
import ScriptedCoordination
import Testing

/// What reloading elsewhere got wrong (scenarios 28 to 33).
@Suite("Reloading: what others got wrong")
struct ReloadScenarios {
  /// A script in which whatever a file can hold says a word.
  private static func app(_ word: String) -> String {
    """
    local text = require "lib.text"
    local word = "\(word)"
    local function say(self) self:log(word, text.word, self:word(), self.own) end
    local handlers = { say = say }
    local app = { own = word }
    function app:word() return word end
    function app:start()
      self.router:push("home")
      self.children:start("child")
      self:after(10, "due")
    end
    app.transitions = {
      home = { say = say, table = function(self) handlers.say(self) end, steps = { steps = {
        { call = say }, { call = "later" },
      } } },
      timer = { due = say },
      child = { told = say },
      app = { told = say },
    }
    function app:later() say(self) end
    return app
    """
  }

  private static let child = """
    return {
      start = function(self) end,
      transitions = { app = { emit = { emit = "told" } } },
    }
    """

  private func flow(_ more: [String: String] = [:]) throws -> Flow {
    try Flow(
      [
        "app.lua": Self.app("old"), "child.lua": Self.child,
        "lib/text.lua": "return { word = \"old\" }",
      ].merging(more) { $1 })
  }

  @Test("28: no captured local, upvalue, table, timer or step splits the world in two")
  func captured() throws {
    let flow = try flow()
    flow.send("say")
    flow.reload(["app.lua": Self.app("new"), "lib/text.lua": "return { word = \"new\" }"])
    for event in ["say", "table", "steps"] { flow.send(event) }
    flow.app("emit")
    flow.app("told")
    flow.advance(10)
    #expect(flow.log.first == "old\told\told\told")
    #expect(flow.log.count == 8)
    #expect(flow.log.dropFirst().allSatisfy { $0 == "new\tnew\tnew\tnew" }, "\(flow.log)")
  }

  @Test("29: what was deleted from a script, or from a helper, is gone")
  func deleted() throws {
    let ask =
      "ask = function(self) self:log(tostring(lib.extra), tostring(self.extra), tostring(EXTRA)) end,"
    func app(_ before: String, _ after: String) -> String {
      """
      local lib = require "lib.more"
      \(before)
      local app = {}
      \(after)
      function app:start() self.router:push("home") end
      app.transitions = { home = { \(ask) } }
      return app
      """
    }
    let flow = try Flow([
      "app.lua": app("EXTRA = 1", "app.extra = 1"), "lib/more.lua": "return { extra = 1 }",
    ])
    flow.send("ask")
    flow.reload(["app.lua": app("", ""), "lib/more.lua": "return {}"])
    flow.send("ask")
    #expect(flow.log == ["1\t1\t1", "nil\tnil\tnil"])
  }

  @Test("30: a load that fails half-way has changed nothing, nor tables within tables of modules")
  func halfWay() throws {
    let flow = try flow([
      "lib/text.lua": "local deep = require \"lib.deep\" return { word = deep.a.b.word }",
      "lib/deep.lua": "return { a = { b = { word = \"old\" } } }",
    ])
    let report = flow.reload([
      "app.lua": """
      local deep = require "lib.deep"
      deep.a.b.word = "spoilt"
      table.insert = nil
      string.format = "spoilt"
      error("half-way")
      """
    ])
    #expect(report?.problems.first?.line == 5)
    flow.send("say")
    #expect(flow.log == ["old\told\told\told"])
  }

  @Test("33: what a file registers while it is loaded does not add up")
  func registering() throws {
    let app = """
      local hooks = require "lib.hooks"
      hooks[#hooks + 1] = function() end
      local app = {}
      function app:start() self.router:push("home") end
      app.transitions = { home = { count = function(self) self:log(#hooks) end } }
      return app
      """
    let flow = try Flow(["app.lua": app, "lib/hooks.lua": "return {}"])
    for version in 1...5 { flow.reload(["app.lua": app + "\n-- \(version)"]) }
    flow.send("count")
    #expect(flow.log == ["1"])
  }
}
