import PlainValues
import Testing

@testable import Coordination

@Suite("Suspects")
struct SuspectsTests {
  @Test("descendants come before ancestors, the newest sibling first, whatever the order")
  func order() throws {
    let flow = Flow.started([
      "app": Script(start: {
        try $0.start("a")
        try $0.start("b")
      }),
      "a": Script(start: {
        try $0.start("c", as: "c1")
        try $0.start("c", as: "c2")
      }),
      "b": Script(), "c": Script(),
    ])
    let root = try #require(flow.host.root)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let all = root.postOrder.shuffled(using: &random)
      var suspects = Suspects()
      suspects.add(all.map { Suspect(coordinator: $0, reason: .removed) })
      var names: [String] = []
      while let next = suspects.popNext() { names.append(next.coordinator.name) }
      #expect(names == ["b", "c2", "c1", "a", "app"])
    }
  }

  @Test("of one coordinator the latest reason comes first")
  func latest() throws {
    let flow = Flow.started(["app": Script()])
    let root = try #require(flow.host.root)
    var suspects = Suspects()
    suspects.add([.back, .removed, .dismissed].map { Suspect(coordinator: root, reason: $0) })
    var reasons: [RemovalReason] = []
    while let next = suspects.popNext() { reasons.append(next.reason) }
    #expect(reasons == [.dismissed, .removed, .back])
  }
}

@Suite("Ascending sets")
struct AscendingSetTests {
  @Test("every order of adding and removing up to six steps agrees with a plain set")
  func exhaustive() {
    func explore(_ set: AscendingSet<Int>, _ model: Set<Int>, _ depth: Int) {
      if Array(set.keys) != model.sorted() || set.highest?.key != model.max()
        || set.count != model.count
        || set.highestFirst.map(\.key) != model.sorted(by: >)
      {
        Issue.record("\(set) differs from \(model)")
        return
      }
      guard depth > 0 else { return }
      for element in 1...4 {
        if set.contains(element) != model.contains(element) { Issue.record("\(element) in \(set)") }
        var (next, other) = (set, model)
        verify(next.insert(element) == other.insert(element).inserted)
        explore(next, other, depth - 1)
        (next, other) = (set, model)
        verify((next.remove(element) != nil) == (other.remove(element) != nil))
        explore(next, other, depth - 1)
      }
    }
    explore(AscendingSet(), [], 5)
  }

  @Test("removing most leaves no list of what was removed")
  func compact() {
    var set = AscendingSet<Int>()
    for number in 0..<1_000 { set.insert(number) }
    for number in 0..<990 { set.remove(number) }
    #expect(set.count == 10)
    #expect(set.listed < 40)
  }
}
