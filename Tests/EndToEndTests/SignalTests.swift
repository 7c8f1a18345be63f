import Foundation
import PlainValues
import Testing

/// Being asked to end, from outside.
@Suite("Signals")
struct SignalTests {
  private static let app = [
    "app.lua": """
    local app = { state = { n = 0 } }
    function app:start() self.router:push("home") end
    app.transitions = { home = { more = function(self)
      self.state.n = self.state.n + 1
      self.router:update { n = self.state.n }
    end } }
    return app
    """
  ]

  private static let ends = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  @Test(
    "each ends a run at once, as shells expect it; what was told of is in its files, which are whole",
    arguments: ends, [["--events", "-"], ["--events", "-", "--watch"]])
  func run(_ signal: Int32, _ options: [String]) throws {
    let folder = try Folder(Self.app)
    let (trace, saved) = (folder.path + "/t.jsonl", folder.path + "/s.json")
    let run = try LiveCommand(
      ["run", folder.path, "--trace", trace, "--save", saved] + options)
    _ = try run.value()
    try run.type("{\"send\":\"more\"}\n")
    #expect(try run.value()["error"] == .null)
    run.send(signal)
    #expect(run.signal == signal)
    let lines = try folder.text("t.jsonl").split(separator: "\n")
    #expect(lines.count == 3)
    for line in lines { _ = try JSON.parse(String(line)) }
    #expect(try JSON.parse(folder.text("s.json"))["root"]?["state"]?["n"] == 1)
    let replay = try Command.run("replay", trace, folder.path)
    #expect(replay.status == 0)
  }

  @Test("each ends a run at a prompt", arguments: ends)
  func prompt(_ signal: Int32) throws {
    let folder = try Folder(Self.app)
    let run = try LiveCommand(["run", folder.path])
    #expect(run.wait(for: "home"))
    run.send(signal)
    #expect(run.signal == signal)
  }

  @Test(
    "what is stopped and goes on later has lost nothing",
    arguments: [["--events", "-"], ["--events", "-", "--watch"]])
  func stopped(_ options: [String]) throws {
    let folder = try Folder(Self.app)
    let run = try LiveCommand(["run", folder.path] + options)
    _ = try run.value()
    run.send(SIGSTOP)
    try run.type("{\"send\":\"more\"}\n")
    run.send(SIGCONT)
    #expect(try run.value()["calls"] == ["update home"])
    run.send(SIGSTOP)
    run.send(SIGCONT)
    try run.type("{\"send\":\"more\"}\n{\"quit\":true}\n")
    #expect(try run.value()["error"] == .null)
    #expect(run.status == 0)
  }
}
