import Navigation
import PlainValues
import Testing

@testable import Coordination

@Suite("Snapshots on walks")
struct SnapshotWalkTests {
  @Test(
    "at any point of any flow, a restored host is the same one, and goes on as the first does",
    arguments: 0..<4)
  func same(part: UInt64) {
    for seed in (0..<160).filter({ $0 % 4 == part }) {
      let walk = Walk.random(seed: UInt64(seed))
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

  private static func difference<Thing: Equatable>(_ one: Thing, _ other: Thing) -> String? {
    one == other ? nil : "differs:\n\(one)\n\(other)"
  }

  private static func dump(_ host: Host) -> Dump {
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
