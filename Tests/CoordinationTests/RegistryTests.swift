import PlainValues
import Testing

@testable import Coordination
@testable import Navigation

@Suite("Registry")
struct RegistryTests {
  @Test("the newest of a name is found, whichever namesakes have gone")
  func newest() {
    var registry = Registry()
    let (first, second, third) = (child(1), child(2), child(3))
    for one in [first, second, third] { _ = registry.add(one) }
    #expect(registry.newest(named: "a") === third)
    _ = registry.remove(second)
    #expect(registry.newest(named: "a") === third)
    _ = registry.remove(third)
    #expect(registry.newest(named: "a") === first)
    _ = registry.remove(first)
    #expect(registry.newest(named: "a") == nil)
    #expect(registry.isEmpty)
  }

  @Test("6. adding one child twice is refused, and so is removing one that is not in")
  func refused() {
    var registry = Registry()
    let one = child(1)
    verify(!registry.remove(one))
    verify(registry.add(one))
    verify(!registry.add(one))
    #expect(registry.count == 1)
    verify(registry.remove(one))
    verify(!registry.remove(one))
    #expect(registry.count == 0)
  }

  @Test("every order of adding and removing up to seven steps agrees with a plain list")
  func exhaustive() {
    let children = [child(1, "a"), child(2, "a"), child(3, "b"), child(4, "a")]
    var sequences = 0
    func explore(_ registry: Registry, _ model: [LiveCoordinator], _ depth: Int) {
      sequences += 1
      check(registry, model, children)
      guard depth > 0 else { return }
      for child in children {
        var (next, list) = (registry, model)
        if let index = list.firstIndex(where: { $0 === child }) {
          verify(!next.add(child))
          verify(next.remove(child))
          list.remove(at: index)
        } else {
          verify(!next.remove(child))
          verify(next.add(child))
          list.append(child)
        }
        explore(next, list, depth - 1)
      }
    }
    explore(Registry(), [], 7)
    #expect(sequences == ((1 << 16) - 1) / 3)
  }

  @Test("a long random walk over many namesakes agrees with a plain list")
  func randomWalk() {
    var random = SeededGenerator(seed: 7)
    let children = (1...60).map { child(UInt64($0), ["a", "b"][$0 % 2]) }
    var registry = Registry()
    var model: [LiveCoordinator] = []
    for _ in 0..<4_000 {
      let one = children[Int.random(in: 0..<children.count, using: &random)]
      if let index = model.firstIndex(where: { $0 === one }) {
        verify(registry.remove(one))
        model.remove(at: index)
      } else {
        verify(registry.add(one))
        model.append(one)
      }
      check(registry, model, children)
    }
  }

  private func check(
    _ registry: Registry, _ model: [LiveCoordinator], _ all: [LiveCoordinator]
  ) {
    let newestFirst = model.sorted { $0.id > $1.id }
    guard registry.count == model.count, registry.isEmpty == model.isEmpty,
      registry.newestFirst.elementsEqual(newestFirst, by: ===),
      all.allSatisfy({ child in
        registry.contains(child) == model.contains { $0 === child }
          && registry.newest(named: child.name)
            === newestFirst.first { $0.name == child.name }
      })
    else {
      Issue.record("differs from \(newestFirst.map(\.id.rawValue))")
      return
    }
  }

  private func child(_ id: UInt64, _ name: String = "a") -> LiveCoordinator {
    LiveCoordinator(
      id: CoordinatorID(rawValue: id), name: name, binding: Binding(slot: name), input: .empty,
      parent: nil, router: RouterID(rawValue: 1), hasOwnRouter: false, behavior: Inert())
  }
}

/// Does nothing.
private final class Inert: Behavior {
  var appEvents: [String] { [] }
  var state: PackedValue { .empty }
  func start(_ context: CoordinatorContext) {}
  func restore(_ state: SavedState, _ context: CoordinatorContext) {}
  func handle(
    _ event: Event, under key: String, _ context: CoordinatorContext
  ) -> Disposition { .declined }
  func finish(_ outcome: Outcome, _ context: CoordinatorContext) {}
  func interception(ofScreen name: String) -> Interception { [] }
  func events(ofScreen name: String) -> [String] { [] }
  func release() {}
}
