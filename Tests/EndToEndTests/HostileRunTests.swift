import Foundation
import PlainValues
import Testing

/// The hostile scripts, each as what a transition of a project does, run as a user runs it.
@Suite("Hostile transitions, as a user runs them", .serialized)
struct HostileRunTests {
  private static let folder = Command.package + "/Tests/LuaRuntimeTests/Hostile"

  private static let scripts: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".lua") }.sorted()
  }()

  @Test("all of them are here")
  func complete() { #expect(Self.scripts.count == 22) }

  @Test(
    "each is contained as it says, within the default limits, and the next event works",
    arguments: scripts)
  func contained(script: String) throws {
    let source = try String(contentsOfFile: Self.folder + "/" + script, encoding: .utf8)
    let expectation = source.prefix { $0 != "\n" }
    let folder = try Folder([
      "app.lua": """
      local app = {}
      function app:start() self.router:push("home") end
      app.transitions = { home = { go = "go", tap = { push = "next" } } }
      function app:go()
        local HOSTOBJ = self
        do
      \(source)
        end
      end
      return app
      """
    ])
    let run = try Command.run(
      ["run", folder.path, "--events", "-"],
      input: Array(#"{"send":"go"}"#.utf8) + [10] + Array(#"{"send":"tap"}"#.utf8) + [10])
    let turns = try run.values
    #expect(turns.count == 3 && run.messages.isEmpty, "\(run.messages)")
    guard turns.count == 3 else { return }
    #expect(turns[2]["stack"] == ["home", "next"])
    #expect(!run.output.contains("ESCAPED"))
    let error = turns[1]["error"]
    if expectation.contains("limit-") {
      let message = error?["message"]?.string ?? ""
      #expect(error?["kind"] == "limit", "\(message)")
      #expect(message.hasPrefix("stopped"))
      #expect(error?["script"] == "app.lua" && (error?["line"]?.number ?? 0) > 6)
      #expect(turns[1]["stack"] == ["home"])
    } else if error == nil || error == .null {
      #expect(turns[1]["log"]?.array?.last == "CONTAINED")
    } else {
      #expect(error?["message"]?.string?.isEmpty == false)
      #expect(expectation.contains("EXPECT error"))
    }
    #expect(run.status == (error == nil || error == .null ? 0 : 1))
  }
}
