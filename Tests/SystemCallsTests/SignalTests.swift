import Testing

@testable import SystemCalls

@Suite("Actions of signals")
struct SignalTests {
  @Test("whether one does what it does by itself, and whether it is passed over, is told")
  func kinds() {
    func kind(_ number: Int32) -> [Bool] {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0 else { return [] }
      return [action.isDefault, action.isIgnored]
    }
    // One that nothing here sends.
    let before = signal(SIGUSR2, SIG_DFL)
    defer { signal(SIGUSR2, before) }
    #expect(kind(SIGUSR2) == [true, false])
    signal(SIGUSR2, SIG_IGN)
    #expect(kind(SIGUSR2) == [false, true])
    signal(SIGUSR2) { _ in }
    #expect(kind(SIGUSR2) == [false, false])
  }
}
