import PlainValues
import Testing

@testable import Navigation

@Suite("Stacks")
struct StackTests {
  private func screens(_ count: Int) -> [Screen] {
    (0..<count).map { Screen(id: ScreenID(rawValue: UInt64($0)), name: "s") }
  }

  @Test("a stack gives back what went in")
  func order() {
    let stack = Stack(screens(3))
    #expect(stack.screens == screens(3))
    #expect(Array(stack.topFirst) == screens(3).reversed())
    #expect(stack.top == screens(3)[2])
    #expect(stack.root == screens(3)[0])
    #expect(Stack().root == nil)
  }

  @Test("pushing shares all that lies beneath, and popping gives it back")
  func sharing() {
    let before = Stack(screens(100_000))
    var after = before
    after.push(Screen(id: ScreenID(rawValue: 100_000), name: "top"))
    #expect(after.node?.below === before.node)
    after.pop()
    #expect(after.node === before.node)
  }

  @Test("comparing looks only at what changed, however deep the stacks are")
  func visited() throws {
    let before = Stack(screens(100_000))
    #expect(StackDifference(from: before, to: before).visited == 0)
    var after = before
    after.pop(2)
    after.push(Screen(id: ScreenID(rawValue: 100_000), name: "top"))
    let difference = StackDifference(from: before, to: after)
    #expect(difference.visited == 3)
    #expect(after == after)
    var updated = before
    updated.update(
      Screen(id: ScreenID(rawValue: 99_998), name: "s", params: try PackedValue(["n": 1])))
    #expect(StackDifference(from: before, to: updated).visited == 4)
  }

  @Test("a screen is found by the screens above where it is or would be")
  func search() {
    var stack = Stack(screens(10))
    #expect(stack.depth(of: ScreenID(rawValue: 9)) == 0)
    #expect(stack.depth(of: ScreenID(rawValue: 0)) == 9)
    #expect(stack.depth(of: ScreenID(rawValue: 10)) == nil)
    #expect(stack[ScreenID(rawValue: 4)] == screens(10)[4])
    #expect(stack[depth: 10] == nil)
    #expect(stack[depth: -1] == nil)
    stack.pop(5)
    #expect(stack.depth(of: ScreenID(rawValue: 7)) == nil)
  }

  @Test("a screen is found also where ids do not rise from the root up")
  func unordered() {
    let ids: [UInt64] = [5, 1, 9, 3]
    var stack = Stack(ids.map { Screen(id: ScreenID(rawValue: $0), name: "s") })
    for (index, id) in ids.enumerated() {
      #expect(stack.depth(of: ScreenID(rawValue: id)) == 3 - index)
    }
    let removed = stack.remove([5, 9].reduce(into: []) { $0.insert(ScreenID(rawValue: $1)) })
    #expect(removed.map(\.id.rawValue) == [9, 5])
    #expect(stack.screens.map(\.id.rawValue) == [1, 3])
  }

  @Test("removing screens shares what lies beneath the lowest of them")
  func removing() {
    var stack = Stack(screens(1000))
    let beneath = stack.node?.below?.below?.below
    let removed = stack.remove([ScreenID(rawValue: 997)])
    #expect(removed.map(\.id.rawValue) == [997])
    #expect(stack.node?.below?.below === beneath)
    #expect(stack.count == 999)
  }

  @Test("equal stacks are equal whether or not they share memory")
  func equality() {
    #expect(Stack(screens(5)) == Stack(screens(5)))
    #expect(Stack(screens(5)).hashValue == Stack(screens(5)).hashValue)
    #expect(Stack(screens(5)) != Stack(screens(4)))
    #expect(Stack(screens(2)) != Stack(screens(2).reversed()))
  }

  @Test("a stack of a million screens is freed one node after the other")
  func freeing() {
    weak var root: Stack.Node?
    do {
      let stack = Stack(screens(1_000_000))
      root = lowest(of: stack)
      #expect(root != nil)
      #expect(stack.count == 1_000_000)
    }
    #expect(root == nil)
  }

  @Test("what two stacks share is freed with the second of them")
  func freeingShared() {
    weak var beneath: Stack.Node?
    do {
      var one = Stack(screens(100_000))
      beneath = one.node
      var other = one
      one.push(Screen(id: ScreenID(rawValue: 100_000), name: "one"))
      other.push(Screen(id: ScreenID(rawValue: 100_001), name: "other"))
      one = Stack()
      #expect(beneath != nil)
      other = Stack()
    }
    #expect(beneath == nil)
  }

  private func lowest(of stack: Stack) -> Stack.Node? {
    var node = stack.node
    while let below = node?.below { node = below }
    return node
  }
}
