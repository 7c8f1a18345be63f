import Foundation
import PlainValues
import Testing

@Suite("Reloading, as a user does it")
struct WatchTests {
  private static func app(_ screen: String) -> String {
    """
    local app = {}
    function app:start() self.router:push("home") end
    app.transitions = { any = { tap = { push = "\(screen)" } } }
    return app
    """
  }

  @Test("a saved script is taken over; a broken one is told with its line and changes nothing")
  func watch() throws {
    let folder = try Folder(["app.lua": Self.app("first")])
    let run = try LiveCommand(["run", folder.path, "--events", "-", "--watch"])
    #expect(try run.value()["screen"] == "home")
    try folder.write("app.lua", Array((Self.app("second")).utf8))
    #expect(try run.value()["event"]?["name"] == "reload")
    let report = try run.value()["reload"]
    #expect(report?["outcome"] == "reloaded")
    #expect(report?["scripts"]?.array?.first?["live"] == 1)
    try run.type(#"{"send":"tap"}"# + "\n")
    #expect(try run.value()["stack"] == ["home", "second"])
    try folder.write("app.lua", Array((Self.app("third") + "\nbroken = = 1").utf8))
    let failed = try run.value()
    #expect(failed["error"]?["line"] == 5)
    #expect(failed["error"]?["script"] == "app.lua")
    #expect(try run.value()["reload"]?["outcome"] == "failed")
    try run.type(#"{"send":"tap"}"# + "\n")
    #expect(try run.value()["stack"] == ["home", "second", "second"])
    try folder.write("app.lua", Array((Self.app("third")).utf8))
    _ = try (run.value(), run.value())
    try run.type(#"{"send":"tap"}"# + "\n")
    #expect(try run.value()["stack"] == ["home", "second", "second", "third"])
    try run.endInput()
    #expect(run.status == 0)
  }

  @Test("a line asks for a reload; where nothing has changed it says so, and there is no turn")
  func asked() throws {
    let folder = try Folder(["app.lua": Self.app("first")])
    let run = try LiveCommand(["run", folder.path, "--events", "-"])
    _ = try run.value()
    try run.type(#"{"reload":true}"# + "\n")
    #expect(try run.value()["reload"]?["outcome"] == "unchanged")
    try folder.write("app.lua", Array((Self.app("second")).utf8))
    try run.type(#"{"reload":true}"# + "\n")
    _ = try (run.value(), run.value())
    try run.type(#"{"send":"tap"}"# + "\n")
    #expect(try run.value()["screen"] == "second")
    try run.endInput()
    #expect(run.status == 0)
  }

  // MARK: Before anything could be loaded

  @Test("where nothing can be loaded yet, lines are answered and the first good save begins")
  func firstLoad() throws {
    let folder = try Folder(["app.lua": "return = 1"])
    let run = try LiveCommand(["run", folder.path, "--events", "-", "--watch"])
    try run.type(#"{"send":"tap"}"# + "\n" + #"{"reload":true}"# + "\n")
    let error = try run.value()["error"]
    #expect(error?["message"] == "nothing runs yet: the project could not be loaded")
    #expect(error?["line"] == 1)
    let reload = try run.value()["reload"]
    #expect(reload?["outcome"] == "failed")
    let problem = reload?["problems"]?.array?.first?.string
    #expect(problem?.hasPrefix("app.lua:1: error: unexpected symbol") == true)
    try folder.write("app.lua", Array(Self.app("first").utf8))
    #expect(try run.value()["screen"] == "home")
    try run.type("nonsense\n")
    #expect(try run.value()["error"]?["line"] == 3)
    try run.endInput()
    #expect(run.status == 0)
  }

  @Test(
    "nobody waits for a project that cannot be loaded after the end of the input",
    arguments: [
      (["--events", "-"], ""), (["--events", "-"], #"{"quit":true}"# + "\n"), ([], ""),
      ([], "quit\n"),
    ])
  func endedBefore(options: [String], input: String) throws {
    let folder = try Folder(["app.lua": "return = 1"])
    let run = try Command.run(
      ["run", folder.path, "--watch"] + options, input: Array(input.utf8))
    #expect(run.status == 1)
    #expect(run.messages.hasPrefix("app.lua:1: error: unexpected symbol near '='\n"))
    #expect(run.messages.hasSuffix("sextant: waiting for a save that can be loaded\n"))
  }

  @Test("nor for a root that cannot start")
  func neverStarted() throws {
    let folder = try Folder(["app.lua": "return { start = function() error('no') end }"])
    let run = try Command.run(["run", folder.path, "--watch"], input: Array("3\nquit\n".utf8))
    #expect(run.status == 1)
    #expect(run.output.contains("error: app.lua:1: no"), "\(run.output)")
    #expect(run.output.contains("nothing runs yet: the root could not start; quit leaves"))
  }

  @Test("a trace of a run with a variant, and a swap at the half, agrees when it is done again")
  func swapReplay() throws {
    let project = Command.flow("buying")
    let trace = try Folder()
    for start in ["steps", "one_page"] {
      let file = trace.path + "/\(start).trace"
      let run = try Command.run(
        "run", project, "--events", project + "/events_swap.jsonl", "--trace", file, "--variant",
        "buying=\(start)", "--attr", "user_id=7")
      #expect(run.status == 0)
      let replay = try Command.run("replay", file, project)
      #expect(replay.status == 0, "\(replay.output)\(replay.messages)")
    }
  }

  @Test("a checkout of another branch that touches 200 files is one reload")
  func checkout() throws {
    let folder = try Folder(["app.lua": Self.app("first")])
    for number in 0..<200 {
      try folder.write("lib/part_\(number).lua", Array("return 1".utf8))
    }
    func git(_ arguments: String...) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments =
        ["git", "-C", folder.path, "-c", "user.name=a", "-c", "user.email=a@b.c"] + arguments
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    try git("init", "-q", "-b", "main")
    try git("add", ".")
    try git("commit", "-q", "-m", "one")
    try git("checkout", "-q", "-b", "other")
    try folder.write("app.lua", Array(Self.app("second").utf8))
    for number in 0..<200 {
      try folder.write("lib/part_\(number).lua", Array("return 2".utf8))
    }
    try git("commit", "-q", "-a", "-m", "two")
    try git("checkout", "-q", "main")
    let run = try LiveCommand(["run", folder.path, "--events", "-", "--watch"])
    _ = try run.value()
    try git("checkout", "-q", "other")
    #expect(try run.value()["event"]?["name"] == "reload")
    #expect(try run.value()["reload"]?["files"]?.array?.count == 201)
    try run.type(#"{"send":"tap"}"# + "\n")
    #expect(try run.value()["screen"] == "second")
    try run.endInput()
    #expect(run.status == 0)
  }

  @Test("a trace with reloads, good and broken, agrees when it is done again")
  func replay() throws {
    let folder = try Folder(["app.lua": Self.app("home")])
    let trace = folder.path + "/run.trace"
    let run = try LiveCommand(["run", folder.path, "--events", "-", "--trace", trace])
    _ = try run.value()
    try folder.write("app.lua", Array((Self.app("home") + " = broken").utf8))
    try run.type(#"{"reload":true}"# + "\n")
    _ = try (run.value(), run.value())
    try folder.write("app.lua", Array((Self.app("home") + "\n-- mended").utf8))
    try run.type(#"{"reload":true}"# + "\n")
    _ = try (run.value(), run.value())
    try run.type(#"{"send":"tap"}"# + "\n")
    _ = try run.value()
    try run.endInput()
    #expect(run.status == 0)
    let replay = try Command.run("replay", trace, folder.path)
    #expect(replay.status == 0, "\(replay.output)\(replay.messages)")
  }
}
