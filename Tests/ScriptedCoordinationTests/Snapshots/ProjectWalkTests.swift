import Coordination
import Foundation
import PlainValues
import ProjectWalks
import Testing

@Suite("Snapshots of the flow projects")
struct ProjectWalkTests {
  /// With `WALKS` in the environment so many are taken of each project.
  private static let wanted = ProcessInfo.processInfo.environment["WALKS"].flatMap(UInt64.init)

  @Test(
    "wherever it is left, a restored flow is the same one and goes on as the first does",
    arguments: ["auth", "buying", "linear", "shop"])
  func same(project: String) throws {
    let files = try Projects.files(project)
    for seed in 0..<(Self.wanted ?? 40) {
      let walk = ProjectWalk.random(seed: seed)
      guard try Self.problem(in: walk, files) != nil,
        let (shortest, problem) = try Self.shortest(of: walk, files)
      else { continue }
      Issue.record("seed \(seed):\n\(shortest)\n\(problem)")
      return
    }
  }

  private static func shortest(
    of walk: ProjectWalk, _ files: [String: String]
  ) throws -> (ProjectWalk, String)? {
    guard let problem = try problem(in: walk, files) else { return nil }
    for smaller in walk.smaller {
      if let found = try shortest(of: smaller, files) { return found }
    }
    return (walk, problem)
  }

  private static func problem(
    in walk: ProjectWalk, _ files: [String: String]
  ) throws -> String? {
    let first = try Flow(files)
    for step in walk.steps.prefix(walk.leaving) { first.take(step) }
    guard first.host.root != nil else { return nil }
    let snapshot = try first.host.snapshot()
    let second = try Flow(files, restoring: try JSON.parse(try first.document))
    if let error = second.error { return "it cannot be restored: \(error)" }
    let restored = try second.host.snapshot()
    guard !snapshot.hasSuspended else {
      return lostHandlers(snapshot, restored, second, walk)
    }
    guard restored == snapshot else {
      return "restored, it is\n\(try second.document)\nnot\n\(try first.document)"
    }
    for (index, step) in walk.steps.dropFirst(walk.leaving).enumerated() {
      let before = (first.records.count, second.records.count)
      first.take(step)
      second.take(step)
      let lines = (
        first.records[before.0...].map(\.line), second.records[before.1...].map(\.line)
      )
      guard lines.0 == lines.1 else {
        return "step \(index) after it gives\n\(lines.1)\nnot\n\(lines.0)"
      }
      let documents = (
        (try? first.document) ?? "the end", (try? second.document) ?? "the end"
      )
      guard documents.0 == documents.1 else {
        return "step \(index) after it leads to\n\(documents.1)\nnot\n\(documents.0)"
      }
    }
    return nil
  }

  /// Where handlers were suspended: they are gone, and all else is as it was, but for what started
  /// anew, which is there again under new ids.
  private static func lostHandlers(
    _ snapshot: Value, _ restored: Value, _ flow: Flow, _ walk: ProjectWalk
  ) -> String? {
    guard snapshot.hasRestarts || restored == snapshot.withoutInterrupted else {
      return "restored, it is\n\(restored)\nnot\n\(snapshot.withoutInterrupted)"
    }
    guard restored["root"]?.names == snapshot["root"]?.names else {
      return "the tree is \(restored["root"]?.names ?? []), not \(snapshot["root"]?.names ?? [])"
    }
    // All that has not started anew is as it was.
    let (before, now) = (snapshot["root"]?.settled ?? [:], restored["root"]?.settled ?? [:])
    for (id, coordinator) in before where now[id] != coordinator {
      return "coordinator \(id) is \(now[id] ?? .null), not \(coordinator)"
    }
    for key in ["attributes", "store", "deferred_link", "device", "time"]
    where snapshot[key] != restored[key] && !snapshot.hasRestarts {
      return "\(key) is \(restored[key] ?? .null), not \(snapshot[key] ?? .null)"
    }
    for step in walk.steps.dropFirst(walk.leaving) {
      flow.take(step)
      // That a link leads nowhere is a flow's right.
      guard let error = flow.error, !error.contains("no link leads to") else { continue }
      return "after it \(step) fails: \(error)"
    }
    return nil
  }
}

extension TurnRecord {
  /// What it says, but for its number.
  fileprivate var line: String {
    guard case .object(var entries) = value(coordinators: []) else { return "" }
    entries["turn"] = nil
    return JSON.text(of: .object(entries))
  }
}

extension Value {
  fileprivate var hasRestarts: Bool { places.contains { $0.last == .key("restarts") } }

  fileprivate var hasSuspended: Bool {
    hasRestarts || places.contains { $0.last == .key("interrupted") }
  }

  fileprivate var withoutInterrupted: Value {
    places.filter { $0.last == .key("interrupted") }.reduce(self) { $0.with(nil, at: $1) }
  }

  /// The coordinators of a tree that do not start anew, by their ids, each with what it keeps.
  fileprivate var settled: [Value: Value] {
    guard self["restarts"] == nil, case .object(var entries) = self, let id = self["id"] else {
      return [:]
    }
    for key in ["children", "interrupted", "screens", "awaited"] { entries[key] = nil }
    return (self["children"]?.array ?? []).reduce(into: [id: .object(entries)]) {
      $0.merge($1.settled) { one, _ in one }
    }
  }

  /// The names in a tree, parents first.
  fileprivate var names: [String] {
    [self["name"]?.string ?? ""] + (self["children"]?.array ?? []).flatMap(\.names)
  }
}
