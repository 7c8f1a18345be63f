import Coordination
import LuaRuntime
import PlainValues
import ScriptedCoordination

/// A flow on a host with everything that a user gets by default, observed as for a trace.
final class HostedFlow {
  let host: Host
  let project: Project?
  let router = CountingRouter()
  /// Turns that were observed, and what they say was asked of the router.
  private(set) var turns = 0
  private(set) var recordedCalls = 0
  private(set) var problem: String?

  /// A project of scripts.
  convenience init(
    _ files: [String: String], input: PackedValue = .empty, limits: LuaLimits = .default
  ) throws {
    let project = try Project(ProjectFiles(files), limits: limits)
    try self.init(project, input) { project.makeHost(router: $0) }
  }

  /// Coordinators in Swift.
  convenience init(_ coordinators: SwiftCoordinators) throws {
    try self.init(nil, .empty) { Host(sources: [coordinators], router: $0) }
  }

  private init(
    _ project: Project?, _ input: PackedValue, _ makeHost: (CountingRouter) -> Host
  ) throws {
    self.project = project
    host = makeHost(router)
    // Alive: the host is its own, and tells only while it is driven from here.
    host.observe { [unowned self] record in note(record) }
    if let error = host.start(input: input) {
      throw WorkNotDone("the flow does not start: \(error)")
    }
  }

  private func note(_ record: TurnRecord) {
    turns += 1
    recordedCalls += record.calls.count
    if let error = record.error { problem = "\(error)" }
  }

  /// Refuses what has failed since.
  func checkNothingFailed() throws {
    if let problem { throw WorkNotDone("a turn failed: \(problem)") }
  }

  /// Sends ``TurnFlow``'s events, a pop after each push.
  func runTurns(_ count: Int) throws {
    try runTurns(count) { TurnFlow.payloads[$0] }
  }

  /// The same, with payloads as one writes them down.
  func runTurnsFromDictionaries(_ count: Int) throws {
    try runTurns(count) { ["id": .integer($0)] }
  }

  private func runTurns(_ count: Int, _ payload: (Int) -> PackedValue) throws {
    let turns = turns, calls = router.calls, recorded = recordedCalls
    for number in 0..<count / 2 {
      host.send("tapped", payload(number & 63))
      host.send("closed")
    }
    try checkNothingFailed()
    try check("turns", self.turns - turns, count / 2 * 2)
    try check("calls", router.calls - calls, count / 2 * 2)
    try check("calls in records", recordedCalls - recorded, count / 2 * 2)
    try check("the stack", router.stack, ["home"])
  }
}
