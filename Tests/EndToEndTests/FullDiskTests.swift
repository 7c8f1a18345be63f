import Foundation
import PlainValues
import Testing

/// A disk with no more room, by a bound on the size of files, which is met like it: a write gives less
/// than was asked, and then an error.
@Suite("A disk that is full")
struct FullDiskTests {
  /// Its state, and what it stores, grow by a kilobyte with each event.
  private static let growing = [
    "project/app.lua": """
    local app = { state = { text = "", n = 0 } }
    function app:start() self.router:push("home") end
    app.transitions = {
      home = {
        more = function(self)
          self.state.text = self.state.text .. ("x"):rep(1000)
          self.state.n = self.state.n + 1
          self:log(self.state.text)
        end,
        store = function(self)
          self.state.n = self.state.n + 1
          self.services.store.set("n", self.state.n)
          self.services.store.set("text", ("x"):rep(1000 * self.state.n))
        end,
        small = function(self)
          self.services.store.set("text", nil)
          self.services.store.set("n", "small")
        end,
      },
    }
    return app
    """
  ]

  private static func lines(_ event: String, _ count: Int) -> String {
    String(repeating: "{\"send\":\"\(event)\"}\n", count: count)
  }

  /// The command under a bound of 8 KiB a file; its output goes to one that has none.
  private static func bounded(_ command: String) -> String {
    """
    (ulimit -f 8; exec "$SEXTANT" \(command)) | cat
    exit ${PIPESTATUS[0]}
    """
  }

  @Test("a trace that cannot be written ends the run by name, and has all that was told of")
  func trace() throws {
    let folder = try Folder(
      Self.growing.merging(["events": Self.lines("more", 100)]) { $1 })
    let run = try Command.shell(
      Self.bounded("run project --events events --trace t.jsonl"), in: folder)
    #expect(run.status == 1)
    #expect(run.messages == "sextant: --trace: t.jsonl: it cannot be written: File too large\n")
    let told = try run.values
    let traced = try folder.text("t.jsonl").split(separator: "\n").dropFirst()
      .compactMap { try? JSON.parse(String($0)) }
    #expect(told.count > 1)
    #expect(traced.count == told.count)
    for (traced, told) in zip(traced, told) { #expect(traced["log"] == told["log"]) }
    let replay = try Command.run(["replay", "t.jsonl", "project"], in: folder.path)
    #expect(replay.output.contains("agree"), "\(replay.output)\(replay.messages)")
    let again = try Command.shell(
      Self.bounded("replay t.jsonl project --trace again.jsonl"), in: folder)
    #expect(again.status == 1 || again.output.contains("agree"))
  }

  @Test("a snapshot that cannot be written ends the run by name; the one from before stays")
  func save() throws {
    let folder = try Folder(
      Self.growing.merging(["events": Self.lines("more", 100)]) { $1 })
    let run = try Command.shell(
      Self.bounded("run project --events events --save s.json"), in: folder)
    #expect(run.status == 1)
    #expect(run.messages == "sextant: --save: s.json: it cannot be written: File too large\n")
    let saved = try JSON.parse(folder.text("s.json"))
    let told = try run.values.count - 1
    #expect(told > 1)
    #expect(saved["root"]?["state"]?["n"]?.integer == told)
    #expect(try names(in: folder) == ["events", "project", "s.json"])
    let on = try Command.run(
      ["run", "project", "--events", "-", "--restore", "s.json"], in: folder.path)
    #expect(on.status == 0)
  }

  @Test("a store that cannot be written fails its turn by name; what was kept before stays")
  func store() throws {
    let folder = try Folder(
      Self.growing.merging(
        ["events": Self.lines("store", 9) + Self.lines("more", 1) + Self.lines("small", 1)]) { $1 })
    let run = try Command.shell(
      Self.bounded("run project --events events --store store.json"), in: folder)
    #expect(run.status == 1)
    let turns = try run.values
    #expect(turns.count == 12)
    let errors = turns.compactMap { $0["error"]?["message"]?.string }
    #expect(errors.count > 0)
    #expect(
      errors.allSatisfy { $0.contains("store.json: it cannot be written: File too large") },
      "\(errors)")
    // The room was there again for the last one.
    #expect(turns.last?["error"] == .null)
    #expect(try JSON.parse(folder.text("store.json")) == ["n": "small"])
    #expect(try names(in: folder) == ["events", "project", "store.json"])
  }

