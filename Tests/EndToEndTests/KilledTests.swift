import Foundation
import PlainValues
import Testing

/// Killed at any moment, a run loses nothing that it had told of.
///
/// A hundred times in the usual run of the tests, `KILLS=1000` times for more.
@Suite("Killed at random moments")
struct KilledTests {
  private static let kills =
    ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 100

  /// Counts in its state, in the store and on the screen.
  private static let counter = """
    local app = { state = { n = 0 } }
    function app:start()
      self.state.n = self.services.store.get("n") or 0
      self.router:push("home", { n = self.state.n })
    end
    app.transitions = {
      home = {
        tick = function(self)
          self:run("quick")
          self:open("note")
          self.state.n = self.state.n + 1
          self.services.store.set("n", self.state.n)
          self.services.store.set("filler", ("x"):rep(self.state.n * 37 % 5000))
          self.router:update { n = self.state.n }
          self:log(self.state.n)
        end,
      },
    }
    app.links = { note = function(self) self:log("noted") end }
    return app
    """
  private static let quick = "return { start = function(self) self:finish() end }"

  @Test(
    "what was told of is in the trace, in the store and in the snapshot, each of which is whole")
  func killed() throws {
    let folder = try Folder(["project/app.lua": Self.counter, "project/quick.lua": Self.quick])
    var random = SystemRandomNumberGenerator()
    var told = 0
    for _ in 0..<Self.kills {
      let run = try Killed(in: folder, after: UInt32.random(in: 0..<100_000, using: &random))
      told += run.told.count
      try check(run, in: folder)
    }
    // Unless most were killed in the middle of something, this has shown nothing.
    #expect(told > Self.kills)
  }

  private func check(_ run: Killed, in folder: Folder) throws {
    // However it was killed, what is there is whole.
    if let store = try? folder.text("store.json") { _ = try JSON.parse(store) }
    if let snapshot = try? folder.text("s.json") { _ = try JSON.parse(snapshot) }
    guard !run.told.isEmpty else { return }
    let lines = try folder.text("t.jsonl").split(separator: "\n").dropFirst()
    let traced = lines.compactMap { try? JSON.parse(String($0)) }
    // At most the last line is cut short.
    #expect(traced.count >= lines.count - 1)
    #expect(traced.count >= run.told.count)
    for (line, told) in zip(traced, run.told) {
      for (key, value) in told.object ?? [:] { #expect(line[key] == value, "\(key)") }
    }
    let counted = run.told.reversed().lazy.compactMap {
      $0["log"]?.array?.last?.string.flatMap { Int($0) }
    }
    let n = counted.first ?? run.before
    // Before the first tick nothing is stored, and no file is there.
    let file = try? folder.text("store.json")
    let store = try file.map { try JSON.parse($0) } ?? .empty
    let kept = store["n"]?.integer ?? 0
    #expect(kept >= n && kept <= n + 1, "told of \(n), kept \(kept)")
    #expect(store["filler"]?.string?.count ?? 0 == kept * 37 % 5000 || kept == 0)
    let snapshot = try JSON.parse(try folder.text("s.json"))
    let state = snapshot["root"]?["state"]?["n"]?.integer ?? 0
    #expect(state >= n && state <= n + 1, "told of \(n), in the snapshot \(state)")
  }

  @Test("what is left of a trace that was killed is replayed as far as it goes")
  func replayed() throws {
    let folder = try Folder(["project/app.lua": Self.counter, "project/quick.lua": Self.quick])
    for _ in 0..<20 {
      _ = try? FileManager.default.removeItem(atPath: folder.path + "/store.json")
      let run = try Killed(in: folder, after: UInt32.random(in: 0..<20_000))
      let replay = try Command.run(["replay", "t.jsonl", "project"], in: folder.path)
      #expect(
        replay.output.contains("agree") || run.told.isEmpty,
        "\(replay.output)\(replay.messages)")
      #expect(!replay.output.contains("differs"))
    }
  }
}

private func size(of url: URL) -> Int {
  (try? FileManager.default.attributesOfItem(atPath: url.path))?[.size] as? Int ?? 0
}

/// A run that was killed, with what it had told of by then.
private struct Killed {
  let told: [Value]
  /// What the store had counted before.
  let before: Int

  init(in folder: Folder, after microseconds: UInt32) throws {
    before =
      (try? JSON.parse(try folder.text("store.json")))?["n"]?.integer ?? 0
    let ticks = String(repeating: "{\"send\":\"tick\"}\n", count: 5000)
    try folder.write("in.jsonl", Array(ticks.utf8))
    try folder.write("out", [])
    let process = Process()
    process.executableURL = Command.executable
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.arguments = [
      "run", "project", "--events", "in.jsonl", "--trace", "t.jsonl", "--store", "store.json",
      "--save", "s.json",
    ]
    process.standardOutput = try FileHandle(forWritingTo: folder.url("out"))
    try process.run()
    // Now and then it is killed before it has told of anything.
    let isEarly = microseconds % 8 == 0
    while !isEarly, process.isRunning, size(of: folder.url("out")) == 0 { usleep(500) }
    usleep(microseconds)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let lines = try folder.text("out").split(separator: "\n", omittingEmptySubsequences: false)
    // What has no end has not been told of.
    told = lines.dropLast().compactMap { try? JSON.parse(String($0)) }
  }
}
