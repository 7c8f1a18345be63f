import Foundation
import SystemCalls
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
    "links to folders are not followed, and a folder is no file of tests, whatever it is called")
  func links() throws {
    let folder = NSTemporaryDirectory() + "finder-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: folder + "/tests/inner_test.lua", withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: folder + "/tests/inner_test.lua/a_test.lua"))
    try manager.createSymbolicLink(
      atPath: folder + "/tests/circle", withDestinationPath: folder + "/tests")
    try manager.createSymbolicLink(
      atPath: folder + "/tests/link_test.lua", withDestinationPath: "inner_test.lua/a_test.lua")
    let found = try SpecFinder.find([folder]).map { String($0.path.dropFirst(folder.count + 1)) }
    #expect(found == ["tests/inner_test.lua/a_test.lua", "tests/link_test.lua"])
  }

  @Test(
    "a path has one spelling",
    arguments: [
      ("/", "/"), ("/a//b/", "/a/b"), ("/a/./b/../c", "/a/c"), ("/../a", "/a"), ("/a/..", "/"),
    ])
  func spelling(_ path: String, _ settled: String) {
    #expect(AbsolutePath.of(path) == settled)
  }

  @Test("a path that is not absolute is from the current folder")
  func relative() {
    let here = FileManager.default.currentDirectoryPath
    #expect(AbsolutePath.of("") == here)
    #expect(AbsolutePath.of("./a/../b") == here + "/b")
  }

  @Test("of several paths, one that is not there is one that cannot be loaded")
  func missingAmongOthers() throws {
    #expect(
      try Self.find(["nowhere", "tests/b_test.lua", "gone_test.lua:3"])
        == ["nowhere", "tests/b_test.lua", "gone_test.lua"])
    #expect(throws: SpecSearchError.self) { try Self.find(["nowhere", "nor.lua:2"]) }
    #expect(throws: SpecSearchError.self) { try Self.find(["tests/b_test.lua", "tests:3"]) }
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
