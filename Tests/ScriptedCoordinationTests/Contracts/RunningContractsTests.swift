import Coordination
import PlainValues
import ScriptedCoordination
import Testing

/// A coordinator in Swift that starts the script `child` with what it is sent.
private struct Starter: Coordinator {
  var tries = 0

  mutating func start(_ context: CoordinatorContext) throws { try context.router.push("home") }

  mutating func handle(_ event: Event, _ context: CoordinatorContext) throws -> Disposition {
    guard event.name == "go" else { return .declined }
    tries += 1
    try context.children.start("child", event.payload)
    return .handled
  }
}

@Suite("Contracts while running")
struct RunningContractsTests {
  private static let contract = """
    contract = {
      input = { sku = "string", ["count?"] = "integer" },
      result = { order = "string" },
      emits = { added = "integer", closed = true, noted = "string?" },
    }
    """

  private static let transitions = """
    add = function(self, n) self:emit("added", n) end,
    bare = function(self) self:emit("added") end,
    slip = function(self) self:emit("aded", 1) end,
    close = function(self, p) self:emit("closed", p) end,
    note = function(self) self:emit("noted") end,
    catch = function(self) print(select(2, pcall(self.emit, self, "closed", { a = 1 }))) end,
    act = { emit = "added", with = true },
    finish = function(self, result) self:finish(result) end,
    nothing = function(self) self:finish() end,
    done = { finish = true },
    done_with = { finish = true, with = true },
    survive = function(self)
      print(pcall(self.finish, self, 5)) self.router:push("still")
    end,
    again = { start = "child" },
    stop = { cancel = true },
    """

  private static func files(_ fields: String = contract) -> [String: String] {
    ContractFixtures.files(fields, transitions: transitions)
  }

  private func started() throws -> Flow {
    let flow = try Flow(Self.files())
    flow.send("go", ["sku": "x"])
    #expect(flow.coordinators == "app(child)")
    return flow
  }

  // MARK: Input

