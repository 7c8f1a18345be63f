import Foundation
import LuaRuntime
import Testing

/// Scripts that break naive hosts. The first line of each says what is to become of it.
@Suite("Hostile scripts")
struct HostileTests {
  private static let scripts: [URL] = {
    let folder = Bundle.module.resourceURL?.appending(path: "Hostile")
    let all = folder.flatMap {
      try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
    }
    return (all ?? []).filter { $0.pathExtension == "lua" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }()

  final class Owned {}

  @Test("all of them are here")
  func complete() { #expect(Self.scripts.count == 22) }

  @Test(
    "each is contained as it says, on a small stack, and a script after it runs",
    arguments: scripts)
  func contained(script: URL) async throws {
    try await onThread(stackSize: isSanitized ? 16 << 20 : 512 << 10) {
      try check(script: script)
    }
  }

  private func check(script: URL) throws {
    let source = try String(contentsOf: script, encoding: .utf8)
    let expectation = source.prefix { $0 != "\n" }
    let limits = LuaLimits(instructions: 20_000_000, seconds: 20, bytes: 64 << 20)
    let host = try Script(limits: limits)
    let type = try LuaHostClass<Owned>(host.state, name: "owned", members: [])
    try host.set("HOSTOBJ", try type.makeObject(Owned()))

    var failure: LuaError?
    do throws(LuaError) {
      try host.load(source, name: script.lastPathComponent).call()
    } catch {
      failure = error
    }

    #expect(!host.output.contains { $0.contains("ESCAPED") }, "\(host.output)")
    if expectation.contains("limit-cpu") || expectation.contains("limit-mem") {
      guard case .limit(let limit) = failure?.kind else {
        Issue.record("not stopped by a limit: \(failure as Any), \(host.output)")
        return
      }
      #expect(
        (limit == .memory && expectation.contains("limit-mem"))
          || (limit != .memory && expectation.contains("limit-cpu")))
      #expect(failure?.script == script.lastPathComponent)
      #expect(failure?.traceback.isEmpty == false)
    } else if expectation.contains("CONTAINED") || source.contains("print(\"CONTAINED\")") {
      #expect(host.output.last == "CONTAINED")
    }
    if let failure { #expect(!failure.message.isEmpty) }
    if script.lastPathComponent.hasPrefix("27") {
      #expect(failure?.message == "nil was raised as an error")
      #expect(host.output.count == 4)
    }

    #expect(try host.text("return ('%d'):format(1) .. #table.pack(1, 2)") == "12")
    host.state.collectGarbage()
    #expect(host.state.memoryInUse < 4 << 20)
  }
}
