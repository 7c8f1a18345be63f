import Coordination
import PlainValues
import ScriptedCoordination
import Testing

/// States of other versions.
@Suite("Migrating")
struct MigrationTests {
  private static func app(version: String?, migrate: String? = nil, _ rest: String = "") -> String {
    """
    local app = { state = { names = { "a" } }, version = \(version ?? "nil") }
    function app:start() self.router:push("home") self.children:start("child") end
    \(migrate.map { "function app.migrate(state, from_version, from_script) \($0) end" } ?? "")
    app.transitions = { home = {
      add = function(self) self.state.names[#self.state.names + 1] = "b" end,
      wait = function(self) self:wait(1) self:log(#self.state.names) end,
      say = function(self) self:log(type(self.state.names)) end,
      \(rest)
    } }
    return app
    """
  }

  private static let child =
    "return { start = function(self) self.children:start(\"leaf\") end, version = 1 }"
  private static let leaf = "return { start = function(self) end }"

  private func flow(_ app: String) throws -> Flow {
    try Flow(["app.lua": app, "child.lua": Self.child, "leaf.lua": Self.leaf])
  }

  @Test("the state of another version is what migrate makes of it, and it knows from where")
  func migrates() throws {
    let flow = try flow(Self.app(version: "1"))
    flow.send("add")
    let report = flow.reload([
      "app.lua": Self.app(
        version: "2",
        migrate:
          "return { names = table.concat(state.names, \" \"), from = from_version, of = from_script }"
      )
    ])
    #expect(report?.scripts.map(\.migrated) == [1])
    #expect(flow.state("app") == ["names": "a b", "from": 1, "of": "app"])
    flow.send("say")
    #expect(flow.log == ["string"])
  }

  @Test("without a version before, from_version is nil")
  func fromNone() throws {
    let flow = try flow(Self.app(version: nil))
    flow.reload([
      "app.lua": Self.app(version: "\"b\"", migrate: "return { none = from_version == nil }")
    ])
    #expect(flow.state("app") == ["none": true])
  }

  @Test("the same version keeps the state, whatever migrate says")
  func sameVersion() throws {
    let flow = try flow(Self.app(version: "1"))
    flow.reload(["app.lua": Self.app(version: "1", migrate: "error(\"not asked\")")])
    #expect(flow.state("app") == ["names": ["a"]])
  }

  @Test(
    "where state cannot be migrated nothing is reloaded, and the error says where",
    arguments: [
      ("error(\"no way\")", "no way"),
      ("return 1", "migrate returns a number"),
      ("return { f = print }", "state.f is a function"),
      ("while true do end", "instructions"),
    ])
  func fails(migrate: String, message: String) throws {
    let flow = try flow(Self.app(version: "1"))
    flow.send("add")
    let report = flow.reload([
      "app.lua": Self.app(version: "2", migrate: migrate),
      "child.lua": Self.child.replacing("version = 1", with: "version = 1, extra = 1"),
    ])
    #expect(report?.problems.first?.text.contains(message) == true, "\(report?.problems ?? [])")
    #expect(report?.problems.first?.line == 3)
    #expect(flow.state("app") == ["names": ["a", "b"]])
    flow.send("say")
    #expect(flow.log == ["table"])
  }

  @Test("what was migrated before another failed is as it was")
  func whole() throws {
    let flow = try flow(Self.app(version: "1"))
    let child =
      "return { start = function() end, version = 2, migrate = function(s) error(\"no\") end }"
    flow.reload([
      "app.lua": Self.app(version: "2", migrate: "return { names = 1 }"), "child.lua": child,
    ])
    #expect(flow.state("app") == ["names": ["a"]])
    #expect(flow.error?.contains("no") == true)
    flow.reload(["child.lua": Self.child])
    #expect(flow.state("app") == ["names": 1])
  }

