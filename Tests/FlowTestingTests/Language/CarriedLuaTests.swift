import Foundation
import LuaRuntime
import Testing

@testable import FlowTesting

@Suite("Lua that the library carries")
struct CarriedLuaTests {
  private static let parts: [String] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/FlowTesting/Language/Lua").standardizedFileURL.path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".lua") }.map { String($0.dropLast(4)) }.sorted()
  }()

  @Test("each part of the test language was compiled with the library, and is there as text too")
  func complete() {
    #expect(Self.parts.contains("language"))
    for part in Self.parts {
      #expect(CompiledParts.bytes(of: LanguageParts.chunkPrefix + part) != nil, "\(part)")
      #expect(LanguageParts.source(part) != nil, "\(part)")
    }
    #expect(CompiledParts.bytes(of: LanguageParts.chunkPrefix + "none") == nil)
  }

  @Test("what was compiled with the library is what a process compiles")
  func same() throws {
    let state = try LuaState(limits: .none)
    let environment = try state.makeLibraries()
    for part in Self.parts {
      let name = LanguageParts.chunkPrefix + part
      let text = try #require(LanguageParts.source(part))
      let own = try state.load(text, chunkName: name, environment: environment).compiled()
      let built = CompiledParts.bytes(of: name).flatMap {
        CompiledLua($0, by: CompiledParts.identity)
      }
      #expect(built == own, "\(part)")
    }
  }
}
