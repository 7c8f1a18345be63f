import Foundation
import Testing

@testable import FlowTesting

@Suite("assert.matches_snapshot")
struct SnapshotAssertionTests {
  /// Runs a file with one test of that body.
  private func went(
    _ body: String, in file: SpecFolderOfTest, _ mode: SnapshotMode = .write
  ) throws
    -> [TestFailure]
  {
    try spec(
      "it('a test', function()\n\(body)\nend)", path: file.path, { $0.snapshots = mode }
    ).failures(of: "a test")
  }

  /// The text that is written for a value.
  private func text(_ value: String) throws -> String? {
    let file = try SpecFile(
      path: "tests/none_test.lua",
      source: Array("it('a', function() assert.matches_snapshot(\(value)) end)".utf8),
      options: SpecOptions())
    file.run([0]) { _ in }
    return file.book.takeUses().first?.text
  }

  static let values: [(value: String, text: String)] = [
    ("nil", "nil"), ("true", "true"), ("1", "1"), ("1.0", "1.0"), ("0.1", "0.1"),
    ("1e300", "1e+300"),
    ("0.1 + 0.2", "0.30000000000000004"), ("1/0", "1/0"), ("-1/0", "-1/0"), ("0/0", "0/0"),
    ("math.mininteger", "0x8000000000000000"), ("'a'", #""a""#),
    (#"'tab\t "q" \\ \0 \255 é'"#, #""tab\t \"q\" \\ \x00 \xFF \xC3\xA9""#), ("'é'", #""é""#),
    (#"'one\n'"#, #""one\n""#), (#"'one\ntwo'"#, "\"one\\n\"\n  .. \"two\""), ("{}", "{}"),
    ("{ 1, 'b', true }", #"{ 1, "b", true }"#), ("{ b = 1, a = {} }", "{\n  a = {},\n  b = 1,\n}"),
    (
      "{ ['a b'] = 1, ['end'] = 2, [3] = 3, [true] = 4, [0.5] = 5 }",
      "{\n  [0.5] = 5,\n  [3] = 3,\n  [true] = 4,\n  [\"a b\"] = 1,\n  [\"end\"] = 2,\n}"
    ),
    (#"{ mail = 'a\nb' }"#, "{\n  mail = \"a\\n\"\n    .. \"b\",\n}"),
    ("{ { 1 }, { x = 1 } }", "{\n  { 1 },\n  {\n    x = 1,\n  },\n}"),
    ("(function() local t = {} return { t, t } end)()", "{\n  {},\n  {},\n}"),
  ]

  @Test("a value is written as Lua, keys in order", arguments: values)
  func value(_ value: String, _ text: String) throws { #expect(try self.text(value) == text) }

  static let refusals: [(body: String, says: String)] = [
    (
      "assert.matches_snapshot(print)",
      "value is a function, which a snapshot cannot show: leave it out"
    ),
    (
      "assert.matches_snapshot({ on = { tap = print } })",
      "value.on.tap is a function, which a snapshot cannot show: leave it out"
    ),
    (
      "local t = {} t.me = { t } assert.matches_snapshot(t)",
      "value.me[1] contains itself, which a snapshot cannot show"
    ),
    (
      "assert.matches_snapshot({ [{}] = 1 })",
      "value has a table as a key, which a snapshot cannot show"
    ),
    (
      "local t = {} for _ = 1, 200 do t = { t } end assert.matches_snapshot(t)",
      "is more than 100 tables deep: show a part of it"
    ),
    (
      "assert.matches_snapshot(('x'):rep(2000000))",
      "the value is larger than a snapshot may be (1024 KiB): show a part of it"
    ),
    (
      "assert.is_not.matches_snapshot(1)",
      "a snapshot can only be matched: that a value is another says nothing about it"
    ),
    ("assert.does_not.match_snapshot(1)", "a snapshot can only be matched"),
    (
      "assert.matches_snapshot(1, {})",
      "the name of a snapshot is a text: assert.matches_snapshot(value, \"name\")"
    ),
    (
      "assert.matches_snapshot()",
      "the 'matches_snapshot' function requires a minimum of 1 arguments"
    ),
    (
      "assert.matches_snapshot(1, 'x') assert.matches_snapshot(2, 'x')",
      """
      The snapshot "a test: x" was shown twice, and not the same.
      Give each a name: assert.matches_snapshot(value, "name")
      """
    ),
  ]

  @Test("what cannot be kept is told", arguments: refusals)
  func refusal(_ body: String, _ says: String) throws {
    let failures = try went(body, in: try SpecFolderOfTest())
    let message = try #require(failures.first?.message)
    #expect(message.contains(says), "\(message)")
    #expect(failures.first?.line == 2)
  }

  @Test("outside of any test there is no name for a snapshot")
  func outside() throws {
    let went = try spec(
      "setup(function() assert.matches_snapshot(1) end)\nit('a', function() end)")
    #expect(
      went.problems.first?.failure.message
        == "a snapshot belongs to a test: what is outside of any has no name for it")
  }

  /// What was kept, what is shown now, and what is told.
  static let differences: [(kept: String, now: String, difference: [String])] = [
    ("{\n  a = 1,\n  b = { 1, 2 },\n}", "{ a = 1, b = { 1, 3 } }", ["- b[2] = 2", "+ b[2] = 3"]),
    ("\"one\\n\"\n  .. \"two\"", #"'one\nTwo'"#, ["  one", "- two", "+ Two"]),
    ("1", "1.0", ["- \"1\"", "+ \"1.0\""]),
    ("{ 0/0, 1 }", "{ 0/0, 2 }", ["- [2] = 1", "+ [2] = 2"]),
    ("{ mended by hand", "{ 1 }", ["- \"{ mended by hand\"", "+ \"{ 1 }\""]),
    ("while true do end", "1", ["- \"while true do end\"", "+ \"1\""]),
    ("print", "1", ["- nil", "+ 1"]),
  ]

  @Test("another value fails with what differs, and how to accept it", arguments: differences)
  func difference(_ kept: String, _ now: String, _ difference: [String]) throws {
    let file = try SpecFolderOfTest()
    try file.keep(["a test 1": kept])
    let failures = try went("assert.matches_snapshot(\(now))", in: file)
    #expect(failures.first?.difference == difference)
    #expect(
      failures.first?.message == """
        The snapshot "a test 1" is not what is shown now.
        Where that is right: sextant test \(file.path) --name 'a test' --update-snapshots
        """)
  }

  @Test("the message of the test's own comes first")
  func ownMessage() throws {
    let file = try SpecFolderOfTest()
    try file.keep(["a test 1": "1"])
    let failures = try went("assert.message('the total').matches_snapshot(2)", in: file)
    #expect(failures.first?.message.hasPrefix("the total\nThe snapshot") == true)
  }

  @Test("in CI one that is not there fails, and says how to write it")
  func check() throws {
    let file = try SpecFolderOfTest()
    let failures = try went("assert.matches_snapshot(1)", in: file, .check)
    #expect(
      failures.first?.message == """
        There is no snapshot "a test 1" in \(file.snapshots), and none is written in CI.
        Run it where CI is not set in the environment, look at it, and commit the file: \
        sextant test \(file.path) --name 'a test'
        """)
  }

  @Test("a file that cannot be read fails its tests, and is left as it is")
  func broken() throws {
    let file = try SpecFolderOfTest()
    try file.write("<<<<<<< HEAD\n")
    for mode in [SnapshotMode.write, .check, .update] {
      let failures = try went("assert.matches_snapshot(1)", in: file, mode)
      #expect(failures.first?.message.hasPrefix("\(file.snapshots):1: this belongs to no") == true)
    }
  }
}

/// A folder with a spec file's snapshots, which goes with it.
final class SpecFolderOfTest {
  let path: String
  var snapshots: String { SnapshotFile.path(of: path) }
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("snapshots-\(UUID().uuidString)")
    path = folder.appendingPathComponent("a_test.lua").path
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("__snapshots__"), withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func keep(_ entries: [String: String]) throws {
    var file = SnapshotFile()
    file.entries = entries
    try write(file.text(of: path))
  }

  func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: snapshots))
  }

  var entries: [String: String] { get throws { try SnapshotFile(path: snapshots).entries } }
}
