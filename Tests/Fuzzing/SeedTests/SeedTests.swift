import Foundation
import FuzzTargets
import Testing

/// Every seed of the fuzzer: inputs of each kind, and whatever it has found, so that what was mended
/// stays mended without it.
@Suite("Seeds of the fuzzer")
struct SeedTests {
  /// One seed.
  struct Seed: Sendable, CustomTestStringConvertible {
    let target: FuzzTarget
    let file: URL

    var testDescription: String { "\(target.name)/\(file.lastPathComponent)" }
  }

  private static let folder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Seeds")

  static let seeds: [Seed] = FuzzTarget.all.flatMap { target in
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent(target.name), includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.path < $1.path }.map { Seed(target: target, file: $0) }
  }

  @Test("what has to hold of an input holds of each seed", arguments: seeds)
  func holds(seed: Seed) throws {
    try seed.target.run(Array(try Data(contentsOf: seed.file)))
  }

  @Test("scripts/fuzz knows all targets, and has a dictionary for each")
  func script() throws {
    let scripts = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("scripts/fuzz")
    let text = try String(contentsOf: scripts, encoding: .utf8)
    let list = text.split(separator: "\n").first { $0.hasPrefix("all=(") }
    let names = list?.dropFirst(5).dropLast().split(separator: " ").map(String.init)
    #expect(names == FuzzTarget.all.map(\.name))
  }

  @Test("every target has seeds, and every folder of seeds a target")
  func complete() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(folders.sorted() == FuzzTarget.all.map(\.name).sorted())
    #expect(Set(Self.seeds.map(\.target.name)) == Set(FuzzTarget.all.map(\.name)))
  }
}
