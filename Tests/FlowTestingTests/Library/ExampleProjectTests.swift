import FlowTesting
import Foundation
import Testing

/// The projects in scripts/ pass their own tests, as an application's test target would run them.
@Suite("The projects in scripts/")
struct ExampleProjectTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let cases = ["auth", "buying", "linear", "shop"].flatMap {
    FlowTests(folder: root.appendingPathComponent("scripts/\($0)").path).cases
  }

  @Test("each flow test passes", arguments: cases)
  func passes(_ test: FlowTests.Case) throws { try test.run() }

  @Test("each project has tests")
  func some() {
    let folders = Set(Self.cases.map { $0.id.file.split(separator: "/").dropLast(2).last })
    #expect(folders == ["auth", "buying", "linear", "shop"])
  }
}
