import Coordination
import Foundation
import PlainValues
import ScriptedCoordination
import Testing

/// What scripts can drive without end, and what was got wrong once.
@Suite("Hard conditions")
struct HardConditionTests {
  private func flow(_ body: String, limits: HostLimits = .default) throws -> Flow {
    try Flow(
      [
        "app.lua": """
        local app = {}
        function app:start() self.router:push("home") end
        app.transitions = { home = {
          go = function(self) \(body) end,
          ok = { push = "ok" },
        } }
        return app
        """
      ], limits: limits)
  }

  @Test(
    "what the host keeps for a turn is bounded, whoever catches the error",
    arguments: [
      ("while true do print(('x'):rep(10000)) end", "logs more than"),
      ("while true do pcall(print, ('x'):rep(10000)) end", ""),
      (
        "local s = ('x'):rep(1 << 20) while true do self:emit('a', { s = s }) end",
        "bytes of params"
      ),
      (
        "local s = ('x'):rep(1 << 20) while true do self.router:push('a', { s = s }) end",
        "bytes of params"
      ),
      (
        "local s = ('x'):rep(1 << 20) while true do self.services.store.set(s, s) end",
        "bytes of params"
      ),
      ("while true do self.router:update('nowhere', {}) end", ""),
    ])
  func bounded(body: String, says: String) throws {
    let flow = try flow(body)
    flow.send("go")
    #expect(flow.records.last?.error?.kind == .limit)
    #expect(says.isEmpty || flow.error?.contains(says) == true, "\(flow.error ?? "")")
    #expect(flow.log.reduce(0) { $0 + $1.utf8.count } <= 2 << 20)
    flow.send("ok")
    #expect(flow.stack == ["home", "ok"])
  }

  @Test("protected calls that nest and fail in each end at a limit")
  func nestedProtectedCalls() throws {
    let flow = try flow("local function f() pcall(f) f() end f()")
    flow.send("go")
    #expect(flow.error != nil)
    flow.send("ok")
    #expect(flow.stack == ["home", "ok"])
  }

  @Test("steps that contain themselves are an error at load, not a crash")
  func stepsInSteps() throws {
    for build in ["t.steps[1] = t", "for i = 1, 5000 do t = { steps = { t } } end"] {
      #expect(throws: ProjectError.self) {
        try Flow([
          "app.lua": """
          local t = { steps = { { pop = true } } }
          \(build)
          return { start = function() end, transitions = { a = { b = t } } }
          """
        ])
      }
    }
  }

  @Test("where a child's start failed is the place, the coordinator and the top of the traceback")
  func nestedPlace() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self) self.router:push("home") end,
        transitions = { home = { go = function(self) self.children:start("one") end } },
      }
      """,
      "one.lua": "return { start = function(self)\n  self.children:start('two')\nend }",
      "two.lua": "return { start = function(self)\n\n  local x = nil\n  x.y = 1\nend }",
    ])
    flow.send("go")
    let error = try #require(flow.records.last?.error)
    #expect(error.place == SourcePlace(script: "two.lua", line: 4))
    #expect(error.coordinator == "app/one/two")
    #expect(error.traceback.first?.hasPrefix("two.lua:4:") == true)
    #expect(error.traceback.contains { $0.hasPrefix("one.lua:2:") })
    #expect(error.traceback.contains { $0.hasPrefix("app.lua:3:") })
    #expect(error.message.hasPrefix("attempt to index"))
  }

  @Test("an event that each handler answers through a service ends at a bound, once")
  func storm() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self) self.router:push("home") end,
        transitions = {
          home = { go = function(self) self.services.echo.boo() end, ok = { push = "ok" } },
          app = { boo = function(self) self.services.echo.boo() end },
        },
      }
      """,
      "services.lua": "return { echo = { boo = function() emit('boo') emit('boo') end } }",
    ])
    flow.send("go")
    #expect(flow.records.count { $0.error != nil } == 1)
    flow.send("ok")
    #expect(flow.stack == ["home", "ok"])
  }

  @Test("logs show tables as JSON, and bytes that are not UTF-8")
  func logs() throws {
    let flow = try flow(#"self:log({ n = 1 }, "\xff") print({ 1, 2 }, nil)"#)
    flow.send("go")
    #expect(flow.log == ["{\"n\":1}\t\u{FFFD}", "[1,2]\tnil"])
  }
}

@Suite("A store in a file")
struct FileStoreTests {
  private func path() -> String { NSTemporaryDirectory() + "sextant-store-" + UUID().uuidString }

  @Test("what is committed is there for the next one; what is not is not")
  func roundTrip() throws {
    let path = path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try FileStore(path: path)
    store.setValue(["n": 1.0, "b": .bytes([0xFF])], forKey: "kept")
    try store.commit()
    store.setValue(2, forKey: "lost")
    let next = try FileStore(path: path)
    #expect(next.value(forKey: "kept") == ["n": 1.0, "b": .bytes([0xFF])])
    #expect(next.value(forKey: "lost") == nil)
  }

  @Test("a commit that fails fails again only if there is something to write")
  func failedCommit() throws {
    let folder = path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let store = try FileStore(path: folder + "/store")
    try FileManager.default.removeItem(atPath: folder)
    store.setValue(1, forKey: "a")
    #expect(throws: StoreError.self) { try store.commit() }
    store.setValue(nil, forKey: "a")
    #expect(throws: Never.self) { try store.commit() }
  }

  @Test("a link stays a link, a file keeps its mode, and a neighbour is left alone")
  func links() throws {
    let path = path()
    let files = FileManager.default
    defer { for end in ["", ".link", ".new"] { try? files.removeItem(atPath: path + end) } }
    _ = files.createFile(
      atPath: path, contents: Data("{}".utf8), attributes: [.posixPermissions: 0o644])
    _ = files.createFile(atPath: path + ".new", contents: Data("mine".utf8))
    try files.createSymbolicLink(atPath: path + ".link", withDestinationPath: path)
    let store = try FileStore(path: path + ".link")
    store.setValue(1, forKey: "a")
    try store.commit()
    #expect(try FileStore(path: path).value(forKey: "a") == 1)
    #expect(files.contents(atPath: path + ".new") == Data("mine".utf8))
    let mode = try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o644)
  }

  @Test("what is no store, or in no folder, is refused by name")
  func refused() throws {
    let path = path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    for text in ["[1]", "{\"a\":", "nonsense"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: StoreError.self) { try FileStore(path: path) }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
    #expect(throws: StoreError.self) { try FileStore(path: "/no/such/folder/store") }
  }
}
