import FlowTesting
import Foundation
import Testing

/// Public projects' own specs, unmodified. They are no part of this repository: the folder that
/// `SEXTANT_SUITES` names holds checkouts of some of those that are named below, under the names of
/// their repositories.
@Suite("Public suites pass as under busted", .enabled(if: PublicSuite.folder != nil))
struct PublicSuiteTests {
  @Test("with the same counts", arguments: PublicSuite.all)
  func counts(_ suite: PublicSuite) throws {
    let counts = try suite.run()
    #expect(counts.passed == suite.passed)
    #expect(counts.failed == suite.failed)
    #expect(counts.skipped == suite.skipped)
  }
}

struct PublicSuite: CustomTestStringConvertible, Sendable {
  static let folder = ProcessInfo.processInfo.environment["SEXTANT_SUITES"]

  var name: String
  /// The files of `spec/`; all that end in `_spec.lua` where there are none.
  var files: [String] = []
  /// As `lua5.4 busted` counts them, with its own current luassert.
  var passed: Int
  var failed = 0
  var skipped = 0

  var testDescription: String { name }

  static let all = known.filter {
    FileManager.default.fileExists(atPath: "\(folder ?? "")/\($0.name)/spec")
  }

  private static let known = [
    PublicSuite(name: "bump.lua", passed: 60),  // kikito
    PublicSuite(name: "date", passed: 46),  // Tieske
    // Two of its tests load files from the folder that they are run in.
    PublicSuite(name: "i18n.lua", passed: 237, failed: 2),  // kikito
    PublicSuite(name: "lustache", passed: 77),  // Olivine-Labs
    PublicSuite(name: "memoize.lua", passed: 11),  // kikito
    PublicSuite(name: "say", passed: 8),  // lunarmodules
    PublicSuite(name: "semver.lua", passed: 53),  // kikito
    PublicSuite(name: "stateful.lua", passed: 41),  // kikito
    PublicSuite(name: "tween.lua", passed: 51),  // kikito
    // Lua 5.4 has no `__ipairs`, which two of its tests are about.
    PublicSuite(name: "middleclass", passed: 130, failed: 2),
    PublicSuite(name: "inspect.lua", passed: 49),
    PublicSuite(name: "luassert", passed: 209),
    PublicSuite(
      name: "busted",
      files: [
        "async_spec", "core_spec", "execution_order_sync_spec", "export_spec",
        "file_context_support_spec", "file_randomize_spec", "fixtures_spec", "luajit_spec",
        "randomize_spec", "strict_spec",
      ], passed: 503, skipped: 5),
    // Three of its tests run the command `bin/busted`.
    PublicSuite(name: "busted", files: ["insulate-expose_spec"], passed: 18, failed: 3),
  ]

  func run() throws -> (passed: Int, failed: Int, skipped: Int) {
    let specs = "\(Self.folder ?? "")/\(name)/spec"
    let all = try FileManager.default.contentsOfDirectory(atPath: specs)
      .filter { $0.hasSuffix("_spec.lua") }.sorted()
    var counts = (passed: 0, failed: 0, skipped: 0)
    for file in files.isEmpty ? all : files.map({ $0 + ".lua" }) {
      let path = "\(specs)/\(file)"
      let source = FileManager.default.contents(atPath: path) ?? Data()
      let went = try spec(String(decoding: source, as: UTF8.self), path: path) {
        $0.libraries = .all
      }
      for result in went.results {
        switch result.outcome {
        case .passed: counts.passed += 1
        case .failed, .error: counts.failed += 1
        case .skipped: counts.skipped += 1
        }
      }
      counts.failed += went.problems.count
    }
    return counts
  }
}