  private static let spec = [
    "tests/a_test.lua": """
    it("holds", function() end)
    it("says much " .. ("x"):rep(4000), function() error("no") end)
    """
  ]

  @Test("a report that cannot be written is said by name, and the others have all of it")
  func report() throws {
    let folder = try Folder(Self.spec)
    let run = try Command.shell(
      Self.bounded("test --reporter json=out.json --reporter dots"), in: folder)
    #expect(run.status == 1)
    #expect(
      run.messages
        == "sextant: error: the report out.json is not whole: it cannot be written: File too large\n"
    )
    #expect(run.lines.last == "1 passed, 1 failed, 0 skipped")
    let again = try Command.run(["test", "--failed", "--reporter", "json"], in: folder.path)
    #expect(again.output.contains("says much"))
    #expect(!again.output.contains("holds"))
  }

  @Test("where only a report could not be written, the run has failed all the same")
  func onlyReport() throws {
    let folder = try Folder(["tests/a_test.lua": "it(('x'):rep(20000), function() end)"])
    let run = try Command.shell(
      Self.bounded("test --reporter junit=out.xml --reporter dots"), in: folder)
    #expect(run.status == 1)
    #expect(run.messages.contains("the report out.xml is not whole"))
    #expect(run.lines.last == "1 passed, 0 failed, 0 skipped")
  }

  @Test("what --failed needs and cannot be kept is a warning, and the file from before stays")
  func record() throws {
    let folder = try Folder(Self.spec)
    _ = try Command.run(["test"], in: folder.path)
    let before = try folder.text(".sextant/tests.tsv")
    #expect(!before.isEmpty)
    let many = (0..<1000).map { "it('a test with a number \($0)', function() end)\n" }.joined()
    try folder.write("tests/b_test.lua", Array(many.utf8))
    let run = try Command.shell(Self.bounded("test tests/b_test.lua"), in: folder)
    #expect(run.status == 0)
    #expect(
      run.messages.contains(
        "--failed will not know of this run: ./.sextant/tests.tsv: it cannot be written: File too large"
      ), "\(run.messages)")
    #expect(try folder.text(".sextant/tests.tsv") == before)
  }

  @Test("coverage and snapshots that cannot be written fail the run by name")
  func coverage() throws {
    let folder = try Folder([
      "app.lua": "return { start = function(self) self.router:push('home') end }"
        + String(repeating: "\n-- a line that says nothing", count: 1000),
      "tests/a_test.lua": """
      it("shows", function()
        launch("app")
        assert.matches_snapshot({ text = ("x"):rep(20000) })
      end)
      """,
    ])
    let run = try Command.shell(Self.bounded("test --coverage"), in: folder)
    #expect(run.status == 1)
    #expect(run.messages.contains("coverage is not written to coverage: "), "\(run.messages)")
    let said = run.output + run.messages
    #expect(said.contains("snapshots are not written: tests/__snapshots__/"), "\(said)")
    #expect(said.contains("File too large"))
  }

  @Test(
    "a standard output that takes nothing more ends each command with a message and status 1",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      "run project --events events", "test", "replay t.jsonl project", "--help", "run --help",
      "assign BUYING --attr user_id=1..10", "run project",
    ])
  func output(_ command: String) throws {
    let folder = try Folder(
      Self.growing.merging(Self.spec) { $1 }.merging(["events": Self.lines("store", 3)]) { $1 })
    _ = try Command.run(
      ["run", "project", "--events", "events", "--trace", "t.jsonl"], in: folder.path)
    let words = command.replacing("BUYING", with: Command.flow("buying"))
    let run = try Command.shell("exec \"$SEXTANT\" \(words) >/dev/full", in: folder)
    #expect(run.status == 1)
    #expect(
      run.messages == "sextant: the output cannot be written: No space left on device\n")
  }

  /// What is in the folder, hidden files left out, sorted.
  private func names(in folder: Folder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasPrefix(".") }.sorted()
  }
}
