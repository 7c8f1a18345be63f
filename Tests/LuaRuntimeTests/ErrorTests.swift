import LuaRuntime
import PlainValues
import Testing

@Suite("Errors")
struct ErrorTests {
  struct Case: CustomTestStringConvertible {
    var id: String
    var text: String
    var expected: String
    var kind = LuaError.Kind.runtime
    var testDescription: String { id }
  }

  static let cases: [Case] = [
    Case(
      id: "nil index", text: "local t\nreturn t.x",
      expected:
        "test.lua:2: attempt to index a nil value (local 't')"),
    Case(
      id: "call of a nil", text: "missing()",
      expected:
        "test.lua:1: attempt to call a nil value (global 'missing')"),
    Case(id: "error with position", text: "\n\nerror('boom')", expected: "test.lua:3: boom"),
    Case(id: "error without position", text: "error('boom', 0)", expected: "boom"),
    Case(
      id: "colons in a message", text: "error('a: b:7: c')",
      expected:
        "test.lua:1: a: b:7: c"),
    Case(id: "nil", text: "error()", expected: "nil was raised as an error"),
    Case(id: "false", text: "error(false)", expected: "false was raised as an error"),
    Case(id: "number", text: "error(12.0)", expected: "12.0"),
    Case(id: "table", text: "error({ code = 7 })", expected: "a table was raised as an error"),
    Case(id: "table with a message", text: "error({ message = 'm' })", expected: "m"),
    Case(id: "function", text: "error(print)", expected: "a function was raised as an error"),
    Case(
      id: "coroutine", text: "error(coroutine.create(print))",
      expected:
        "a coroutine was raised as an error"),
    Case(id: "host object", text: "error(thing)", expected: "a thing was raised as an error"),
    Case(
      id: "__tostring",
      text: """
        error(setmetatable({}, { __tostring = function() return 'spoken' end }))
        """, expected: "spoken"),
    Case(
      id: "__tostring of no string",
      text: """
        error(setmetatable({}, { __tostring = function() return 42 end }))
        """, expected: "a table was raised as an error"),
    Case(
      id: "__tostring that fails",
      text: """
        error(setmetatable({}, { __tostring = function() error('again') end }))
        """, expected: "a table was raised as an error"),
    Case(
      id: "__tostring that loops",
      text: """
        error(setmetatable({}, { __tostring = function() while true do end end }))
        """,
      expected: "stopped after at least 20000000 instructions: look for a loop without an end",
      kind: .limit(.instructions)),
    Case(id: "no UTF-8", text: "error('\\xff', 0)", expected: "\u{fffd}"),
    Case(
      id: "syntax", text: "x =", expected: "test.lua:1: unexpected symbol near <eof>",
      kind: .syntax),
    Case(
      id: "bytecode", text: "\u{1b}Lua",
      expected:
        "test.lua: attempt to load a binary chunk (mode is 't')", kind: .syntax),
    Case(
      id: "stack overflow", text: "local function f() return 1 + f() end f()",
      expected:
        "test.lua:1: stack overflow"),
    Case(
      id: "C stack overflow",
      text:
        "local function f() return (('a'):gsub('.', f)) end f()",
      expected:
        "C stack overflow"),
    Case(id: "Swift error", text: "\nfail('why')", expected: "test.lua:2: why"),
    Case(
      id: "Swift error, caught and raised",
      text:
        "local ok, e = pcall(function() fail('why') end) error(e, 0)",
      expected:
        "test.lua:1: why"),
    Case(
      id: "pcall gives a string",
      text:
        "local ok, e = pcall(function() fail('why') end) error(type(e) .. ' ' .. e, 0)",
      expected: "string test.lua:1: why"),
    Case(
      id: "error in a coroutine",
      text:
        "local f = coroutine.wrap(function() error('in') end)\nf()",
      expected:
        "test.lua:2: test.lua:1: in"),
    Case(
      id: "dead coroutine",
      text: """
        local co = coroutine.create(function() end) coroutine.resume(co)
        error(select(2, coroutine.resume(co)), 0)
        """, expected: "cannot resume dead coroutine"),
    Case(
      id: "instructions", text: "while true do end",
      expected:
        "stopped after at least 20000000 instructions: look for a loop without an end",
      kind: .limit(.instructions)),
    Case(
      id: "memory", text: "local s = 'x' while true do s = s .. s end",
      expected:
        "stopped: more than 268435456 bytes of memory in use: look for what grows without an end",
      kind: .limit(.memory)),
    Case(
      id: "frozen metatable", text: "setmetatable('', {})",
      expected:
        "test.lua:1: bad argument #1 to 'setmetatable' (table expected, got string)"),
    Case(
      id: "__gc", text: "setmetatable({}, { __gc = print })",
      expected:
        "test.lua:1: '__gc' is not available to scripts"),
  ]

