import Coordination
import Foundation
import PlainValues
import ScriptedCoordination
import Testing

/// Services in Swift that do what they should not.
@Suite("Services that misbehave")
struct ServiceFaultTests {
  /// What a service does to the host that runs it, from within the call.
  private final class Intruder {
    weak var flow: Flow?
    var act: (Flow) -> Void = { _ in }

    func call(_ values: [Value]) -> [Value] {
      if let flow { act(flow) }
      return ["done"]
    }
  }

  private static let files = [
    "app.lua": """
    local app = { state = { n = 0 } }
    function app:start() self.router:push("home") end
    app.transitions = {
      home = {
        go = function(self)
          self.state.n = self.state.n + 1
          self:log(self.services.bad.act(), self.state.n)
          self.router:update { n = self.state.n }
        end,
        later = function(self) self:log(self.services.late.ask()) end,
        more = function(self) self.state.n = self.state.n + 10 end,
        child = { start = "child" },
      },
      app = { more = function(self) self.state.n = self.state.n + 100 end },
      child = { finished = { ignore = true } },
    }
    return app
    """,
    "child.lua": "return { start = function(self) self.router:push('page') end }",
  ]

  private func flow(_ intruder: Intruder, _ late: LateService) throws -> Flow {
    let flow = try Flow(
      Self.files,
      functions: [
        "bad": ["act": .values { intruder.call($0) }], "late": ["ask": late.function],
      ])
    intruder.flow = flow
    return flow
  }

  /// What it asks the host for from within the call, and what the turns after that leave.
  private static let intrusions: [(name: String, act: @Sendable (Flow) -> Void, n: Int)] = [
    ("an event", { $0.send("more") }, 11),
    ("an application event", { $0.app("more") }, 101),
    ("itself", { if $0.records.count < 4 { $0.send("go") } }, 4),
    ("back", { $0.back() }, 1),
    ("a link", { $0.open("nowhere") }, 1),
    ("time", { $0.advance(5) }, 1),
    ("another start", { $0.host.start("app") }, 1),
    ("a fact", { $0.swipedBack() }, 1),
    ("answers", { $0.host.takeAnswers() }, 1),
    ("a swap", { $0.host.swap("child", to: "x") }, 1),
    (
      "a reload", { $0.project.reload(changing: ["child.lua": Array("return 1".utf8)]) }, 1
    ),
    ("a restoration", { $0.host.restore(.object([:])) }, 1),
    ("a collection", { $0.project.collectGarbage() }, 1),
  ]

  @Test(
    "what one asks of the host that calls it is done after the turn, which goes on",
    arguments: 0..<intrusions.count)
  func within(_ index: Int) throws {
    let (intruder, late) = (Intruder(), LateService())
    let flow = try flow(intruder, late)
    defer { withExtendedLifetime(late) {} }
    let (name, act, n) = Self.intrusions[index]
    intruder.act = { [unowned intruder] flow in
      if name != "itself" { intruder.act = { _ in } }
      act(flow)
    }
    flow.send("go")
    #expect(flow.log.first == "done\t1", "\(name)")
    #expect(flow.state("app")["n"] == .integer(n), "\(name)")
    intruder.act = { _ in }
    flow.send("go", from: "home")
    #expect(flow.state("app")["n"] == .integer(n + 1), "\(name): \(flow.error ?? "")")
  }

  @Test("a snapshot, asked for from within, is refused with the reason")
  func snapshot() throws {
    let (intruder, late) = (Intruder(), LateService())
    let flow = try flow(intruder, late)
    defer { withExtendedLifetime(late) {} }
    var refusal: String?
    intruder.act = { flow in
      do { _ = try flow.host.snapshot() } catch { refusal = "\(error)" }
    }
    flow.send("go")
    #expect(refusal?.contains("no snapshot can be taken while a turn runs") == true)
    #expect(flow.state("app")["n"] == 1)
  }

  @Test("one that closes the host ends it after the turn: nothing that comes later is handled")
  func closing() throws {
    let (intruder, late) = (Intruder(), LateService())
    let flow = try flow(intruder, late)
    flow.send("later")
    intruder.act = { $0.host.close() }
    flow.send("go")
    #expect(flow.log == ["done\t1"])
    let turns = flow.records.count
    flow.send("more")
    late.calls.first?.answer(["late"])
    flow.host.takeAnswers()
    flow.advance(10)
    #expect(flow.records.count == turns)
  }

  @Test(
    "one that throws from deep within leaves the turn that caught it, and the next, as they are")
  func throwing() throws {
    struct Broken: Error, CustomStringConvertible { let description = "broken" }
    let flow = try Flow(
      Self.files, functions: ["bad": ["act": .values { _ in throw Broken() }], "late": [:]])
    for n in 1...3 {
      flow.send("go")
      #expect(flow.error == nil)
      #expect(flow.state("app")["n"] == .integer(n))
    }
  }

  @Test("one that never answers keeps nobody: the flow goes on, is saved, restored and closed")
  func never() throws {
    let (intruder, late) = (Intruder(), LateService())
    weak var host: Coordination.Host?
    do {
      let flow = try flow(intruder, late)
      host = flow.host
      flow.send("later")
      flow.send("more")
      #expect(flow.state("app")["n"] == 10)
      let saved = try flow.host.snapshot()
      let next = try Flow(
        Self.files, functions: ["bad": [:], "late": ["ask": late.function]], restoring: saved)
      #expect(next.error == nil)
      #expect(next.state("app")["n"] == 10)
      flow.host.close()
    }
    #expect(late.calls.count == 1)
    #expect(host == nil)
  }

  @Test(
    "answers from other threads, while turns run and after the host has gone, are each taken once")
  func threads() throws {
    let (intruder, late) = (Intruder(), LateService())
    let answered: Int
    var calls: [ServiceCall] = []
    do {
      let flow = try flow(intruder, late)
      for round in 0..<50 {
        flow.send("later")
        guard let call = late.calls.last else { break }
        // Four threads answer; meanwhile the host has turns of its own.
        let threads = DispatchGroup()
        for number in 0..<4 {
          DispatchQueue.global().async(group: threads) {
            call.answer([.integer(round * 10 + number)])
          }
        }
        for _ in 0..<5 { flow.send("more") }
        threads.wait()
        flow.host.takeAnswers()
        #expect(flow.log.count == round + 1)
      }
      answered = flow.log.count
      flow.send("later")
      calls = late.calls
    }
    // The host has gone.
    calls.last?.answer(["late"])
    calls.last?.fail("later still")
    #expect(answered == 50)
    #expect(calls.count == 51)
  }

  @Test("one that waits for another thread is no fault of the script: its turn ends well")
  func blocking() throws {
    let (intruder, late) = (Intruder(), LateService())
    let flow = try flow(intruder, late)
    defer { withExtendedLifetime(late) {} }
    intruder.act = { _ in
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async { done.signal() }
      done.wait()
    }
    flow.send("go")
    #expect(flow.error == nil)
    #expect(flow.state("app")["n"] == 1)
  }
}
