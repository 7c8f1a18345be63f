import Coordination
import PlainValues
import Testing

@testable import ScriptedCoordination

/// Other scripts while a flow runs.
@Suite("Reloading")
struct ReloadTests {
  private static func app(_ handlers: String, _ fields: String = "") -> String {
    """
    local app = { state = { taps = 0 } }
    \(fields)
    function app:start() self.router:push("home") end
    app.transitions = { home = { \(handlers) } }
    return app
    """
  }

  private static let counting = "tap = function(self) self.state.taps = self.state.taps + 1 end,"

  @Test("the next event is handled as the script says now, with the state there was")
  func nextEvent() throws {
    let flow = try Flow(["app.lua": Self.app(Self.counting)])
    flow.send("tap")
    let report = flow.reload(["app.lua": Self.app("tap = { push = \"next\" },")])
    #expect(report?.problems.isEmpty == true)
    #expect(report?.scripts.map(\.script) == ["app"])
    #expect(report?.scripts.first?.live == 1)
    #expect(flow.stack == ["home"])
    #expect(flow.state("app") == ["taps": 1])
    flow.send("tap")
    #expect(flow.stack == ["home", "next"])
  }

  @Test("a reload is a turn, named by its files")
  func record() throws {
    let flow = try Flow(["app.lua": Self.app("")])
    flow.reload(["app.lua": Self.app(Self.counting)])
    let record = try #require(flow.records.last)
    #expect(record.event.name == "reload")
    #expect(record.event.source == nil)
    #expect(record.event.payload.value["files"]?["app.lua"]?.string?.count == 16)
    #expect(record.calls.isEmpty)
  }

  @Test("files that say what they said are no reload, and no turn")
  func unchanged() throws {
    let flow = try Flow(["app.lua": Self.app("")])
    let turns = flow.records.count
    let report = flow.reload(["app.lua": Self.app("")])
    guard case .unchanged = report?.outcome else {
      Issue.record("not unchanged: \(String(describing: report))")
      return
    }
    #expect(flow.records.count == turns)
  }

  @Test("a script that does not load changes nothing, says where, and the next good one is taken")
  func broken() throws {
    let flow = try Flow(["app.lua": Self.app(Self.counting)])
    let report = flow.reload(["app.lua": Self.app("tap = = 1,")])
    #expect(report?.problems.first?.line == 4)
    #expect(flow.error?.hasPrefix("app.lua:4: not reloaded, all runs on as it was: ") == true)
    flow.send("tap")
    #expect(flow.state("app") == ["taps": 1])
    flow.reload(["app.lua": Self.app("tap = { push = \"next\" },")])
    flow.send("tap")
    #expect(flow.stack == ["home", "next"])
  }

  @Test("what could not be loaded is tried again with what changes next, and all of it is taken")
  func pending() throws {
    let flow = try Flow([
      "app.lua": Self.app("go = { start = \"child\" },"),
      "child.lua": "return { start = function(self) self.router:push(\"child\") end }",
    ])
    let report = flow.reload([
      "app.lua": Self.app("go = function(self) self:log(require(\"lib.text\")) end,"),
      "child.lua": "return { start = function(self) self.router:push(\"other\") end, ",
    ])
    #expect(report?.problems.map(\.file) == ["child.lua"])
    flow.reload([
      "child.lua": "return { start = function(self) self.router:push(\"mended\") end }"
    ])
    flow.send("go")
    #expect(flow.error?.contains("require \"lib.text\" is too late") == true)
  }

  @Test("a helper reaches every script that requires it, through any number of requires")
  func helpers() throws {
    let flow = try Flow([
      "app.lua": "local text = require \"lib.outer\"\n"
        + Self.app("say = function(self) self:log(text.say()) end,"),
      "other.lua": "return { start = function() end }",
      "lib/outer.lua":
        "local t = require \"lib.inner\" return { say = function() return t.word end }",
      "lib/inner.lua": "return { word = \"before\" }",
    ])
    flow.send("say")
    let report = flow.reload(["lib/inner.lua": "return { word = \"after\" }"])
    #expect(report?.scripts.map(\.script) == ["app"])
    flow.send("say")
    #expect(flow.log == ["before", "after"])
  }

