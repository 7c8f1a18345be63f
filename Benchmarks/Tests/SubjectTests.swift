import Coordination
import Foundation
import PlainValues
import Testing

@testable import sextant_bench

@Suite("What is measured does its work")
struct SubjectTests {
  @Test("turns: scripted, native, by hand and in C end where they began, each event handled")
  func turns() throws {
    let coordinators = SwiftCoordinators()
    coordinators.register("app") { NativeFlow() }
    let scripted = try HostedFlow(["app.lua": TurnFlow.script])
    let native = try HostedFlow(coordinators)
    try scripted.runTurns(20)
    try scripted.runTurnsFromDictionaries(20)
    try native.runTurns(20)
    try FloorFlow().run(20)
    try PlainFlowRun().run(20)
    #expect(scripted.turns == 41)
    #expect(scripted.recordedCalls == 41)
    #expect(native.turns == 21)
  }

  @Test("calls reach Lua and come back, from Swift and from C")
  func calls() throws {
    let swift = try CalledFunctions(), floor = try FloorCalls()
    for call in [swift.callFunction, swift.callClosure, swift.callMethod] { try call(7_000) }
    for call in [floor.callFunction, floor.callClosure, floor.callMethod] { try call(7_000) }
  }

  @Test("children come and go, scripted and native, and others stay")
  func children() throws {
    for flow in [
      try HostedFlow(SiblingsFlow.scripts), try HostedFlow(SiblingsFlow.coordinators),
    ] {
      try flow.startSiblings(250)
      try flow.runChildren(5)
      #expect(flow.host.liveCount == 251)
    }
  }

  @Test("random events start, end, navigate and fail")
  func randomEvents() throws {
    let peaks = try ManyEvents.run(3_000)
    #expect(peaks.before <= peaks.after)
  }

  @Test("a flow that fails gives no figure")
  func failing() throws {
    let flow = try HostedFlow([
      "app.lua": TurnFlow.script.replacing("self.router:pop()", with: "error('broken')")
    ])
    let error = #expect(throws: WorkNotDone.self) { try flow.runTurns(2) }
    #expect(error?.description.hasPrefix("a turn failed: ") == true)
  }

  @Test("what has not done all of its work gives no figure")
  func checks() {
    let error = #expect(throws: WorkNotDone.self) { try check("calls", 3, 4) }
    #expect(error?.description == "calls: 3 in place of 4")
  }

  @Test("subjects take turns, one sample a round, and each does what it is asked")
  func measuring() throws {
    var done = [0, 0]
    let subjects = [0, 1].map { index in
      Subject("\(index)") { count in for _ in 0..<count { done[index] += 1 } }
    }
    let samples = try Effort(rounds: 5, turn: 10_000, processes: 1, events: 1, name: "test")
      .measure(subjects)
    #expect(samples.map(\.count) == [5, 5])
    #expect(done.allSatisfy { $0 >= 5 })
  }

  @Test("what does nothing gives no figure")
  func nothing() {
    let error = #expect(throws: WorkNotDone.self) {
      try Effort(rounds: 1, turn: 1e9, processes: 1, events: 1, name: "test").measure([
        Subject("idle") { _ in }
      ])
    }
    #expect(error?.description == "idle takes no time however often: it does nothing")
  }

  @Test("a process that fails, or says something else, gives no figure")
  func processes() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func measure(_ words: [String], _ expected: String) throws {
      _ = try WholeProcess.measure([(WholeProcess("it", words, in: folder), expected)], rounds: 1)
    }
    try measure(["echo", "5 passed"], "5 passed")
    #expect(throws: WorkNotDone.self) { try measure(["echo", "4 passed"], "5 passed") }
    #expect(throws: WorkNotDone.self) { try measure(["false"], "") }
    #expect(throws: WorkNotDone.self) { try measure(["no-such-program-here"], "") }
  }
}
