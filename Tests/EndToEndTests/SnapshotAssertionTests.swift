import Foundation
import Testing

/// Snapshots that tests of `sextant test` show.
@Suite("sextant test with snapshots")
struct SnapshotAssertionTests {
  private func test(_ folder: Folder, _ options: String..., ci: String = "") throws -> Command {
    try Command.run(["test"] + options, in: folder.path, surroundings: ["CI": ci])
  }

  private static let kept = "tests/__snapshots__/a_test.snap"

  private static func spec(_ values: String...) -> [UInt8] {
    Array(
      values.enumerated().map { index, value in
        "it(\"test \(index)\", function() assert.matches_snapshot(\(value)) end)\n"
      }.joined().utf8)
  }

  private func project(_ values: [UInt8]) throws -> Folder {
    let folder = try Folder()
    try folder.write("tests/a_test.lua", values)
    return folder
  }

  @Test("is written where it is not there, and then compared")
  func written() throws {
    let folder = try project(Self.spec("{ n = 1 }", "2"))
    let first = try test(folder)
    #expect(first.status == 0)
    #expect(first.output.contains("\nsnapshots: 2 written\n"))
    let text = try folder.text(Self.kept)
    #expect(text.contains("snapshots[\"test 0 1\"] = {\n  n = 1,\n}\n"))
    let again = try test(folder)
    #expect(again.status == 0)
    #expect(!again.output.contains("snapshots"))
    #expect(try folder.text(Self.kept) == text)
  }

  @Test("another one fails, and the command that it tells accepts it")
  func updated() throws {
    let folder = try project(Self.spec("{ n = 1 }", "2"))
    _ = try test(folder)
    try folder.write("tests/a_test.lua", Self.spec("{ n = 3 }", "4"))
    let other = try test(folder)
    #expect(other.status == 1)
    #expect(other.output.contains("\n  - n = 1\n  + n = 3\n"))
    #expect(
      other.output.contains(
        "sextant test tests/a_test.lua --name 'test 0' --update-snapshots"))
    let update = try test(folder, "tests/a_test.lua", "--name", "test 0", "--update-snapshots")
    #expect(update.output.contains("snapshots: 1 updated\n"))
    #expect(try folder.text(Self.kept).contains("n = 3"))
    #expect(try folder.text(Self.kept).contains("= 2\n"))
  }

  @Test("in CI none is written")
  func ci() throws {
    let folder = try project(Self.spec("1"))
    let result = try test(folder, ci: "true")
    #expect(result.status == 1)
    #expect(result.output.contains("There is no snapshot \"test 0 1\" in \(Self.kept)"))
    #expect(throws: (any Error).self) { try folder.text(Self.kept) }
    #expect(try test(folder, "--update-snapshots", ci: "true").status == 0)
    #expect(try test(folder, ci: "true").status == 0)
  }

  @Test("what no test shows is told, and removed where all has run")
  func obsolete() throws {
    let folder = try project(Self.spec("1", "2"))
    _ = try test(folder)
    try folder.write("tests/a_test.lua", Self.spec("1"))
    #expect(try test(folder).output.contains("snapshots: 1 obsolete\n  ○ \(Self.kept): test 1 1\n"))
    _ = try test(folder, "--update-snapshots", "--filter", "test")
    #expect(try folder.text(Self.kept).contains("test 1 1"))
    #expect(try test(folder, "--update-snapshots").output.contains("snapshots: 1 removed\n"))
    #expect(try !folder.text(Self.kept).contains("test 1 1"))
  }

  @Test("shards, processes and rounds that share a file lose none")
  func shared() throws {
    let folder = try Folder([
      "tests/a_test.lua": """
      for index = 1, 4 do
        it("test " .. index, function() assert.matches_snapshot(index) end)
      end
      it("dies", function() os.exit(1) end)
      for index = 5, 8 do
        it("test " .. index, function() assert.matches_snapshot(index) end)
      end
      """
    ])
    for shard in ["1/3", "2/3", "3/3"] {
      _ = try test(folder, "--libs", "all", "--shard", shard, "--repeat", "2", "--jobs", "2")
    }
    let text = try folder.text(Self.kept)
    for index in 1...8 { #expect(text.contains("snapshots[\"test \(index) 1\"] = \(index)\n")) }
    #expect(try !test(folder, "--libs", "all").output.contains("snapshots:"))
  }

  @Test("a flow shows what is in front, who runs and what was asked of the router")
  func flow() throws {
    let folder = try Folder([
      "app.lua": """
      local app = {}
      function app:start() self.router:push("home", { name = "Ada" }) end
      return app
      """,
      "tests/a_test.lua": "it('flow', function() assert.matches_snapshot(launch('app')) end)",
    ])
    #expect(try test(folder).status == 0)
    #expect(
      try folder.text(Self.kept).contains(
        """
        snapshots["flow 1"] = {
          calls = { "push home" },
          coordinators = { "app" },
          params = {
            name = "Ada",
          },
          screen = "home",
          stack = { "home" },
        }
        """))
  }

  @Test("a file that cannot be read is told by its line, and left as it is")
  func broken() throws {
    let folder = try project(Self.spec("1"))
    try folder.write(Self.kept, Array("<<<<<<< HEAD\n".utf8))
    let result = try test(folder, "--update-snapshots")
    #expect(result.status == 1)
    #expect(result.output.contains("\(Self.kept):1: this belongs to no snapshot; mend it"))
    #expect(try folder.text(Self.kept) == "<<<<<<< HEAD\n")
  }
}
