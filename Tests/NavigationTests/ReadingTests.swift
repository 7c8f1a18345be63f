import PlainValues
import Testing

@testable import Navigation

@Suite("A navigation read back")
struct ReadingTests {
  @Test("whatever is on show, what it is written as reads back as the same")
  func roundTrip() throws {
    for state in Explorer.states(depth: 2) {
      let read = try Navigation(value: try JSON.parse(JSON.write(state.value)))
      #expect(read == state)
      #expect(read.value == state.value)
    }
  }

  @Test(
    "what cannot be says where and why",
    arguments: [
      (#"{}"#, "navigation: \"base\" is missing"),
      (#"[1]"#, "navigation: this is a list, it has to be an object"),
      (#"{"bse":{}}"#, "navigation: unknown key \"bse\": did you mean \"base\"?"),
      (
        #"{"base":{"router":1}}"#,
        "navigation.base: a router has one of stack, tabs and split, not 0"
      ),
      (#"{"base":{"router":-1,"stack":[]}}"#, "navigation.base.router: -1 is no id"),
      (
        #"{"base":{"router":1,"split":{"primary":{"router":1,"stack":[]}}}}"#,
        "navigation.base.split.primary.router: 1 is the id of another router or screen"
      ),
      (
        #"{"base":{"router":1,"split":{"primary":{"router":2,"stack":[]}}}}"#,
        "navigation.base.split: \"secondary\" is missing"
      ),
      (
        #"{"base":{"router":1,"stack":[]},"modals":[{"over":1,"router":{"router":2,"stack":[]}}]}"#,
        "navigation.modals[1]: \"style\" is missing"
      ),
      (
        #"{"base":{"router":1,"stack":[]},"modals":[{"over":2,"router":{"router":2,"stack":[]}}]}"#,
        "navigation.modals[1].over: there is no router 2 beneath"
      ),
    ])
  func refused(text: String, says: String) throws {
    let value = try JSON.parse(text)
    let problem = #expect(throws: ValueProblem.self) { try Navigation(value: value) }
    #expect(problem?.description.hasPrefix(says) == true, "\(problem?.description ?? "")")
  }
}
