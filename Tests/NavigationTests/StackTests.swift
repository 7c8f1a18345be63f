import Testing

@testable import Navigation

@Suite("Stacks")
struct StackTests {
  @Test("a stack of a million screens is freed one node after the other")
  func freeing() {
    var stack = Stack()
    for id in 0..<1_000_000 { stack.push(Screen(id: ScreenID(rawValue: UInt64(id)), name: "s")) }
    #expect(stack.count == 1_000_000)
    stack = Stack()
    #expect(stack.isEmpty)
  }
}
