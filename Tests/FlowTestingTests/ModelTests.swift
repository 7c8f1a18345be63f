import FlowTesting
import Testing

@Suite("Tests and their names")
struct ModelTests {
  @Test("a full name is the names of its blocks and its own")
  func fullName() {
    let id = TestID(names: ["auth", "signs in"], file: "tests/auth_test.lua", line: 3)
    #expect(id.fullName == "auth signs in")
  }
}
