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