  @Test("without migrate another version is an error that names both")
  func missing() throws {
    let flow = try flow(Self.app(version: "1"))
    let report = flow.reload(["app.lua": Self.app(version: "2")])
    let text = try #require(report?.problems.first?.text)
    #expect(
      text.contains(
        "the state of app cannot be migrated: it is of app.lua, version 1, and app.lua has version 2 now"
      ))
    #expect(text.contains("define migrate(state, from_version, from_script)"))
    #expect(report?.problems.first?.line == 1)
  }

  @Test("where nobody lives there is nothing to migrate")
  func nobody() throws {
    let flow = try Flow([
      "app.lua": "return { start = function(self) self.router:push(\"home\") end }",
      "child.lua": Self.child, "leaf.lua": Self.leaf,
    ])
    let report = flow.reload(["child.lua": Self.child.replacing("1", with: "2")])
    #expect(report?.problems.isEmpty == true)
  }

  @Test("who has a suspended handler changes over once that has returned")
  func suspended() throws {
    let flow = try flow(Self.app(version: "1"))
    flow.send("wait")
    let report = flow.reload([
      "app.lua": Self.app(version: "2", migrate: "return { names = #state.names }")
    ])
    #expect(report?.scripts.map(\.waiting) == [1])
    flow.send("add")
    #expect(flow.state("app") == ["names": ["a", "b"]])
    flow.advance(1)
    #expect(flow.log == ["2"])
    #expect(flow.state("app") == ["names": 2])
  }

  @Test("who cannot change over by then runs on as it was, is told of once, and follows the next")
  func cannotFollow() throws {
    let flow = try flow(Self.app(version: "1"))
    flow.send("wait")
    // Two names can be migrated when it is saved, and three no more.
    flow.reload([
      "app.lua": Self.app(
        version: "2", migrate: "if #state.names > 1 then error(\"too many\") end return {}")
    ])
    flow.send("add")
    flow.advance(1)
    for _ in 0..<3 { flow.send("say") }
    #expect(flow.log == ["2", "table", "table", "table"])
    #expect(flow.diagnostics.count { $0.contains("too many") } == 1, "\(flow.diagnostics)")
    flow.reload([
      "app.lua": Self.app(version: "3", migrate: "return { names = from_version }")
    ])
    #expect(flow.state("app") == ["names": 1])
  }

  @Test("migrate only reads")
  func onlyReads() throws {
    let flow = try flow(Self.app(version: "1"))
    let report = flow.reload([
      "app.lua": Self.app(version: "2", migrate: "coroutine.yield() return state")
    ])
    #expect(report?.problems.isEmpty == false)
    #expect(flow.state("app") == ["names": ["a"]])
  }

  @Test(
    "a version is an integer or a string, and migrate takes no self",
    arguments: [
      ("return { start = function() end, version = {} }", "version is a table"),
      ("return { start = function() end, version = 1.5 }", "version is a number"),
      ("return { start = function() end, migrate = 1 }", "migrate is a number"),
      ("return { start = function() end, migrate = function(self, a, b, c) end }", "with a dot"),
    ])
  func loading(source: String, message: String) {
    let error = #expect(throws: ProjectError.self) { try Flow(["app.lua": source]) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("a snapshot of another version is migrated when it is restored")
  func snapshots() throws {
    let flow = try flow(Self.app(version: "1"))
    flow.send("add")
    let snapshot = try flow.host.snapshot()
    #expect(snapshot["root"]?["version"] == 1)
    let next = try Flow(
      [
        "app.lua": Self.app(
          version: "2", migrate: "return { n = #state.names, from = from_version }"),
        "child.lua": Self.child, "leaf.lua": Self.leaf,
      ], restoring: snapshot)
    #expect(next.error == nil)
    #expect(next.state("app") == ["n": 2, "from": 1])
    let refused = try Flow(
      ["app.lua": Self.app(version: "2"), "child.lua": Self.child, "leaf.lua": Self.leaf],
      restoring: snapshot)
    #expect(refused.error?.contains("define migrate") == true)
  }
}
