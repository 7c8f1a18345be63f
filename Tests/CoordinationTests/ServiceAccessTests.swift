import Navigation
import PlainValues
import Testing

@testable import Coordination

/// Services as coordinators in Swift call them.
@Suite("Services for coordinators in Swift")
struct ServiceAccessTests {
  private func flow(_ action: @escaping Script.Action) -> Flow {
    Flow.started([
      "app": Script(start: { try $0.router.push("home") }, on: ["home.go": action])
    ]) { options in
      options.services["accounts"] = [
        "who": .sync { () in "Ada" },
        "fails": .sync { () throws -> String in throw Failure(description: "no luck") },
        "late": .pending { _ in Issue.record("nobody can wait for it, so it is not asked") },
      ]
    }
  }

  @Test("a call gives the results, and stands in the record")
  func call() throws {
    let flow = flow { step in
      step.memory = try step.context.services.call("accounts", "who").compactMap(\.string)
    }
    flow.send("go")
    #expect(flow.memory("app") == ["Ada"])
    #expect(flow.records.last?.services.map(\.results) == [["Ada"]])
  }

  @Test(
    "what cannot be called is an error that says why",
    arguments: [
      ("accounts", "late", "accounts.late answers later, and only a handler in a script can wait"),
      ("accounts", "fails", "no luck"),
      ("accounts", "hwo", "the service accounts has no function \"hwo\": did you mean \"who\"?"),
      ("acounts", "who", "there is no service \"acounts\": did you mean \"accounts\"?"),
    ])
  func wrong(service: String, function: String, message: String) {
    let flow = flow { _ = try $0.context.services.call(service, function) }
    let error = flow.send("go")
    #expect(error?.hasPrefix(message) == true, "\(error ?? "no error")")
  }
}
