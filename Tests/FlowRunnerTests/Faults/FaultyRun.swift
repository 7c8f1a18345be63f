import Coordination
import Foundation
import ScriptedCoordination
import Testing

/// A session in which allocations fail, held against one in which none does.
struct FaultyRun {
  /// What a step comes to where nothing fails.
  struct Expected {
    let before: String?
    let after: String?
    let error: String?
    let turns: Int
    /// How often Lua had asked for memory when it had ended.
    let asked: UInt64
  }

  /// What became of the steps in which allocations failed.
  struct Outcomes {
    var loads = 0
    var errors = 0
    var successes = 0
  }

  private let faults: Faults
  private let expected: [Expected]
  private let number: UInt64

  init(_ faults: Faults, _ expected: [Expected], _ number: UInt64) {
    self.faults = faults
    self.expected = expected
    self.number = number
  }

  static func reference(_ faults: Faults) throws -> [Expected] {
    let session = try FaultySession()
    return FaultySession.steps.map { step in
      let before = session.document
      let (error, turns) = session.take(step)
      return Expected(
        before: before, after: session.document, error: error, turns: turns, asked: faults.asked)
    }
  }

  func run(_ outcomes: inout Outcomes) throws {
    weak var host: Coordination.Host?
    weak var project: Project?
    if let session = try load(&outcomes) {
      drive(session, &outcomes)
      (host, project) = (session.host, session.project)
    }
    #expect(host == nil, "allocation \(number)")
    #expect(project == nil, "allocation \(number)")
  }

  /// - Returns: nil where it could not be loaded; then it can be once there is memory.
  private func load(_ outcomes: inout Outcomes) throws -> FaultySession? {
    do {
      return try FaultySession()
    } catch {
      #expect(faults.haveHappened)
      #expect("\(error)".contains("memory"), "allocation \(number): \(error)")
      outcomes.loads += 1
      faults.end()
      let session = try FaultySession()
      for (step, expected) in zip(FaultySession.steps, expected).prefix(2) {
        _ = session.take(step)
        expectSame(session.document, expected.after, "allocation \(number)")
      }
      return nil
    }
  }

  private func drive(_ session: FaultySession, _ outcomes: inout Outcomes) {
    for (index, step) in FaultySession.steps.enumerated() {
      let (error, turns) = session.take(step)
      guard faults.haveHappened else { continue }
      faults.end()
      let place: Comment = "allocation \(number), in \"\(step.name)\", with \(error ?? "no error")"
      if error == expected[index].error {
        outcomes.successes += 1
        expectSame(session.document, expected[index].after, place)
      } else {
        outcomes.errors += 1
        #expect(error?.contains("memory") == true, place)
        guard step.isRepeatable else { return goOn(session, place) }
        if turns <= 1 { expectSame(session.document, expected[index].before, place) }
        let (again, _) = session.take(step)
        #expect(again == expected[index].error, place)
        if turns <= 1 { expectSame(session.document, expected[index].after, place) }
      }
      return goOn(session, place)
    }
  }

  private func expectSame(_ now: String?, _ then: String?, _ place: Comment) {
    guard now != then else { return }
    let (now, then) = (Self.lines(now), Self.lines(then))
    guard now != then else { return }
    let difference = now.difference(from: then).map { change in
      switch change {
      case .insert(let line, let text, _): "line \(line) is \(text)"
      case .remove(let line, let text, _): "line \(line) was \(text)"
      }
    }
    Issue.record("\(place): \(difference.joined(separator: "; "))")
  }

  /// Ids that a start has given are never given again, so that after one that failed others follow.
  private static func lines(_ document: String?) -> [String] {
    guard let lines = document?.split(separator: "\n") else { return ["there is none"] }
    return lines.map { line in
      let end = line.trimmingCharacters(in: .whitespaces).split(separator: ":").last ?? ""
      let isID = ids.contains { line.contains($0) } || Int(end.filter { $0 != "," }) != nil
      return isID ? String(line.prefix { !$0.isNumber }) : String(line)
    }
  }

  private static let ids = ["\"id\": ", "\"router\": ", "\"coordinator\": ", "\"last_id\": "]

  /// What follows works.
  private func goOn(_ session: FaultySession, _ place: Comment) {
    let (error, turns) = session.take(Self.proof)
    #expect(error == nil, place)
    #expect(turns == 1, place)
  }

  private static let proof = FaultySession.Step("told") { $0.host.appEvent("told", ["word": "y"]) }
}