  @Test(
    "an input that is not of the contract is an error of the call that starts, and nothing is started"
  )
  func call() throws {
    let flow = try Flow(
      Self.files().merging([
        "app.lua": """
        local app = {}
        function app:start() self.router:push("home") end
        app.transitions = { home = { go = function(self)
          self.state.tried = true
          self.router:push("loading")
          self.children:start("child", { sku = 5 })
        end } }
        return app
        """
      ]) { $1 })
    flow.send("go")
    let error = try #require(flow.records.last?.error)
    #expect(error.kind == .misuse)
    #expect(error.place == SourcePlace(script: "app.lua", line: 6))
    #expect(error.coordinator == "app")
    #expect(
      error.message
        == "start \"child\": input.sku is a number, it has to be a string (contract of child.lua:2)"
    )
    #expect(flow.stack == ["home"])
    #expect(flow.coordinators == "app")
    #expect(flow.state("app") == [:])
    #expect(flow.records.last?.started.isEmpty == true)
  }

  @Test("it can be caught, and what is done elsewhere in the turn stays")
  func caught() throws {
    let flow = try Flow(Self.files())
    flow.send("try", ["sku": "x", "cuont": 1])
    #expect(flow.error == nil)
    expect(
      flow.log.first,
      says:
        #"start "child": input has a key "cuont" that is not known: did you mean "count"? (contract of child.lua:2)"#
    )
    #expect(flow.coordinators == "app")
    flow.send("try", ["sku": "x"])
    #expect(flow.coordinators == "app(child)")
  }

  @Test("of an action, the place is where the action stands")
  func action() throws {
    let flow = try Flow(Self.files())
    flow.send("go")
    #expect(flow.records.last?.error?.place == SourcePlace(script: "app.lua", line: 4))
    #expect(flow.records.last?.error?.coordinator == "app")
    expect(flow.error, says: "input.sku is missing, it has to be a string")
  }

  @Test("of the root it is the error of the host's start, and nothing runs")
  func root() throws {
    let flow = try Flow(
      [
        "app.lua":
          "return {\n contract = { input = { user = 'string' } },\n start = function() end }"
      ],
      input: ["user": 7])
    #expect(
      flow.error
        == "start \"app\": input.user is a number, it has to be a string (contract of app.lua:2)")
    #expect(flow.coordinators == "")
    #expect(flow.calls.isEmpty)
  }

  @Test("a script that a coordinator in Swift starts is checked as well, and its state is put back")
  func swift() throws {
    let swift = SwiftCoordinators()
    swift.register("app") { Starter() }
    var files = Self.files()
    files["app.lua"] = nil
    let flow = try Flow(files, swift: swift)
    flow.send("go", ["sku": 1])
    expect(flow.error, says: "start \"child\": input.sku is a number")
    #expect(flow.records.last?.error?.coordinator == "app")
    #expect(flow.coordinators == "app")
    flow.send("go", ["sku": "x", "count": 2])
    #expect(flow.error == nil)
    #expect(flow.coordinators == "app(child)")
  }

  @Test(
    "every way to start is checked, under the name that starts",
    arguments: [
      "self:run('child', { sku = 5 })",
      "self.router:set_tabs { { name = 'one', start = 'child', input = { sku = 5 } } }",
      "self.router:split { primary = { start = 'child', input = { sku = 5 } }, secondary = { screen = 'empty' } }",
      "self.children:start('child', { sku = 5 }, { as = 'other', present = 'sheet', once = true })",
    ])
  func ways(call: String) throws {
    var files = Self.files()
    files["app.lua"] = """
      return {
        start = function(self) self.router:push("home") end,
        transitions = { home = { go = function(self) \(call) end } },
      }
      """
    let flow = try Flow(files)
    flow.send("go")
    expect(flow.error, says: "app.lua:3: start \"child\": input.sku is a number")
    #expect(flow.stack == ["home"])
    #expect(flow.coordinators == "app")
    #expect(flow.tab == nil)
  }

  @Test(
    "an input may be of any type; where no table will do, an absent one is missing",
    arguments: [
      ("'string'", "x", nil), ("'string?'", [:], nil), ("'any'", [:], nil), ("{}", [:], nil),
      ("{ array_of = 'string' }", [:], nil), ("'table'", [:], nil),
      ("'string'", [:], "input is missing, it has to be a string"),
      ("{ one_of = { 'a' } }", [:], "input is missing, it has to be one of \"a\""),
      ("'string?'", 5, "input is a number, it has to be a string"),
      ("{}", ["a": 1], "input has the key \"a\", it has to be empty"),
    ] as [(String, Value, String?)])
  func types(type: String, input: Value, problem: String?) throws {
    let flow = try Flow(Self.files("contract = { input = \(type) }"))
    flow.send("go", input)
    #expect(
      flow.error
        == problem.map { "app.lua:4: start \"child\": \($0) (contract of child.lua:1)" })
  }

  // MARK: Emits

  @Test(
    "what is emitted has to be named by the contract, with a payload of its type",
    arguments: [
      (
        "add", "three",
        "emit \"added\": payload is a string, it has to be an integer (contract of child.lua:4)"
      ),
      (
        "bare", [:],
        "emit \"added\": payload is missing, it has to be an integer (contract of child.lua:4)"
      ),
      (
        "slip", [:],
        "emit \"aded\": there is no such event in what it emits: did you mean \"added\"? (contract of child.lua:1)"
      ),
      (
        "close", ["why": 1],
        "emit \"closed\": payload has the key \"why\", it has to be empty (contract of child.lua:4)"
      ),
      (
        "act", 2.0,
        "emit \"added\": payload is the float 2.0, it has to be an integer (contract of child.lua:4)"
      ),
    ] as [(String, Value, String)])
  func emits(event: String, payload: Value, message: String) throws {
    let flow = try started()
    flow.send(event, payload)
    let error = try #require(flow.records.last?.error)
    #expect(error.message == message)
    #expect(error.place?.script == "child.lua")
    #expect(error.coordinator == "app/child")
    #expect(flow.diagnostics.isEmpty)
  }

  @Test("what is of the contract goes up as ever")
  func emitted() throws {
    let flow = try started()
    flow.send("add", 3)
    flow.send("act", 4)
    flow.send("close")
    #expect(flow.error == nil)
    #expect(flow.diagnostics.isEmpty)
    flow.send("note")
    expect(flow.diagnostics.first, says: "nobody handles \"noted\"")
  }

  @Test("an emit that is refused can be caught")
  func emitCaught() throws {
    let flow = try started()
    flow.send("catch")
    #expect(flow.error == nil)
    expect(flow.log.first, says: "emit \"closed\": payload has the key \"a\"")
  }

  @Test("a contract that says nothing of emits allows all")
  func anyEmit() throws {
    let flow = try Flow(Self.files("contract = { input = { sku = 'string' } }"))
    flow.send("go", ["sku": "x"])
    flow.send("act", "whatever")
    #expect(flow.error == nil)
    #expect(flow.diagnostics.isEmpty)
  }

  @Test("one that emits nothing says so with an empty table")
  func noEmits() throws {
    let problems = try problems(in: Self.files("contract = { emits = {} }"))
    #expect(problems.count == 1)
    expect(
      problems.first,
      says: "child.lua:", "emit \"added\": there is no such event in what it emits (contract of")
  }

  // MARK: Results

  @Test(
    "a result has to be of the contract's type, or nothing has ended",
    arguments: [
      ("finish", 5, "result is a number, it has to be a table with named keys"),
      ("finish", ["order": 5], "result.order is a number, it has to be a string"),
      (
        "finish", ["ordre": "x"],
        "result has a key \"ordre\" that is not known: did you mean \"order\"?"
      ),
      ("nothing", [:], "result is missing, it has to be a table with named keys"),
      ("done", [:], "result is missing, it has to be a table with named keys"),
      ("done_with", ["order": true], "result.order is a boolean, it has to be a string"),
    ] as [(String, Value, String)])
  func results(event: String, payload: Value, problem: String) throws {
    let flow = try started()
    flow.send(event, payload)
    let error = try #require(flow.records.last?.error)
    #expect(error.message == "finish: \(problem) (contract of child.lua:3)")
    #expect(error.place?.script == "child.lua")
    #expect(error.coordinator == "app/child")
    #expect(flow.coordinators == "app(child)")
    #expect(flow.stack == ["home", "form"])
    flow.send("finish", ["order": "7"])
    #expect(flow.coordinators == "app")
    #expect(flow.records.last?.ended.first?.outcome == .finished(["order": "7"]))
  }

  @Test("a finish that is refused can be caught, and the handler goes on")
  func finishCaught() throws {
    let flow = try started()
    flow.send("survive")
    #expect(flow.error == nil)
    expect(flow.log.first, says: "false\t", "finish: result is a number")
    #expect(flow.stack == ["home", "form", "still"])
    #expect(flow.coordinators == "app(child)")
  }

  @Test(
    "finishing without a result is allowed where the contract asks for none, or for one perhaps",
    arguments: ["{}", "{ result = 'any' }", "{ result = 'string?' }", "{ result = 'table?' }"])
  func noResult(contract: String) throws {
    let flow = try Flow(Self.files("contract = \(contract)"))
    flow.send("go")
    flow.send("nothing")
    #expect(flow.error == nil)
    #expect(flow.records.last?.ended.first?.outcome == .finished(true))
  }

  @Test("cancelling has no result, and is nobody's business")
  func cancelled() throws {
    let flow = try started()
    flow.send("stop")
    #expect(flow.error == nil)
    #expect(flow.coordinators == "app")
  }

  @Test("messages name the protocol that asks, or all that do")
  func protocols() throws {
    var files = ContractFixtures.files("implements = { 'buying', 'noting' }")
    files["protocols.lua"] = """
      return {
        buying = { input = { sku = "string" } },
        noting = { input = { note = "string" } },
      }
      """
    let flow = try Flow(files)
    flow.send("go", ["sku": "x"])
    #expect(
      flow.error
        == "app.lua:4: start \"child\": input.note is missing, it has to be a string (protocol \"buying\", protocols.lua:2 and protocol \"noting\", protocols.lua:3)"
    )
  }
}