  @Test("a circle of requires that comes with a reload is an error that shows it")
  func circle() throws {
    let flow = try Flow([
      "app.lua": "require \"lib.a\"\n" + Self.app(""),
      "lib/a.lua": "return {}",
      "lib/b.lua": "return require \"lib.a\"",
    ])
    let report = flow.reload(["lib/a.lua": "return require \"lib.b\""])
    #expect(
      report?.problems.first?.text.contains("lib/a.lua → lib/b.lua → lib/a.lua") == true)
  }

  @Test("a method that was taken out is gone, and one that was put in is found")
  func methods() throws {
    let flow = try Flow([
      "app.lua": Self.app(
        "ask = function(self) self:log(tostring(self.old), tostring(self.new)) end,",
        "app.old = \"old\"")
    ])
    flow.send("ask")
    flow.reload([
      "app.lua": Self.app(
        "ask = function(self) self:log(tostring(self.old), tostring(self.new)) end,",
        "app.new = \"new\"")
    ])
    flow.send("ask")
    #expect(flow.log == ["old\tnil", "nil\tnew"])
  }

  @Test(
    "a suspended handler goes on in what it began in, helpers included; what comes next does not")
  func suspended() throws {
    func source(_ word: String) -> String {
      Self.app(
        """
        go = function(self) self:wait(1) self:log(self:word()) end,
        say = function(self) self:log(self:word()) end,
        """, "function app:word() return \"\(word)\" end")
    }
    let flow = try Flow(["app.lua": source("old")])
    flow.send("go")
    let report = flow.reload(["app.lua": source("new")])
    #expect(report?.oldHandlers.map(\.count) == [1])
    #expect(report?.oldHandlers.first?.place.line == 4)
    flow.send("say")
    flow.advance(1)
    flow.send("say")
    #expect(flow.log == ["new", "old", "new"])
    let next = flow.reload(["app.lua": source("newer")])
    #expect(next?.oldHandlers.isEmpty == true)
  }

  @Test("a script that is new can be started; one that has gone cannot, and who runs it runs on")
  func addedAndDeleted() throws {
    let start = "function app:start() self.children:start(\"child\") end"
    let child = """
      return { start = function(self) self.router:push("child") end,
        transitions = { child = { tap = function(self) self:log("alive") end } } }
      """
    func app(_ name: String) -> String {
      "local app = {}\n\(start)\napp.transitions = { any = { more = function(self) self.children:start(\"\(name)\") end } }\nreturn app"
    }
    let flow = try Flow(["app.lua": app("child"), "child.lua": child])
    let report = flow.reload(["child.lua": nil])
    #expect(report?.scripts.map(\.change) == [.deleted])
    #expect(report?.scripts.first?.live == 1)
    flow.send("tap")
    #expect(flow.log == ["alive"])
    flow.send("more")
    #expect(flow.error?.contains("there is no coordinator \"child\"") == true)
    let back = flow.reload(["child.lua": child.replacing("alive", with: "again")])
    #expect(back?.scripts.map(\.change) == [.added])
    flow.send("more")
    flow.send("tap")
    #expect(flow.log == ["alive", "again"])
  }

  @Test("gestures and application events are those that the scripts name now")
  func indexes() throws {
    let flow = try Flow(["app.lua": Self.app("next = { push = \"next\" },")])
    flow.send("next")
    #expect(flow.beginBack())
    flow.abandonGesture()
    flow.app("pinged")
    flow.reload([
      "app.lua": """
      local app = {}
      function app:start() end
      app.transitions = {
        next = { back = function(self) self:log("asked") end },
        app = { pinged = function(self) self:log("pinged") end },
      }
      return app
      """
    ])
    #expect(!flow.beginBack())
    flow.back()
    flow.app("pinged")
    #expect(flow.log == ["asked", "pinged"])
    flow.reload(["app.lua": Self.app("")])
    #expect(flow.beginBack())
    flow.app("pinged")
    #expect(flow.log == ["asked", "pinged"])
  }

  @Test("screens, protocols and services are reloaded as scripts are")
  func specials() throws {
    let flow = try Flow([
      "app.lua": Self.app("say = function(self) self:log(self.services.words.one()) end,"),
      "services.lua": "return { words = { one = function() return \"before\" end } }",
      "screens.lua": "return { home = { title = \"Before\" } }",
    ])
    flow.reload([
      "services.lua": "return { words = { one = function() return \"after\" end } }",
      "screens.lua": "return { home = { title = \"After\" } }",
    ])
    flow.send("say")
    #expect(flow.log == ["after"])
    #expect(flow.project.screens["home"]?.title == "After")
    let report = flow.reload(["protocols.lua": "return { buying = { handles = { \"buy\" } } }"])
    #expect(report?.scripts.isEmpty == true)
    let bad = flow.reload([
      "app.lua": Self.app("", "app.implements = { \"buying\" }")
    ])
    #expect(bad?.problems.first?.text.contains("buy") == true)
  }

  @Test("the report says which transitions screens on show have lost")
  func lost() throws {
    let flow = try Flow(["app.lua": Self.app(Self.counting + " other = { ignore = true },")])
    let report = flow.reload(["app.lua": Self.app("other = { ignore = true },")])
    #expect(
      report?.lostTransitions.map { [$0.coordinator, $0.screen, $0.event] } == [
        ["app", "home", "tap"]
      ])
    #expect(report?.phases.map(\.name) == [.compare, .load, .swap, .migrate])
  }

  @Test("what any source could send, and a parent handles, is lost only where nobody names it")
  func lostAny() throws {
    let child = """
      return { start = function(self) self.router:push("inner") end, transitions = {
        any = { anywhere = { ignore = true } }, inner = { up = { ignore = true } },
      } }
      """
    let parent = """
      local app = {}
      function app:start() self.children:start("child") end
      app.transitions = { child = { up = { ignore = true } } }
      return app
      """
    let flow = try Flow(["app.lua": parent, "child.lua": child])
    let report = flow.reload([
      "child.lua": "return { start = function(self) self.router:push(\"inner\") end }"
    ])
    #expect(report?.lostTransitions.map(\.event) == ["anywhere"])
    flow.send("up")
    #expect(flow.diagnostics.isEmpty)
  }

  @Test("what only a parent handled is lost with the parent's transition")
  func lostAbove() throws {
    func parent(_ transitions: String) -> String {
      """
      local app = {}
      function app:start() self.children:start("child") end
      app.transitions = \(transitions)
      return app
      """
    }
    let child = "return { start = function(self) self.router:push(\"inner\") end }"
    let flow = try Flow([
      "app.lua": parent("{ child = { up = { ignore = true } } }"), "child.lua": child,
    ])
    let report = flow.reload(["app.lua": parent("{}")])
    #expect(
      report?.lostTransitions.map { [$0.coordinator, $0.screen, $0.event] } == [
        ["app/child", "inner", "up"]
      ])
    // Nobody has lost what another names now.
    flow.reload(["app.lua": parent("{ any = { up = { ignore = true } } }")])
    let moved = flow.reload([
      "app.lua": parent("{}"),
      "child.lua": child.replacing(
        "end }", with: "end, transitions = { any = { up = { ignore = true } } } }"),
    ])
    #expect(moved?.problems.isEmpty == true)
    #expect(moved?.lostTransitions.isEmpty == true)
  }

  @Test("a script that has gone is forgotten once nobody runs it")
  func forgotten() throws {
    let app = """
      local app = {}
      function app:start() self.children:start("child") end
      return app
      """
    let child = """
      return { start = function(self) self.router:push("child") end,
        transitions = { child = { done = { finish = true } } } }
      """
    let flow = try Flow(["app.lua": app, "child.lua": child, "idle.lua": child])
    flow.reload(["child.lua": nil, "idle.lua": nil])
    #expect(flow.project.scripts.keys.sorted() == ["app", "child"])
    flow.send("done")
    #expect(flow.project.scripts.keys.sorted() == ["app"])
    let back = flow.reload(["idle.lua": child])
    #expect(back?.scripts.map(\.change) == [.added])
  }

  @Test(
    "a path that could be no script's is refused",
    arguments: [
      ("../other.lua", "a path leads from the project's folder to it"),
      ("/app.lua", "a path leads from the project's folder to it"),
      ("a//b.lua", "a path leads from the project's folder to it"),
      (".hidden/b.lua", "a path leads from the project's folder to it"),
      ("checkout", "checkout: error: a script's file is called .lua: checkout.lua?"),
    ])
  func strayPath(path: String, message: String) throws {
    let flow = try Flow(["app.lua": Self.app(Self.counting)])
    let report = flow.reload([path: "return {}"])
    #expect(report?.problems.map(\.description).first?.contains(message) == true)
    flow.send("tap")
    #expect(flow.state("app") == ["taps": 1])
  }

  @Test("handlers in old scripts are reported until they have returned, also when the script goes")
  func oldHandlers() throws {
    func source(_ word: String) -> String {
      Self.app("go = function(self) self:wait(1) self:log(\"\(word)\") end,")
    }
    let flow = try Flow(["app.lua": source("one")])
    flow.send("go")
    for word in ["two", "three"] {
      #expect(flow.reload(["app.lua": source(word)])?.oldHandlers.map(\.count) == [1])
    }
    #expect(flow.reload(["app.lua": nil])?.oldHandlers.map(\.count) == [1])
    flow.advance(1)
    #expect(flow.reload(["app.lua": source("four")])?.oldHandlers.isEmpty == true)
    #expect(flow.log == ["one"])
  }

  @Test("who names a script that has gone is told of; so is the root")
  func goneWarnings() throws {
    let flow = try Flow([
      "app.lua": Self.app("go = { start = \"child\" },"),
      "child.lua": "return { start = function(self) end }",
    ])
    let report = flow.reload(["child.lua": nil])
    #expect(
      report?.warnings.map(\.description) == [
        "app.lua:4: warning: there is no coordinator \"child\" to start any more: its script has gone"
      ])
    let root = flow.reload(["app.lua": nil])
    #expect(root?.warnings.first?.text.contains("cannot be started again") == true)
  }

  @Test("a reload that a turn asks for waits until that has ended")
  func waits() throws {
    let flow = try Flow(["app.lua": Self.app(Self.counting)])
    var answer: ReloadReport?
    flow.host.observe { [unowned flow] record in
      guard record.event.name == "tap" else { return }
      answer = flow.reload(["app.lua": Self.app("tap = { push = \"next\" },")])
    }
    flow.send("tap")
    #expect(answer == nil)
    #expect(flow.records.map(\.event.name).suffix(2) == ["tap", "reload"])
    flow.send("tap")
    #expect(flow.stack == ["home", "next"])
  }

  @Test("of several that wait, each goes from what the one before it has left")
  func waitingInLine() throws {
    let flow = try Flow(["app.lua": Self.app("tap = function(self) self:log(\"one\") end,")])
    var asked = false
    flow.host.observe { [unowned flow] _ in
      guard !asked else { return }
      asked = true
      flow.reload(["app.lua": Self.app("tap = function(self) self:log(\"two\") end,")])
      flow.reload(["app.lua": Self.app("tap = function(self) self:log(\"one\") end,")])
    }
    flow.send("tap")
    flow.send("tap")
    #expect(flow.log == ["one", "one"])
  }

  @Test("what is drawn by chance is the same with a reload in between, and without")
  func chance() throws {
    func drawn(reloading: String?) throws -> [String] {
      let handlers = "draw = function(self) self:log(math.random(1000000)) end,"
      let flow = try Flow(["app.lua": Self.app(handlers)])
      flow.send("draw")
      if let reloading { flow.reload(["app.lua": reloading + Self.app(handlers)]) }
      flow.send("draw")
      return flow.log
    }
    #expect(try drawn(reloading: nil) == drawn(reloading: "local n = math.random()\n"))
    #expect(try drawn(reloading: nil) == drawn(reloading: "local n = math.random() n = = 1\n"))
  }
}

extension Flow {
  @discardableResult
  func reload(_ changes: [String: String?]) -> ReloadReport? {
    project.reload(changing: changes.mapValues { $0.map { Array($0.utf8) } })
  }
}
