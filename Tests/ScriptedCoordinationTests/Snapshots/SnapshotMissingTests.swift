import Coordination
import PlainValues
import Testing

@Suite("Snapshots of what is not there any more")
struct SnapshotMissingTests {
  private static let files = [
    "app.lua": """
    local app = {}
    function app:start()
      self.router:push("home")
      self.children:start("one")
      self.children:start("sheet", nil, { present = "sheet" })
    end
    app.transitions = { sheet = { cancelled = function(self, reason) self:log("sheet", reason) end } }
    return app
    """,
    "one.lua": """
    local one = {}
    function one:start()
      self.router:push("first")
      self.children:start("two")
      self:after(5, "tick")
    end
    function one:finish() self:log("one ends") end
    one.transitions = { two = { ended = function(self, reason) self:log("two", reason) end } }
    return one
    """,
    "two.lua": """
    local two = {}
    function two:start() self.router:push("second") end
    function two:finish() self:log("two ends") end
    return two
    """,
    "sheet.lua": """
    return { start = function(self) self.router:push("sheet") self:after(1, "tick") end }
    """,
  ]

  private func snapshot() throws -> Value { try Flow(Self.files).host.snapshot() }

  private func without(_ scripts: String...) -> [String: String] {
    Self.files.filter { file in !scripts.contains { file.key == $0 + ".lua" } }
  }

  @Test("a script that is gone is an error that names it, and nothing has changed")
  func refused() throws {
    let flow = try Flow(without("two", "sheet"), restoring: try snapshot())
    #expect(
      flow.error == """
        snapshot.root.children[1].children[1] (app/one/two): there is no coordinator "two"; there is \
        app, one; nor is there sheet. Is it the snapshot of another project? What is missing can be \
        left out, but for the root.
        """)
    #expect(flow.host.root == nil)
    #expect(flow.host.navigation.screens.isEmpty)
    #expect(flow.host.liveCount == 0)
  }

  @Test("or, leniently, it is left out; its parent is told and the nearest screen is shown")
  func leftOut() throws {
    let flow = try Flow(without("two", "sheet"), restoring: try snapshot(), missing: .leftOut)
    #expect(flow.records.allSatisfy { $0.error == nil })
    #expect(flow.coordinators == "app(one)")
    #expect(flow.stack == ["home", "first"])
    #expect(flow.calls == ["set_stack home first"])
    #expect(
      flow.diagnostics == [
        "app/one/two is left out with all below it: there is no coordinator \"two\" any more",
        "app/sheet is left out with all below it: there is no coordinator \"sheet\" any more",
      ])
    #expect(flow.log == ["sheet\tmissing", "two\tmissing"])
    #expect(try flow.host.snapshot().at("timers")?.array?.count == 1)
    let turns = flow.records.count
    flow.advance(2)
    #expect(flow.records.count == turns)
  }

  @Test("with all below it, whose finish does not run: nothing of it has come back")
  func subtree() throws {
    let flow = try Flow(without("one"), restoring: try snapshot(), missing: .leftOut)
    #expect(flow.coordinators == "app(sheet)")
    #expect(flow.log.isEmpty)
    flow.dismiss()
    #expect(flow.stack == ["home"])
  }

  @Test("a root that is gone is always an error")
  func root() throws {
    let files = ["main.lua": "return { start = function() end }"]
    let snapshot = try snapshot()
    for missing in [MissingCoordinators.refused, .leftOut] {
      let flow = try Flow(files, root: "main", restoring: snapshot, missing: missing)
      #expect(
        flow.error?.hasPrefix("snapshot.root (app): there is no coordinator \"app\"") == true)
      #expect(flow.host.root == nil)
    }
  }

  @Test("a tab whose coordinator is gone is refused, or stays with a diagnostic")
  func tab() throws {
    let snapshot = try RichFlow.snapshot()
    let files = RichFlow.files.filter { $0.key != "basket.lua" }.merging([
      "app.lua": "return { start = function() end }"
    ]) { $1 }
    let strict = try Flow(files, restoring: snapshot)
    #expect(
      strict.error?.hasPrefix("snapshot.routers[2].start: there is no coordinator \"basket\"")
        == true)
    let lenient = try Flow(files, restoring: snapshot, missing: .leftOut)
    #expect(lenient.error == nil)
    #expect(
      lenient.diagnostics == [
        "snapshot.routers[2].start: there is no coordinator \"basket\" any more"
      ])
  }

  @Test("what a script says today counts: gestures, listeners, transitions")
  func changed() throws {
    let flow = try Flow(Self.files)
    var files = Self.files
    files["two.lua"] = """
      local two = {}
      function two:start() end
      two.transitions = {
        second = { back = function(self) self:log("asked") end },
        app = { ping = function(self) self:log("pinged") end },
      }
      return two
      """
    let again = try Flow(files, restoring: try flow.host.snapshot())
    again.dismiss()
    #expect(again.host.navigation.front.last?.interception == .back)
    again.back()
    again.app("ping")
    #expect(again.log == ["sheet\tdismissed", "asked", "pinged"])
  }
}
