import LuaRuntime
import PlainValues
import Testing

@Suite("Calls")
struct CallTests {
  @Test("Swift calls Lua with arguments of every type and takes results of every type")
  func intoLua() throws {
    let script = try Script()
    let echo = try script.load("return ...")
    #expect(try echo.call(7) as Int == 7)
    #expect(try echo.call(7.0) as Int == 7)
    #expect(try echo.call(7) as Double == 7)
    #expect(try echo.call("é") as String == "é")
    #expect(try echo.call(12) as String == "12")
    #expect(try echo.call(1.0) as String == "1.0")
    #expect(try echo.call([0xff, 0x00] as [UInt8]) as [UInt8] == [0xff, 0])
    #expect(try echo.call(true) as Bool)
    #expect(try echo.call(Int?.none) as Int? == nil)
    #expect(try echo.call(Int?.some(1)) as Int? == 1)
    #expect(try echo.call(["a": 1] as Value) as Value == ["a": 1])
    #expect(try echo.call() as LuaValue == LuaValue.nil)
    let table = try script.state.makeTable()
    #expect((try echo.call(table) as LuaTable).isSame(as: table))
    let function: LuaFunction = try echo.call(echo)
    #expect(function.isSame(as: echo))
    let many: String = try script.load("return table.concat({ ... }, ' ')")
      .call(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    #expect(many == "1 2 3 4 5 6 7 8 9 10")
  }

  @Test(
    "a result of another type is an error that says so",
    arguments: [
      ("return 'x'", "bad result (integer expected, got string)"),
      ("return 1.5", "bad result (integer expected, got number)"),
      ("", "bad result (integer expected, got nil)"),
    ])
  func badResult(text: String, message: String) throws {
    let script = try Script()
    let error = #expect(throws: LuaError.self) {
      let _: Int = try script.load(text).call()
    }
    #expect(error?.kind == .mismatch)
    #expect(error?.message == message)
  }

  @Test("Lua calls a typed closure; what is missing or wrong is an error by position and name")
  func typed() throws {
    let script = try Script()
    try script.set(
      "join",
      try script.state.makeFunction("join") { (a: String, b: Int?, c: Bool) in
        "\(a) \(b ?? 0) \(c)"
      })
    #expect(try script.text("return join('a', nil, true)") == "a 0 true")
    #expect(try script.text("return join(1, 2, false, 'ignored')") == "1 2 false")
    #expect(
      script.failure("\njoin('a', 'b', true)")?.description
        == "test.lua:2: bad argument #2 to 'join' (integer expected, got string)")
    #expect(
      script.failure("join('a')")?.description
        == "test.lua:1: bad argument #3 to 'join' (boolean expected, got nothing)")
  }

  @Test("an untyped closure reads its arguments in place and returns any number of results")
  func untyped() throws {
    let script = try Script()
    let seen = try script.state.makeFunction("seen") { call in
      let types = (0..<call.count).map { call.typeName(at: $0) }
      let place = call.callerLocation()
      call.returns(types.joined(separator: " "), place?.script, place?.line, call.isAbsent(at: 9))
    }
    try script.set("seen", seen)
    let text = try script.text(
      """
      local a, b, c, d = seen(1, nil, {}, print, 's')
      return table.concat({ a, b, c, tostring(d) }, '|')
      """)
    #expect(text == "number nil table function string|test.lua|1|true")
    let number: LuaValue = try seen.call()
    #expect(number.string == "")
  }

  @Test("results that were set before an error are forgotten")
  func resultsThenError() throws {
    let script = try Script()
    try script.set(
      "odd",
      try script.state.makeFunction("odd") { call in
        call.returns("a", "b", Value.array([1, 2]))
        call.returns(1)
        if call.count == 0 { throw LuaMismatch("no") }
      })
    #expect(try script.text("return select('#', odd(1)) .. select(2, pcall(odd))") == "1no")
  }

  @Test("calls nest through Lua and Swift, and too deep is an error that the script survives")
  func nesting() async throws {
    try await onThread(stackSize: isSanitized ? 64 << 20 : 512 << 10) {
      let script = try Script()
      try script.set(
        "down",
        try script.state.makeFunction("down") { (function: LuaFunction, depth: Int) in
          try function.call(function, depth + 1) as Int
        })
      let text = "local function f(g, n) if n == 30 then return n end return down(g, n) end "
      #expect(try script.load(text + "return f(f, 1)").call() as Int == 30)
      let deep =
        "local function f(g, n) local ok, r = pcall(down, g, n) return ok and r or n end "
      let reached: Int = try script.load(deep + "return f(f, 1)").call()
      #expect(reached >= 40)
      let error = script.failure("local function f(g, n) return down(g, n) end return f(f, 1)")
      #expect(error?.message.contains("are nested more than 48 deep") == true)
    }
  }

  @Test("a function says where it is from")
  func info() throws {
    let script = try Script()
    let function: LuaFunction = try script.load("\nreturn function(a, b, ...) end", name: "x/y.lua")
      .call()
    #expect(function.info.script == "x/y.lua")
    #expect(function.info.line == 2)
    #expect(function.info.parameterCount == 2)
    #expect(function.info.isVariadic)
    let host = try script.state.makeFunction("f") { _ in }
    #expect(host.info.script == nil)
  }

  @Test("names of scripts are whole, however long")
  func longNames() throws {
    let script = try Script()
    let name = String(repeating: "folder/", count: 20) + "deep.lua"
    let error = #expect(throws: LuaError.self) {
      try script.load("\nerror('x')", name: name).call()
    }
    #expect(error?.script == name)
    #expect(error?.line == 2)
    #expect(error?.message == "x")
  }

  @Test("a reference that is dropped while results wait is not given to another value")
  func temporaries() throws {
    let script = try Script()
    let state = script.state
    try script.set(
      "fresh",
      try state.makeFunction("fresh") { [unowned state] call in
        call.returns(try state.makeTable(PackedValue(["a": 1])))
        for _ in 0..<100 { _ = try state.makeTable(PackedValue(["a": 2])) }
      })
    #expect(try script.text("return fresh().a .. ''") == "1")
  }
}
