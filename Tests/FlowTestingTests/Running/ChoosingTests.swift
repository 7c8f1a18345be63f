import Testing

@testable import FlowTesting

@Suite("Which tests are chosen")
struct ChoosingTests {
  static let entries: [TestEntry] = [
    TestEntry(
      id: TestID(names: ["auth", "signs in #fast"], file: "a_test.lua", line: 4), tags: ["fast"],
      blockLines: [2], lastLine: 10),
    TestEntry(
      id: TestID(names: ["auth", "signs out"], file: "a_test.lua", line: 8), tags: [],
      blockLines: [2], lastLine: 10),
    TestEntry(
      id: TestID(names: ["shop", "sells #slow"], file: "a_test.lua", line: 14), tags: ["slow"],
      blockLines: [12], lastLine: 18),
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    let what: String
    let chosen: [Int]
    var lines: [Int] = []
    var change: @Sendable (inout Selection) throws -> Void = { _ in }

    var testDescription: String { what }
  }

  static let cases: [Case] = [
    Case(what: "all", chosen: [0, 1, 2]),
    Case(what: "by a pattern in the full name", chosen: [0, 1]) {
      $0.filters = [try NamePattern("auth signs")]
    },
    Case(what: "by a Lua pattern", chosen: [1]) { $0.filters = [try NamePattern("out$")] },
    Case(what: "by one of two patterns", chosen: [1, 2]) {
      $0.filters = [try NamePattern("out"), try NamePattern("^shop")]
    },
    Case(what: "without a pattern", chosen: [2]) { $0.excluded = [try NamePattern("auth")] },
    Case(what: "by a tag", chosen: [0]) { $0.tags = ["fast", "none"] },
    Case(what: "without a tag", chosen: [0, 1]) { $0.excludedTags = ["slow"] },
    Case(what: "by the full name", chosen: [1]) { $0.names = ["auth signs out"] },
    Case(what: "by a part of the full name: none", chosen: []) { $0.names = ["auth"] },
    Case(what: "by how it went last time", chosen: [2]) {
      $0.failed = [TestKey(file: "a_test.lua", names: ["shop", "sells #slow"])]
    },
    Case(what: "all of a block of which a hook failed", chosen: [0, 1]) {
      $0.failed = [TestKey(file: "a_test.lua", names: ["auth"])]
    },
    Case(what: "all of a file that failed itself", chosen: [0, 1, 2]) {
      $0.failed = [TestKey(file: "a_test.lua", names: [])]
    },
    Case(what: "by the line of a test", chosen: [1], lines: [8]),
    Case(what: "by a line within a test", chosen: [0], lines: [6]),
    Case(what: "by the line of a block", chosen: [0, 1], lines: [2]),
    Case(what: "by two lines", chosen: [0, 2], lines: [4, 12]),
    Case(what: "by a line before any test: none", chosen: [], lines: [1]),
    Case(what: "by a line between blocks: none", chosen: [], lines: [11]),
    Case(what: "by a line past the end: none", chosen: [], lines: [9999]),
    Case(what: "by the last line of a block", chosen: [2], lines: [18]),
  ]

  @Test("lines at which there is nothing are an error that says where the tests are")
  func strayLines() throws {
    #expect(StrayLines([4, 12], Self.entries) == nil)
    let one = try #require(StrayLines([9999], Self.entries)).failure(in: "a_test.lua")
    #expect(
      one.message == "no test is at line 9999 of a_test.lua: its tests begin at lines 4, 8, 14")
    #expect(one.line == 9999)
    let two = try #require(StrayLines([11, 4, 1], Self.entries)).failure(in: "a_test.lua")
    #expect(two.message.hasPrefix("no test is at lines 1, 11 of a_test.lua: its tests"))
    let none = try #require(StrayLines([1], [])).failure(in: "a_test.lua")
    #expect(none.message == "no test is at line 1 of a_test.lua: it has none")
  }

  @Test("tests are chosen by names, tags, lines and how they went", arguments: cases)
  func chosen(_ sample: Case) throws {
    var selection = Selection()
    try sample.change(&selection)
    let target = SpecTarget(path: "a_test.lua", lines: sample.lines)
    #expect(selection.indices(of: Self.entries, in: target) == sample.chosen)
  }

  @Test("what is no Lua pattern is refused")
  func malformed() {
    #expect(throws: (any Error).self) { try NamePattern("[") }
  }

  private static func shards(
    _ entries: [TestEntry], _ count: Int, seconds: [TestKey: Double] = [:]
  ) -> [[String]] {
    (1...count).map { number in
      var selection = Selection()
      selection.shard = Shard(number, of: count)?.part(of: entries, seconds: seconds)
      return selection.indices(of: entries, in: SpecTarget(path: "a")).map {
        entries[$0].id.fullName
      }
    }
  }

  @Test("every test is in exactly one shard, whatever their number", arguments: 1...9)
  func partition(_ count: Int) {
    let entries = Stage.entries(["a", "b", "c", "d", "e", "same", "same"], file: "a")
    let shards = Self.shards(entries, count)
    #expect(shards.flatMap { $0 } == ["a", "b", "c", "d", "e", "same", "same"])
    let sizes = shards.map(\.count)
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
  }

  @Test("the shards are the same whatever the order of tests")
  func order() {
    let entries = Stage.entries(["a", "b", "c", "d", "e"], file: "a")
    let shuffled = [3, 0, 4, 2, 1].map { entries[$0] }
    #expect(Self.shards(entries, 2).map(Set.init) == Self.shards(shuffled, 2).map(Set.init))
  }

  @Test("shards take about as long where it is known how long tests take")
  func durations() {
    let entries = Stage.entries(["a", "b", "c", "d"], file: "a")
    var seconds: [TestKey: Double] = [:]
    for (entry, time) in zip(entries, [9, 1, 1, 1] as [Double]) {
      seconds[TestKey(entry.id)] = time
    }
    #expect(Self.shards(entries, 2, seconds: seconds) == [["a"], ["b", "c", "d"]])
  }

  @Test("there is no shard 0, nor one beyond the last")
  func noShard() {
    #expect(Shard(0, of: 2) == nil)
    #expect(Shard(3, of: 2) == nil)
    #expect(Shard(2, of: 2) != nil)
  }
}
