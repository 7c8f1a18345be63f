import Foundation
import Testing

@testable import FlowTesting

@Suite("Keeping snapshots")
struct SnapshotKeeperTests {
  private func shown(
    _ uses: [SnapshotUse], of file: SpecFolderOfTest, whole: Bool = true,
    unfinished: Set<String> = []
  ) -> ShownSnapshots {
    ShownSnapshots(spec: file.path, uses: uses, isWhole: whole, unfinished: unfinished)
  }

  @Test("new ones are written beside those that are there")
  func writes() throws {
    let file = try SpecFolderOfTest()
    try file.keep(["a 1": "1"])
    let uses = [SnapshotUse(name: "a 1"), SnapshotUse(name: "b 1", text: "2")]
    let summary = SnapshotKeeper(mode: .write).keep(shown(uses, of: file))
    #expect(summary.lines() == ["snapshots: 1 written"])
    #expect(try file.entries == ["a 1": "1", "b 1": "2"])
  }

  @Test("what none shows is told where all ran, and taken away where that was asked for")
  func obsolete() throws {
    let file = try SpecFolderOfTest()
    try file.keep(["a 1": "1", "gone 1": "2", "gone 2": "3"])
    let uses = [SnapshotUse(name: "a 1")]
    let partly = SnapshotKeeper(mode: .update).keep(shown(uses, of: file, whole: false))
    #expect(partly == SnapshotSummary())
    let told = SnapshotKeeper(mode: .write).keep(shown(uses, of: file))
    #expect(
      told.lines() == [
        "snapshots: 2 obsolete", "  ○ \(file.snapshots): gone 1", "  ○ \(file.snapshots): gone 2",
        "  no test shows them any more: --update-snapshots removes them",
      ])
    #expect(try file.entries.count == 3)
    let removed = SnapshotKeeper(mode: .update).keep(shown(uses, of: file))
    #expect(removed.lines() == ["snapshots: 2 removed"])
    #expect(try file.entries == ["a 1": "1"])
  }

  @Test("those of a test that did not come to its end are not obsolete")
  func unfinished() throws {
    let file = try SpecFolderOfTest()
    try file.keep(["fails 1": "1", "fails: named": "2", "failsafe 1": "3"])
    let summary = SnapshotKeeper(mode: .update).keep(shown([], of: file, unfinished: ["fails"]))
    #expect(summary.removed == 1)
    #expect(try file.entries.keys.sorted() == ["fails 1", "fails: named"])
  }

  @Test("a file that has none left is taken away, and its folder")
  func empty() throws {
    let file = try SpecFolderOfTest()
    try file.keep(["a 1": "1"])
    _ = SnapshotKeeper(mode: .update).keep(shown([], of: file))
    let folder = URL(fileURLWithPath: file.snapshots).deletingLastPathComponent().path
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("what is kept at one time for one file is all there")
  func atOnce() throws {
    let file = try SpecFolderOfTest()
    let path = file.path
    DispatchQueue.concurrentPerform(iterations: 16) { index in
      let use = SnapshotUse(name: "test \(index) 1", text: "\(index)")
      _ = SnapshotKeeper(mode: .write).keep(ShownSnapshots(spec: path, uses: [use]))
    }
    #expect(try file.entries.count == 16)
  }

  @Test("a file whose spec is gone is obsolete whole")
  func orphans() throws {
    let file = try SpecFolderOfTest()
    try file.keep(["a 1": "1"])
    let other = file.path.replacing("a_test", with: "b_test")
    let told = SnapshotKeeper(mode: .write).keepOrphans(beside: [other])
    #expect(told.obsolete.map(\.names) == [["a 1"]])
    _ = SnapshotKeeper(mode: .update).keepOrphans(beside: [other])
    #expect(!FileManager.default.fileExists(atPath: file.snapshots))
  }

  @Test("what cannot be written is a problem that says why")
  func unwritable() throws {
    let spec = ShownSnapshots(
      spec: "/dev/null/a_test.lua", uses: [SnapshotUse(name: "a 1", text: "1")])
    let summary = SnapshotKeeper(mode: .write).keep(spec)
    #expect(
      summary.problems == [
        "snapshots are not written: /dev/null/__snapshots__/: the folder cannot be made: Not a directory"
      ])
    #expect(summary.written == 0)
  }

  @Test("of many obsolete ones the first are told, and the rest counted")
  func many() {
    var summary = SnapshotSummary()
    summary.obsolete = [.init(path: "x.snap", names: (1...12).map { "a \($0)" })]
    #expect(summary.lines().count { $0.contains("○") } == 10)
    #expect(summary.lines().contains("  … and 2 more"))
  }
}
