import Testing

@testable import Coordination

@Suite("Finding an object without holding it")
struct WhereaboutsTests {
  private final class Resident {
    let whereabouts = Whereabouts<Resident>()
    init() { whereabouts.begin(self) }
    deinit { whereabouts.end() }
  }

  @Test("it is found as long as it lives, and not held")
  func found() {
    var resident: Resident? = Resident()
    let whereabouts = resident?.whereabouts
    #expect(whereabouts?.object === resident)
    #expect(whereabouts?.object != nil)
    resident = nil
    #expect(whereabouts?.object == nil)
  }

  @Test("before it has begun there is nothing to find")
  func notBegun() { #expect(Whereabouts<Resident>().object == nil) }
}
