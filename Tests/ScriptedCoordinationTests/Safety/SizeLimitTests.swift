import Coordination
import Foundation
import LuaRuntime
import ScriptedCoordination
import Testing

/// Limits of what is written down: files, definitions, links.
@Suite("A limit of size")
struct SizeLimitTests {
  @Test("of links that open each other names how many there were, and the script's line")
  func links() throws {
    let flow = try Flow([
      "app.lua": """
      local app = {}
      function app:start() self.router:push("home") end
      function app:a() self:open("b") end
      function app:b() self:open("a") end
      app.links = { a = "a", b = "b" }
      return app
      """
    ])
    flow.open("a")
    #expect(
      flow.error == "app.lua:4: links open each other, 32 in a row: … → b → a → b → a")
    #expect(flow.stack == ["home"])
  }

  @Test("of the time that files take to be loaded holds for all of them together")
  func loading() throws {
    var files = Dictionary(
      uniqueKeysWithValues: (10..<40).map { ("c\($0).lua", "while true do end") })
    files["app.lua"] = "return { start = function() end }"
    let error = #expect(throws: ProjectError.self) {
      try Project(ProjectFiles(files), limits: LuaLimits(instructions: nil, seconds: 0.02))
    }
    let told = error?.problems.map(\.description) ?? []
    // Each is stopped by itself after 0.02 s or more.
    #expect(told.count <= 12)
    #expect(told.first?.contains("c10.lua:1: error: stopped after 0.02 s") == true, "\(told)")
    let last = """
      error: it and those after it are not loaded: the files before it have taken more than 0.2 s of \
      processor time. What do they do outside of their functions?
      """
    #expect(told.contains { $0.contains(last) }, "\(told)")
  }

  /// A project whose `go` is that many `steps` within each other.
  private func steps(_ count: Int) throws -> Project {
    let text =
      String(repeating: "{ steps = { ", count: count) + "{ push = 'x' }"
      + String(repeating: " } }", count: count)
    return try Project(
      ProjectFiles([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = { go = \(text) } },
        }
        """
      ]))
  }

  @Test("of steps within steps is 8, told with the line")
  func steps() throws {
    _ = try steps(8)
    let error = #expect(throws: ProjectError.self) { try steps(9) }
    let told = error?.problems.map(\.description) ?? []
    #expect(told.count == 1)
    #expect(told.first?.contains("app.lua:3") == true, "\(told)")
    #expect(told.first?.contains("steps within steps, more than 8 deep") == true, "\(told)")
  }

  @Test("of a Lua file is 4 MiB, and of their number 10,000")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func problem() -> String {
      let error = #expect(throws: ProjectError.self) { try ProjectFiles(folder: folder.path) }
      return error?.problems.map(\.description).joined(separator: "\n") ?? ""
    }
    let large = folder.appending(path: "large.lua")
    try Data(repeating: UInt8(ascii: " "), count: 4 << 20).write(to: large)
    #expect(try ProjectFiles(folder: folder.path)["large.lua"]?.count == 4 << 20)
    try Data(repeating: UInt8(ascii: " "), count: 4 << 20 + 1).write(to: large)
    #expect(problem() == "large.lua: error: cannot be read: it is larger than 4 MiB")
    try FileManager.default.removeItem(at: large)
    for number in 1...10_000 {
      let path = folder.path + "/m\(number).lua"
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
    }
    #expect(try ProjectFiles(folder: folder.path)["m10000.lua"]?.isEmpty == true)
    #expect(FileManager.default.createFile(atPath: folder.path + "/more.lua", contents: nil))
    #expect(
      problem()
        == "\(folder.path): error: there are more than 10000 Lua files here; name the folder of one project"
    )
  }
}
