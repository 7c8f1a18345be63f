import Testing

@testable import FlowTesting

@Suite("What runner and workers say to each other")
struct WireTests {
  static let failure = TestFailure(
    message: "no\nmatch", file: "ü.lua", line: 300, traceback: ["a", ""], difference: ["-1"],
    flow: ["turn 1"])

  static let samples: [WorkerMessage] = [
    .loaded([]),
    .loaded([
      TestEntry(
        id: TestID(names: ["a", "b\0"], file: "f", line: 70_000), tags: ["x"], blockLines: [1],
        lastLine: 70_002)
    ]),
    .unloadable(failure), .began(0), .began(1 << 40),
    .ended(
      3, TestEnding(outcome: .error, failures: [failure], seconds: 0.25, output: ["printed"])),
    .problem(TestFailure(message: ""), names: ["block"]), .done,
    .found(TestEntry(id: TestID(names: ["a"], file: "f", line: 3), tags: [])), .opened(4),
    .printed(["a", ""]), .hook(.setup([])), .hook(.teardown(["block"])), .hook(nil),
    .shown([SnapshotUse(name: "a 1", text: "{}"), SnapshotUse(name: "b: c")]),
    .covered(
      CoverageSamples.take(
        counts: [3: 1 << 20], rules: [CoverageSamples.rule("go", line: nil)],
        taken: [CoverageSamples.rule("go").place: 2]), test: 4),
    .covered(CoverageTake(), test: nil),
    .reached(Reach(files: ["/a.lua", "/b.lua"], projects: ["/"]), test: 3),
    .reached(.everything, test: nil),
  ]

  @Test("a message comes out as it went in, however its bytes are cut", arguments: samples)
  func messages(_ message: WorkerMessage) throws {
    var buffer = FrameBuffer()
    let bytes = message.frame + message.frame
    for byte in bytes.dropLast() { buffer.append([byte]) }
    #expect(try buffer.next().map { try WorkerMessage($0) } == message)
    #expect(buffer.next() == nil)
    buffer.append(bytes.suffix(1))
    #expect(try buffer.next().map { try WorkerMessage($0) } == message)
  }

  @Test("an order comes out as it went in")
  func orders() throws {
    var request = SpecRequest(path: "tests/a_test.lua")
    (request.libraries, request.luaPath, request.shuffleSeed) = (.all, ["./?.lua"], .max)
    request.seconds = 2.5
    (request.coverage, request.snapshots, request.reach, request.run) = (.on, .check, .on, .all)
    for order in [WorkerOrder.load(request), .run([]), .run([0, 500, 3])] {
      var buffer = FrameBuffer()
      buffer.append(order.frame)
      #expect(try buffer.next().map { try WorkerOrder($0) } == order)
    }
  }

  @Test("what is cut short or unknown is refused")
  func refused() {
    for message in Self.samples.dropFirst() {
      let bytes = message.frame.dropFirst(4)
      for count in 0..<min(bytes.count, 40) where bytes.count > count {
        #expect(throws: WireError.self) { try WorkerMessage(bytes.prefix(count)) }
      }
    }
    #expect(throws: WireError.self) { try WorkerMessage([99]) }
    #expect(throws: WireError.self) { try WorkerOrder([7]) }
  }

  @Test("tests of the same name are told apart by their order")
  func sameName() {
    let entries = ["a", "same", "same", "b"].map {
      TestEntry(id: TestID(names: [$0], file: "f", line: 1), tags: [])
    }
    var places = TestPlaces([1, 2, 3], entries)
    #expect(places.began(entries[1].id) == 1)
    #expect(places.ended(entries[1].id) == 1)
    #expect(places.ended(entries[2].id) == 2)
    #expect(places.began(entries[3].id) == 3)
    #expect(places.ended(entries[3].id) == 3)
    #expect(places.began(entries[3].id) == nil)
  }
}
