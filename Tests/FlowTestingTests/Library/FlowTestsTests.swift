import Console
import Coordination
import Foundation
import SystemCalls
import Testing

@testable import FlowTesting

@Suite("Flow tests as cases of a Swift test target")
struct FlowTestsTests {
  private func tests(
    _ files: [String: String],
    application: @escaping @Sendable () -> FlowApplication = { FlowApplication() }
  ) throws -> FlowTests {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("cases-\(UUID().uuidString)")
    for (path, text) in files {
      let url = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    return FlowTests(folder: folder.path, application: application)
  }

  private static let app = """
    local app = {}
    function app:start() self.router:push("home", { who = self.services.accounts.who() }) end
    return app
    """
  private static let services = "return { accounts = { who = function() return 'Lua' end } }"

  @Test("each test of each file is a case, by path and in the file's order")
  func cases() throws {
    let tests = try tests([
      "tests/b_test.lua": "it('third', function() end)",
      "tests/a_spec.lua": """
      describe("block", function() it("first", function() end) pending("second") end)
      """,
      "app.lua": Self.app, ".hidden/c_test.lua": "it('never', function() end)",
    ])
    #expect(tests.cases.map(\.description) == ["block first", "block second", "third"])
    for test in tests.cases { try test.run() }
  }

  @Test("flows run with what the application has in Swift")
  func application() throws {
    let test = "it('asks', function() assert.equal('Swift', launch('app').params.who) end)"
    let files = [
      "app.lua": Self.app, "services.lua": Self.services, "tests/app_test.lua": test,
    ]
    let inSwift = try tests(files) {
      var application = FlowApplication()
      application.services["accounts"] = ["who": .values { _ in ["Swift"] }]
      return application
    }
    for test in inSwift.cases { try test.run() }
    for test in try tests(files).cases { #expect(throws: FlowTestError.self) { try test.run() } }
  }

  @Test("a case that fails throws what happened, where, and what led there")
  func failing() throws {
    let tests = try tests([
      "app.lua": Self.app, "services.lua": Self.services,
      "tests/app_test.lua": """
      it("fails", function()
        local app = launch("app")
        assert.screen("login", app)
      end)
      """,
    ])
    let failing = try #require(tests.cases.first)
    let error = #expect(throws: FlowTestError.self) { try failing.run() }
    let lines = error?.description.split(separator: "\n").map(String.init) ?? []
    #expect(
      lines.first
        == "\(failing.id.file):3: expected the screen login, but home is in front (home)")
    #expect(lines.contains("  1  start from app · app (app.lua:2) · push home"))
  }

  @Test("a file that does not load is a case that fails")
  func broken() throws {
    let tests = try tests([
      "a_test.lua": "it('is not closed'", "b_test.lua": "it('is fine', function() end)",
    ])
    #expect(tests.cases.count == 2)
    #expect(throws: SpecLoadError.self) { try tests.cases[0].run() }
    try tests.cases[1].run()
  }

  @Test("a file that has gone since is a case that fails")
  func gone() throws {
    let tests = try tests(["a_test.lua": "it('is fine', function() end)"])
    let test = try #require(tests.cases.first)
    try FileManager.default.removeItem(atPath: test.id.file)
    let error = #expect(throws: SpecLoadError.self) { try test.run() }
    #expect(error?.description == "\(test.id.file): there is no such file or folder")
  }

  @Test(
    "snapshots are written by the cases that show them, and compared the next time",
    .enabled(if: SnapshotMode(environment: Environment.value) == .write))
  func snapshots() throws {
    let tests = try tests([
      "app.lua": Self.app, "services.lua": Self.services,
      "tests/app_test.lua": """
      for index = 1, 3 do
        it("case " .. index, function()
          assert.matches_snapshot(launch("app"))
        end)
      end
      """,
    ])
    for test in tests.cases { try test.run() }
    let path = try #require(tests.cases.first).id.file
    let kept = SnapshotFile.path(of: path)
    #expect(try SnapshotFile(path: kept).entries.count == 3)
    var file = try SnapshotFile(path: kept)
    file.entries["case 2 1"] = "1"
    try Data(file.text(of: path).utf8).write(to: URL(fileURLWithPath: kept))
    try tests.cases[0].run()
    #expect(throws: FlowTestError.self) { try tests.cases[1].run() }
  }

  @Test("a folder without tests has no cases")
  func empty() throws {
    #expect(try tests(["app.lua": Self.app]).cases.isEmpty)
  }
}
