import Foundation
import Navigation
import PlainValues
import Testing

@testable import Coordination

@Suite("Snapshots on walks")
struct SnapshotWalkTests {
  /// With `WALKS` in the environment so many are taken.
  private static let wanted =
    ProcessInfo.processInfo.environment["WALKS"].flatMap(UInt64.init) ?? 40

  @Test(
    "at any point of any flow, a restored host is the same one, and goes on as the first does",
    arguments: 0..<4)
  func same(part: UInt64) {
    for seed in (0..<Self.wanted).filter({ $0 % 4 == part }) {
      let walk = Walk.random(seed: seed)
      guard Self.problem(in: walk) != nil, let (shortest, problem) = Self.shortest(of: walk) else {
        continue
      }
      Issue.record("seed \(seed):\n\(shortest)\n\(problem)")
      return
    }
  }

  /// What goes wrong where the walk is left after each of its steps in turn, restored, and ended.
  private static func problem(in walk: Walk) -> String? {
    for place in 0...walk.steps.count {
      if let problem = problem(in: walk, leaving: place) {
        return "restored after \(place) steps: \(problem)"
      }
    }
    return nil
  }

  private static func problem(in walk: Walk, leaving place: Int) -> String? {
    let run = WalkRun(walk, failing: nil, looksClosely: false)
    let first = run.makeHost(router: HeadlessRouter())
    guard first.start("walker", input: 0) == nil else { return nil }
    for step in walk.steps.prefix(place) { run.take(step, first) }
    guard first.root != nil else { return nil }

    let router = HeadlessRouter()
    let second = run.makeHost(router: router)
    do {
      let snapshot = try first.snapshot()
      let written = JSON.write(snapshot, style: .pretty)
      if let error = second.restore(try JSON.parse(written)) { return "\(error)" }
      if let other = difference(snapshot, try second.snapshot()) { return other }
    } catch {
      return "\(error)"
    }
    if let fault = second.world.inconsistencies.first { return fault }
    if router.navigation?.calls(to: second.navigation).isEmpty == false {
      return "the platform shows something else"
    }
    if let other = difference(dump(first), dump(second)) { return other }

    for (index, step) in walk.steps.dropFirst(place).enumerated() {
      let before = (first.records.count, second.records.count)
      run.take(step, first)
      run.take(step, second)
      let lines = zip([first, second], [before.0, before.1]).map { host, count in
        host.records[count...].map { JSON.text(of: $0.value(coordinators: [])) }
          .map { $0.replacing(#/"turn":\d+/#, with: "") }
      }
      guard lines[0] == lines[1] else {
        return "step \(index) after it differs:\n\(lines[0])\n\(lines[1])"
      }
      if let other = difference(dump(first), dump(second)) { return other }
    }
    return nil
  }

  @Test(
    "whatever starts anew or is left out, the host's tables agree, and the platform shows them",
    arguments: 0..<4)
  func losses(part: UInt64) {
    for seed in (0..<Self.wanted).filter({ $0 % 4 == part }) {
      let walk = Walk.random(seed: seed)
      for place in 0...walk.steps.count {
        guard let problem = Self.loss(in: walk, leaving: place, seed: seed) else {
          continue
        }
        Issue.record("seed \(seed), after \(place) steps of\n\(walk)\n\(problem)")
        return
      }
    }
  }

  private static func loss(in walk: Walk, leaving place: Int, seed: UInt64) -> String? {
    let run = WalkRun(walk, failing: nil, looksClosely: false)
    let first = run.makeHost(router: HeadlessRouter())
    guard first.start("walker", input: 0) == nil else { return nil }
    for step in walk.steps.prefix(place) { run.take(step, first) }
    guard first.root != nil, let snapshot = try? first.snapshot() else { return nil }
    var random = SeededGenerator(seed: seed)
    let router = HeadlessRouter()
    let second = run.makeHost(router: router)
    let changed = losing(snapshot, using: &random)
    if let error = second.restore(changed, missing: .leftOut) { return "\(error)" }
    let shown = router.navigation ?? Navigation(base: RouterID(rawValue: 1))
    guard shown.calls(to: second.navigation).isEmpty else {
      return "the platform shows\n\(shown)\nnot\n\(second.navigation)"
    }
    for step in walk.steps.dropFirst(place) {
      if let fault = second.world.inconsistencies.first { return "\(fault)\n\(changed)" }
      run.take(step, second)
    }
    return second.world.inconsistencies.first
  }

  /// A document in which some coordinators, never the root, start anew or are gone.
  private static func losing(_ snapshot: Value, using random: inout SeededGenerator) -> Value {
    guard case .object(var entries) = snapshot, case .object(var root)? = entries["root"] else {
      return snapshot
    }
    root["children"] = root["children"]?.array.map { children in
      .array(children.map { losing(child: $0, using: &random) })
    }
    entries["root"] = .object(root)
    return .object(entries)
  }

  private static func losing(child: Value, using random: inout SeededGenerator) -> Value {
    guard case .object(var entries) = child else { return child }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: entries["script"] = "gone"
    case 1: entries["restarts"] = true
    default: break
    }
    if let children = entries["children"]?.array {
      entries["children"] = .array(children.map { losing(child: $0, using: &random) })
    }
    return .object(entries)
  }

  private static func difference<Thing: Equatable>(_ one: Thing, _ other: Thing) -> String? {
    one == other ? nil : "differs:\n\(one)\n\(other)"
  }

  private static func dump(_ host: Coordination.Host) -> Dump {
    host.dump { ($0.behavior as? SwiftBehavior<Walker>)?.body?.memory ?? [] }
      .adding("\((try? host.snapshot()).map { JSON.text(of: $0) } ?? "")")
  }

  private static func shortest(of walk: Walk) -> (Walk, String)? {
    guard let problem = problem(in: walk) else { return nil }
    for smaller in walk.smaller {
      if let found = shortest(of: smaller) { return found }
    }
    return (walk, problem)
  }
}
