import Testing

@testable import FlowTesting

@Suite("Snapshot files")
struct SnapshotFileTests {
  static let names = [
    "plain 1", "with \"quotes\" and \\ 1", "two\nlines 1", "bell\u{7} and \u{85} 1",
    "\u{301}accent",
    "] = 1", "",
  ]

  @Test("what was written is read as it was, whatever the names")
  func roundTrip() throws {
    var file = SnapshotFile()
    for (index, name) in Self.names.enumerated() {
      file.entries[name] = "{\n  n = \(index),\n  text = \"\u{2028}\"\n    .. \"x\",\n}"
    }
    let text = file.text(of: "tests/a_test.lua")
    #expect(try SnapshotFile(text: text, path: "a.snap") == file)
    #expect(
      try SnapshotFile(text: text.replacing("\n", with: "\r\n"), path: "a.snap") == file)
  }

  @Test("entries are in the order of their names, numbers by their size")
  func order() {
    var file = SnapshotFile()
    for name in ["b 10", "b 9", "a 1"] { file.entries[name] = "1" }
    #expect(
      file.text(of: "tests/a_test.lua") == """
        -- What the tests of a_test.lua have shown. `sextant test --update-snapshots` writes it.
        local snapshots = {}

        snapshots["a 1"] = 1

        snapshots["b 9"] = 1

        snapshots["b 10"] = 1

        return snapshots

        """)
  }

  static let problems: [(text: String, says: String)] = [
    (
      "snapshots[\"a\"] = 1\n\nsnapshots[\"a\"] = 2\n",
      "x.snap:3: the snapshot \"a\" is there twice"
    ),
    ("snapshots[\"a = 1\n", "x.snap:1: this is no name of a snapshot"),
    ("snapshots[\"a\\q\"] = 1\n", "x.snap:1: this is no name of a snapshot"),
    ("local snapshots = {}\n<<<<<<< HEAD\n", "x.snap:2: this belongs to no snapshot"),
    ("snapshots[\"a\"] = {\n}\n=======\n", "x.snap:3: this belongs to no snapshot"),
  ]

  @Test("what cannot be read is told by its line, with what to do", arguments: problems)
  func problem(_ text: String, _ says: String) {
    let mend = "; mend it, or delete the file and run with --update-snapshots"
    #expect(throws: SnapshotProblem(says + mend)) {
      try SnapshotFile(text: text, path: "x.snap")
    }
  }

  @Test("the file is beside the spec, in a folder of its own")
  func path() {
    #expect(SnapshotFile.path(of: "tests/a_test.lua") == "tests/__snapshots__/a_test.snap")
    #expect(SnapshotFile.path(of: "odd") == "__snapshots__/odd.snap")
    #expect(SnapshotFile.path(of: "/x/y.lua") == "/x/__snapshots__/y.snap")
  }

  @Test("in CI nothing is written by itself")
  func mode() {
    for mark in ["true", "1", "yes"] {
      #expect(SnapshotMode(environment: { $0 == "CI" ? mark : nil }) == .check)
    }
    for mark in ["", "0", "false"] {
      #expect(SnapshotMode(environment: { $0 == "CI" ? mark : nil }) == .write)
    }
    #expect(SnapshotMode(environment: { _ in nil }) == .write)
  }
}
