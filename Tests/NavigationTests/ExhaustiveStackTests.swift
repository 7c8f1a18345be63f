import PlainValues
import Testing

@testable import Navigation

/// All pairs of stacks of at most four of five screens, in every order.
@Suite("Between any two small stacks")
struct ExhaustiveStackTests {
  private static let screens = (1...5).map {
    Screen(id: ScreenID(rawValue: UInt64($0)), name: "abcde".map(String.init)[$0 - 1])
  }

  private static let stacks: [[Screen]] = {
    var (all, longest): ([[Screen]], [[Screen]]) = ([[]], [[]])
    for _ in 1...4 {
      longest = longest.flatMap { stack in
        screens.filter { !stack.contains($0) }.map { stack + [$0] }
      }
      all += longest
    }
    return all
  }()

  @Test("the one call made is the first that fits, and brings a platform there with all views kept")
  func allPairs() {
    #expect(Self.stacks.count == 206)
    for before in Self.stacks {
      for after in Self.stacks {
        let (old, new) = (navigation(before), navigation(after))
        let calls = old.calls(to: new)
        check(old, new, calls: calls)
        let (actual, wanted) = (calls.map(\.description), expected(from: before, to: after))
        if actual != wanted { Issue.record("\(actual) in place of \(wanted)") }
      }
    }
  }

  @Test("stacks that share what lies beneath the change make the same call")
  func sharedTails() {
    for before in Self.stacks {
      for after in Self.stacks {
        let shared = zip(before, after).prefix { $0 == $1 }.count
        var stack = Stack(before)
        stack.pop(before.count - shared)
        for screen in after.dropFirst(shared) { stack.push(screen) }
        let difference = StackDifference(from: Stack(before), to: stack)
        let (actual, wanted) = (difference.action?.description, expected(from: before, to: after))
        if actual != wanted.first { Issue.record("\(actual ?? "-") in place of \(wanted)") }
      }
    }
  }

  @Test("screens that stay with other params are updated, and no others")
  func updates() throws {
    let params = try PackedValue(["n": 1])
    for before in Self.stacks {
      for after in Self.stacks {
        let changed = after.enumerated().map { index, screen in
          index.isMultiple(of: 2)
            ? Screen(id: screen.id, name: screen.name, params: params) : screen
        }
        let updated = StackDifference(from: Stack(before), to: Stack(changed)).updated
        let wanted = changed.filter { !$0.params.isEmpty && hasID($0.id, before) }
        if updated != wanted { Issue.record("\(updated) in place of \(wanted)") }
      }
    }
  }

  private func navigation(_ screens: [Screen]) -> Navigation {
    Navigation(base: RouterState(id: Stage.base, screens))
  }

  private func hasID(_ id: ScreenID, _ screens: [Screen]) -> Bool {
    screens.contains { $0.id == id }
  }

  /// The call for a change, written down once more from the rules, on lists.
  private func expected(from before: [Screen], to after: [Screen]) -> [String] {
    let names = after.map(\.name)
    guard before != after else { return [] }
    guard let top = names.last else { return ["clear"] }
    if after.dropLast() == before[...] { return ["push \(top)"] }
    if after.count == 1, !before.contains(after[0]) { return ["set_root \(top)"] }
    if before.starts(with: after) {
      return before.count == after.count + 1
        ? ["pop \(before[after.count].name)"] : ["pop_to \(top)"]
    }
    if before.dropLast() == after.dropLast() {
      return ["replace \(before[before.count - 1].name) \(top)"]
    }
    return ["set_stack " + names.joined(separator: " ")]
  }
}

/// Has a stand-in that shows one navigation make the calls to another, and looks what comes of it.
func check(
  _ before: Navigation, _ after: Navigation, calls: [RouterCall],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let platform = PlatformStandIn(showing: before)
  let old = platform.views
  var change: String { "\(before)\n→\n\(after)\n\(calls)" }
  do throws(PlatformStandIn.Refusal) {
    try platform.perform(calls)
  } catch {
    Issue.record("\(change): \(error)", sourceLocation: sourceLocation)
    return
  }
  if platform.shapes != after.shapes {
    Issue.record("\(change) came to \(platform.shapes)", sourceLocation: sourceLocation)
  }
  let staying = after.screensOnPlatform
  for (id, view) in platform.views where staying.contains(id) && old[id] != nil {
    guard old[id] !== view else { continue }
    Issue.record("\(change) made \(id) anew", sourceLocation: sourceLocation)
  }
}
