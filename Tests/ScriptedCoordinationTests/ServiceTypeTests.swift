import Coordination
import PlainValues
import Testing

private struct User: Codable, ServiceValue, Sendable {
  let id: Int
  let name: String
}

private struct Refused: Error, CustomStringConvertible {
  let description = "wrong password"
}

/// Services in Swift, with arguments and results of Swift's own types.
@Suite("Services with types")
struct ServiceTypeTests {
  /// A root whose handler `go` does this, among these functions of the service `accounts`.
  private func flow(
    _ body: String, _ functions: ServiceTable.Service, onAnswer: @escaping @Sendable () -> Void = {}
  ) throws -> Flow {
    try Flow(
      [
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = {
            go = function(self)
              local accounts = self.services.accounts
              \(body)
            end,
            leave = { finish = true },
          } },
        }
        """
      ],
      functions: ["accounts": functions], onAnswer: onAnswer)
  }

  @Test("arguments arrive as the function's types, and its result leaves as plain data")
  func types() throws {
    let flow = try flow(
      """
      local user = accounts.make(7, "Ada")
      self:log(user.id, user.name, math.type(user.id))
      self:log(accounts.name(user), accounts.half(3), accounts.both(true, nil))
      self:log(accounts.names { { id = 1, name = "a" }, { id = 2, name = "b" } })
      """,
      [
        "make": .sync { (id: Int, name: String) in User(id: id, name: name) },
        "name": .sync { (user: User) in user.name },
        "half": .sync { (number: Double) in number / 2 },
        "both": .sync { (one: Bool, other: Bool?) in one && other == nil },
        "names": .sync { (users: [User]) in ["all": users.map(\.name)] },
      ])
    flow.send("go")
    #expect(flow.error == nil)
    #expect(flow.log == ["7\tAda\tinteger", "Ada\t1.5\ttrue", "{\"all\":[\"a\",\"b\"]}"])
  }

  @Test("a function that gives nothing gives nil")
  func nothing() throws {
    let count = Counter()
    let flow = try flow(
      "self:log(accounts.note(1))", ["note": .sync { (_: Int) in count.add() }])
    flow.send("go")
    #expect(count.value == 1)
    #expect(flow.log == [""])
  }

  @Test("what it throws is nil and the error's text")
  func throwing() throws {
    let flow = try flow(
      "self:log(accounts.sign_in())",
      ["sign_in": .sync { () throws -> String in throw Refused() }])
    flow.send("go")
    #expect(flow.log == ["nil\twrong password"])
    #expect(flow.errors.isEmpty)
  }

  @Test(
    "an argument of another type is nil and a message that says which and what it should be",
    arguments: [
      ("int(\"x\")", ["argument 1", "an integer", "\"x\""]),
      ("int(1.5)", ["argument 1", "an integer", "1.5"]),
      ("int()", ["argument 1", "an integer", "null"]),
      ("two(1, 2)", ["argument 2", "a string", "2"]),
      ("number(true)", ["a number", "true"]),
      ("flag(1)", ["true or false", "1"]),
      ("list { a = 1 }", ["a list"]),
      ("list { 1, \"x\" }", ["an integer", "\"x\""]),
      ("named { 1, 2 }", ["a table"]),
      ("user { id = 1 }", ["User", "name"]),
      ("user { id = \"x\", name = \"a\" }", ["User", "id"]),
    ])
  func wrongArguments(call: String, words: [String]) throws {
    let flow = try flow(
      "self:log(accounts.\(call))",
      [
        "int": .sync { (value: Int) in value },
        "two": .sync { (_: Int, name: String) in name },
        "number": .sync { (value: Double) in value },
        "flag": .sync { (value: Bool) in value },
        "list": .sync { (values: [Int]) in values },
        "named": .sync { (values: [String: Int]) in values },
        "user": .sync { (user: User) in user },
      ])
    flow.send("go")
    #expect(flow.errors.isEmpty)
    expect(flow.log.first, says: ["nil\t"] + words)
  }

  // MARK: Tasks

  /// What a service's task says, and when it has answered.
  private static func signals<Signal: Sendable>(
    of type: Signal.Type = Signal.self
  ) -> (AsyncStream<Signal>, AsyncStream<Signal>.Continuation) {
    AsyncStream.makeStream(of: type)
  }

  @Test("an async function runs in a task, and the host takes its answer where it is kept")
  func async() async throws {
    let (answers, answer) = Self.signals(of: Void.self)
    let flow = try flow(
      """
      local user = accounts.sign_in("Ada", 7)
      self.router:push("hello", user)
      """,
      [
        "sign_in": .async { (name: String, id: Int) async in
          await Task.yield()
          return User(id: id, name: name)
        }
      ], onAnswer: { answer.yield() })
    flow.send("go")
    #expect(flow.stack == ["home"])
    for await _ in answers { break }
    flow.host.takeAnswers()
    #expect(flow.params == ["id": 7, "name": "Ada"])
  }

  @Test("what an async function throws is nil and the error's text, wrong arguments too")
  func asyncThrowing() async throws {
    let (answers, answer) = Self.signals(of: Void.self)
    let flow = try flow(
      "self:log(accounts.sign_in(\"Ada\")) self:log(accounts.sign_in(5))",
      ["sign_in": .async { (_: String) async throws in throw Refused() }],
      onAnswer: { answer.yield() })
    flow.send("go")
    var seen = 0
    for await _ in answers {
      flow.host.takeAnswers()
      seen += 1
      if seen == 2 { break }
    }
    #expect(flow.log.first == "nil\twrong password")
    expect(flow.log.last, says: "nil\t", "argument 1", "a string", "5")
    #expect(flow.errors.isEmpty)
  }

  @Test("the task is cancelled when the coordinator ends")
  func taskCancelled() async throws {
    let (began, begin) = Self.signals(of: Void.self)
    let (ended, end) = Self.signals(of: Bool.self)
    let flow = try flow(
      "accounts.sign_in() self:log(\"never\")",
      [
        "sign_in": .async { () async in
          let (never, _) = Self.signals(of: Void.self)
          begin.yield()
          await withTaskCancellationHandler {
            for await _ in never {}
          } onCancel: {
            end.yield(true)
          }
          end.yield(Task.isCancelled)
        }
      ])
    flow.send("go")
    for await _ in began { break }
    flow.send("leave")
    var told: [Bool] = []
    for await isCancelled in ended {
      told.append(isCancelled)
      if told.count == 2 { break }
    }
    #expect(told == [true, true])
    flow.host.takeAnswers()
    #expect(flow.log.isEmpty)
    #expect(flow.finished != nil)
  }
}
