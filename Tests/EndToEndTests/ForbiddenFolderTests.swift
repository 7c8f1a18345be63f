import Foundation
import PlainValues
import Testing

/// A folder that may not be read: nothing in it counts as gone.
@Suite("A folder that may not be read")
struct ForbiddenFolderTests {
  /// The command as somebody who is bound by permissions: whoever runs the tests, or where that is
  /// the superuser, nobody.
  private static func run(_ arguments: [String]) throws -> Command {
    let process = Process()
    process.environment = Command.surroundings
    process.executableURL = isSuperuser ? URL(fileURLWithPath: setpriv) : Command.executable
    let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups", Command.executable.path]
    process.arguments = (isSuperuser ? nobody : []) + arguments
    return try Command.finish(process, [])
  }

  private static var isSuperuser: Bool { geteuid() == 0 }
  private static let setpriv = "/usr/bin/setpriv"

  /// Nobody may not reach what lies in the superuser's own folders.
  private static var canRun: Bool {
    guard isSuperuser else { return true }
    return FileManager.default.isExecutableFile(atPath: setpriv)
      && (try? run(["--help"]).status) == 0
  }

  @Test("is told by its name, be it the project's or one within", .enabled(if: Self.canRun))
  func refused() throws {
    let folder = try Folder([
      "project/app.lua": "return { start = function(self) self.router:push('home') end }",
      "project/lib/money.lua": "return {}", "project/.hidden/x.lua": "return {}",
    ])
    let project = folder.path + "/project"
    func permit(_ mode: mode_t, _ path: String) { #expect(chmod(project + path, mode) == 0) }
    permit(0, "/.hidden")
    defer { for path in ["", "/.hidden", "/lib"] { chmod(project + path, 0o755) } }
    #expect(try Self.run(["run", project, "--events", "-"]).status == 0)
    permit(0, "/lib")
    let within = try Self.run(["run", project, "--events", "-"])
    #expect(within.status == 1)
    #expect(within.messages == "lib: error: this folder cannot be read\n")
    permit(0, "")
    let all = try Self.run(["run", project, "--events", "-"])
    #expect(all.status == 1)
    #expect(all.messages == "\(project): error: this folder cannot be read\n")
  }
}