  @Test("every error arrives with its message, its place and its kind", arguments: cases)
  func message(of test: Case) throws {
    let script = try Script(limits: LuaLimits(instructions: 20_000_000, bytes: 256 << 20))
    let type = try LuaHostClass<Counter>(script.state, name: "thing", members: [])
    try script.set("thing", try type.makeObject(Counter()))
    try script.set(
      "fail", try script.state.makeFunction("fail") { (why: String) in throw LuaMismatch(why) })
    let error = try #require(script.failure(test.text))
    #expect(error.kind == test.kind)
    if case .limit = error.kind {
      #expect(error.message == test.expected)
      #expect(error.line != nil)
    } else {
      #expect(error.description.hasPrefix(test.expected), "\(error)")
    }
    #expect(try script.text("return 'still alive'") == "still alive")
  }

  @Test("the Swift error that a function threw is the cause, also when it was caught between")
  func cause() throws {
    let script = try Script()
    struct Problem: Error, CustomStringConvertible { var description: String { "a problem" } }
    try script.set(
      "fail", try script.state.makeFunction("fail") { (_: LuaValue) -> Void in throw Problem() })
    let direct = script.failure("fail(1)")
    #expect(direct?.cause is Problem)
    #expect(direct?.message == "a problem")
    #expect(direct?.line == 1)
    let again = script.failure("local ok, e = pcall(function() fail(1) end) error(e, 0)")
    #expect(again?.cause is Problem)
    let other = script.failure("pcall(fail, 1) error('another')")
    #expect(other?.cause == nil)
  }

  @Test("a Lua error that passes through Swift keeps its place and its cause")
  func through() throws {
    let script = try Script()
    try script.set(
      "through",
      try script.state.makeFunction("through") { (body: LuaFunction) in try body.call() })
    let error = script.failure("through(function()\n error('deep')\nend)")
    #expect(error?.description == "test.lua:2: deep")
    let cause = try #require(error?.cause as? LuaError)
    #expect(cause.message == "deep")
  }

  @Test("the traceback names functions of scripts, innermost first, and is bounded")
  func traceback() throws {
    let script = try Script()
    let error = script.failure(
      """
      local function inner() error("x") end
      local function middle() inner() return 1 end
      function outer() middle() return 1 end
      pcall(print)
      outer()
      """)
    #expect(error?.traceback.map(\.function) == ["inner", "middle", "outer", "main chunk"])
    #expect(error?.traceback.map(\.line) == [1, 2, 3, 5])
    let deep = script.failure(
      "local function f(n) if n == 0 then error('x') end return 1 + f(n - 1) end f(100)")
    #expect(deep?.traceback.count == 24)
    #expect(deep?.isTracebackCut == true)
  }

  @Test("the traceback of a run is that of the coroutine that died")
  func runTraceback() throws {
    let script = try Script()
    let function: LuaFunction = try script.load(
      "local function inner() error('x') end\nreturn function() inner() return 1 end"
    ).call()
    let error = #expect(throws: LuaError.self) { try script.state.run(function) }
    #expect(error?.traceback.map(\.line) == [1, 2])
    #expect(error?.message == "x")
  }

  @Test("taking a traceback runs no script")
  func silentTraceback() throws {
    let script = try Script()
    let error = script.failure(
      """
      local log = {}
      local spy = setmetatable({}, { __tostring = function() print("ran") return "s" end,
        __name = "spy", __index = function() print("ran") end })
      local function f(x) error("quiet") end
      f(spy)
      """)
    #expect(error?.message == "quiet")
    #expect(script.output.isEmpty)
  }
}
