import Foundation
import PlainValues
import Testing

/// A folder that goes, comes back or cannot be read any more while a command watches it.
@Suite("A folder that vanishes while it is watched")
struct VanishedFolderTests {
  private static func app(_ screen: String) -> [UInt8] {
    Array(
      """
      local app = {}
      function app:start() self.router:push("home") end
      app.transitions = { any = { tap = { push = "\(screen)" } } }
      return app
      """.utf8)
  }

  private static let tap = "{\"send\":\"tap\"}\n"

  private func run(in folder: Folder) throws -> LiveCommand {
    try folder.write("project/app.lua", Self.app("first"))
    let run = try LiveCommand(["run", folder.path + "/project", "--events", "-", "--watch"])
    #expect(try run.value()["screen"] == "home")
    return run
  }

  @Test("the flow runs on, asking for a reload is told why not, and the folder is taken when back")
  func gone() throws {
    let folder = try Folder()
    let run = try run(in: folder)
    try FileManager.default.moveItem(
      atPath: folder.path + "/project", toPath: folder.path + "/away")
    #expect(
      try run.value() == ["watching": "the folder has gone; when it is back, watching goes on"])
    try run.type(Self.tap)
    #expect(try run.value()["stack"] == ["home", "first"])
    try run.type("{\"reload\":true}\n")
    let report = try run.value()["reload"]
    #expect(report?["outcome"] == "failed")
    let problem = report?["problems"]?.array?.first?.string
    #expect(problem?.contains("there is no such folder") == true, "\(report ?? .null)")
    // Another one in its place.
    try folder.write("next/app.lua", Self.app("second"))
    try FileManager.default.moveItem(
      atPath: folder.path + "/next", toPath: folder.path + "/project")
    while try run.value()["reload"]?["outcome"] != "reloaded" {}
    try run.type(Self.tap)
    #expect(try run.value()["stack"] == ["home", "first", "second"])
    try run.endInput()
    #expect(run.status == 0)
  }

  @Test("a file in the folder's place is none")
  func file() throws {
    let folder = try Folder()
    let run = try run(in: folder)
    try FileManager.default.removeItem(atPath: folder.path + "/project")
    try folder.write("project", Array("no folder".utf8))
    #expect(
      try run.value() == ["watching": "the folder has gone; when it is back, watching goes on"])
    try run.type(Self.tap)
    #expect(try run.value()["stack"] == ["home", "first"])
    try run.endInput()
    #expect(run.status == 0)
  }
}
