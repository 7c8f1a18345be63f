import PlainValues
import Testing

@testable import Navigation

/// Every small navigation that operations lead to, and what a platform is asked for on the way to
/// others.
@Suite("Between any two small navigations")
struct ExhaustiveNavigationTests {
  @Test(
    "whatever one turn does, its calls bring a platform there with all views kept",
    arguments: [(depth: 2, operations: 1), (depth: 1, operations: 2)])
  func turns(depth: Int, operations: Int) {
    for before in Explorer.states(depth: depth) {
      for after in Explorer.turns(from: before, operations: operations) {
        check(before, after, calls: before.calls(to: after))
      }
    }
  }

  @Test("whatever two moments of a long history these are, calls lead from one to the other")
  func histories() {
    var random = Chance(seed: 7)
    for _ in 0..<100 {
      var history = [Navigation(base: RouterID(rawValue: 1))]
      let fresh = Explorer.Fresh(after: history[0])
      while history.count < 40 {
        var next = history[history.count - 1]
        let operation = random.element(of: Explorer.operations(on: next))
        guard (try? operation(&next, fresh)) != nil else { continue }
        history.append(next)
      }
      for _ in 0..<100 {
        let (before, after) = (random.element(of: history), random.element(of: history))
        check(before, after, calls: before.calls(to: after))
      }
    }
  }

  @Test("no change, no call")
  func nothing() {
    for state in Explorer.states(depth: 2) { #expect(state.calls(to: state) == []) }
  }

  @Test("an operation takes away what it says and nothing else, or nothing where it throws")
  func removals() {
    for before in Explorer.states(depth: 2) {
      for operation in Explorer.operations(on: before) {
        var after = before
        let fresh = Explorer.Fresh(after: before)
        guard let removal = try? operation(&after, fresh) else {
          #expect(after == before)
          continue
        }
        let left = Set(after.screens.map(\.id))
        let gone = before.screens.map(\.id).filter { !left.contains($0) }
        #expect(removal.screens.map(\.id) == gone.reversed())
        let routersLeft = Set(after.allRouters)
        #expect(
          removal.routers == before.allRouters.filter { !routersLeft.contains($0) }.reversed())
        #expect(after.modals.allSatisfy { after.router($0.over) != nil })
      }
    }
  }
}

extension Navigation {
  /// All routers, each before its parts, the base's first.
  var allRouters: [RouterID] { roots.flatMap(\.routers).map(\.id) }
}

/// Picks by chance, the same each time (Steele, Lea and Flood's SplitMix).
private struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func element<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }
}
