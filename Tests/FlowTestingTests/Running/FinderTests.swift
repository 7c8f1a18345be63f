import Foundation
import Testing

@testable import FlowTesting

@Suite("Finding files of tests")
struct FinderTests {
  private static let files = [
    "tests/b_test.lua", "tests/a_spec.lua", "tests/deep/c_test.lua", "tests/support.lua",
    "tests/.hidden/d_test.lua", "lib/e_test.lua", "spec/f_spec.lua", "loose/g_test.lua",
    "loose/h.lua",
  ]

  private static func find(_ operands: [String]) throws -> [String] {
    let folder = NSTemporaryDirectory() + "finder-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for file in files {
      let url = URL(fileURLWithPath: folder + "/" + file)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: url)
    }
    return try SpecFinder.find(operands.map { folder + "/" + $0 }).map { target in
      let lines = target.lines.map { ":\($0)" }.joined()
      return String(target.path.dropFirst(folder.count + 1)) + lines
    }
  }

  static let cases: [(operands: [String], found: [String])] = [
    (["tests"], ["tests/a_spec.lua", "tests/b_test.lua", "tests/deep/c_test.lua"]),
    (["tests/deep"], ["tests/deep/c_test.lua"]),
    (["loose"], ["loose/g_test.lua"]),
    (["loose/h.lua"], ["loose/h.lua"]),
    (["spec", "tests/b_test.lua"], ["spec/f_spec.lua", "tests/b_test.lua"]),
    (["tests/b_test.lua:7"], ["tests/b_test.lua:7"]),
    (["tests/b_test.lua:7", "tests/b_test.lua:9"], ["tests/b_test.lua:7:9"]),
    (["tests/b_test.lua:7", "tests/b_test.lua"], ["tests/b_test.lua"]),
  ]

  @Test(
    "a folder gives its test files in order, a file itself, a line a part of it", arguments: cases)
  func found(_ operands: [String], _ found: [String]) throws {
    #expect(try Self.find(operands) == found)
  }

  @Test("what is found under a project's folder lies under tests or spec")
  func project() throws {
    #expect(
      try Self.find([""])
        == [
          "/spec/f_spec.lua", "/tests/a_spec.lua", "/tests/b_test.lua", "/tests/deep/c_test.lua",
        ].map { String($0.dropFirst()) })
  }

  @Test(
    "a path that is not there is refused",
    arguments: [
      ("nowhere", "there is no such file or folder"),
      ("nowhere.lua:3", "there is no such file"),
      ("tests:3", "this is a folder; a line goes with a file"),
    ])
  func missing(_ operand: String, _ says: String) throws {
    let error = #expect(throws: SpecSearchError.self) { try Self.find([operand]) }
    #expect(error?.problem == says)
  }
}
