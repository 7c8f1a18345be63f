import LuaRuntime
import PlainValues
import Testing

@Suite("Coroutines")
struct CoroutineTests {
  /// A script with `wait`, which suspends, and a way to run text until it waits no more.
  func waiting() throws -> Script {
    let script = try Script()
    try script.set("wait", try script.state.makeFunction("wait") { call in call.suspend() })
    try script.set(
      "can",
      try script.state.makeFunction("can") { call in call.returns(call.canSuspend) })
    return script
  }

  /// Resumes with 1, 2, 3 … each time it waits; gives the result.
  func drive(_ script: Script, _ text: String) throws -> (result: LuaValue, waits: Int) {
    var outcome = try script.state.run(try script.load(text))
    var waits = 0
    while case .suspended(let suspension) = outcome {
      waits += 1
      outcome = try suspension.resume(waits)
    }
    guard case .returned(let value) = outcome else { return (.nil, waits) }
    return (value, waits)
  }

  @Test(
    "the host's suspension passes through whatever a script has in between",
    arguments: [
      ("directly", "return wait() + wait()", "3", 2),
      ("several values", "local a, b = wait() return tostring(b)", "nil", 1),
      ("pcall", "local ok, v = pcall(wait) return tostring(ok) .. v", "true1", 1),
      (
        "pcall, then an error",
        "local ok, v = pcall(function() error('e' .. wait(), 0) end) return v", "e1", 1
      ),
      (
        "xpcall",
        "return select(2, xpcall(function() error(wait(), 0) end, function(v) return v + 10 end))",
        "11", 1
      ),
      ("wrap", "return coroutine.wrap(function() return wait() end)()", "1", 1),
      (
        "resume",
        "return select(2, coroutine.resume(coroutine.create(function() return wait() end)))",
        "1", 1
      ),
      (
        "wraps within wraps",
        """
        local w = coroutine.wrap
        return w(function() return w(function() return w(function() return wait() end)() + wait() end)() end)()
        """, "3", 2
      ),
      (
        "a script's own yields in between",
        """
        local next = coroutine.wrap(function()
          coroutine.yield('a' .. wait())
          coroutine.yield('b' .. wait())
        end)
        return next() .. next()
        """, "a1b2", 2
      ),
      (
        "an iterator",
        """
        local function each() local n = 0 return function() n = n + 1 if n < 4 then return wait() end end end
        local out = '' for v in each() do out = out .. v end return out
        """, "123", 3
      ),
      (
        "an iterator that is a coroutine",
        """
        local function each() return coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i * wait()) end end) end
        local out = '' for v in each() do out = out .. v .. ' ' end return out
        """, "1 4 9 ", 3
      ),
      (
        "__close",
        """
        do local x <close> = setmetatable({}, { __close = function() r = wait() end }) end
        return r
        """, "1", 1
      ),
      (
        "a metamethod that Lua can suspend",
        "return setmetatable({}, { __index = function() return wait() end }).x", "1", 1
      ),
      (
        "an error after it, through a wrap",
        """
        local ok, e = pcall(coroutine.wrap(function() wait() error('x', 0) end)) return e
        """, "x", 1
      ),
    ])
  func passesThrough(id: String, text: String, result: String, waits: Int) throws {
    let script = try waiting()
    let (value, count) = try drive(script, text)
    #expect(value.description == result)
    #expect(count == waits)
  }

  @Test(
    "where Lua cannot suspend, waiting is an error that says so, and canSuspend tells before",
    arguments: [
      "table.sort({ 1, 2 }, function() F() end)",
      "('x'):gsub('.', function() F() end)",
      "tostring(setmetatable({}, { __tostring = function() F() return '' end }))",
      "table.concat(setmetatable({}, { __len = function() return 1 end, __index = function() F() return '' end }))",
      "assert(load(function() F() end))",
      "coroutine.wrap(function() table.sort({ 1, 2 }, function() F() end) end)()",
      "table.sort({ 1, 2 }, function() coroutine.wrap(function() F() end)() end)",
    ])
  func cannotSuspend(text: String) throws {
    let script = try waiting()
    let error = #expect(throws: LuaError.self) {
      try drive(script, text.replacing("F()", with: "wait()"))
    }
    #expect(error?.message.hasSuffix("cannot wait here: Lua cannot suspend this call") == true)
    _ = try drive(script, text.replacing("F()", with: "seen = can()"))
    #expect(try script.text("return tostring(seen)") == "false")
    #expect(try drive(script, "return tostring(can())").result == .string("true"))
  }

  @Test("outside a run there is nothing to suspend")
  func outsideRun() throws {
    let script = try waiting()
    #expect(script.failure("wait()")?.message.contains("cannot wait here") == true)
    #expect(try script.text("return tostring(can())") == "false")
    #expect(
      script.failure("coroutine.wrap(wait)()")?.message.contains("cannot wait here") == true)
  }

  @Test("a script's yield at the top of a run is an error, and the run is not lost")
  func yieldAtTop() throws {
    let script = try waiting()
    for text in ["coroutine.yield(1)", "wait() coroutine.yield(1)"] {
      let error = #expect(throws: LuaError.self) { try drive(script, text) }
      #expect(error?.message == "attempt to yield from outside a coroutine")
    }
    let (value, _) = try drive(
      script,
      """
      local thread, main = coroutine.running()
      return tostring(main) .. tostring(coroutine.isyieldable()) .. coroutine.status(thread)
        .. coroutine.wrap(function() return tostring(coroutine.isyieldable()) end)()
      """)
    #expect(value == .string("truefalserunningtrue"))
  }

  @Test("a script cannot resume what waits for the host, nor a run")
  func stolen() throws {
    let script = try waiting()
    let function = try script.load(
      """
      top = coroutine.running()
      inner = coroutine.create(function() return wait() end)
      return select(2, coroutine.resume(inner))
      """)
    guard case .suspended(let suspension) = try script.state.run(function) else {
      Issue.record("not suspended")
      return
    }
    for name in ["top", "inner"] {
      #expect(
        try script.text("return select(2, coroutine.resume(\(name), 9))")
          == "cannot resume a coroutine that waits for the host")
      #expect(try script.text("return coroutine.status(\(name))") == "suspended")
      #expect(script.failure("coroutine.close(\(name))") != nil)
    }
    guard case .returned(.integer(5)) = try suspension.resume(5) else {
      Issue.record("not returned")
      return
    }
    #expect(try script.text("return coroutine.status(inner)") == "dead")
  }

  @Test("a run is resumed once; after that, and after a drop, it is an error")
  func once() throws {
    let script = try waiting()
    let function = try script.load("wait() return 1")
    guard case .suspended(let suspension) = try script.state.run(function) else { return }
    _ = try suspension.resume()
    #expect(throws: LuaError.self) { try suspension.resume() }
    guard case .suspended(let dropped) = try script.state.run(function) else { return }
    dropped.drop()
    dropped.drop()
    #expect(throws: LuaError.self) { try dropped.resume() }
  }

  @Test("dropping closes its variables, last first; and reports what failed")
  func dropCloses() throws {
    let script = try waiting()
    let function = try script.load(
      """
      local function guard(name)
        return setmetatable({}, { __close = function() print(name) if name == "b" then error("e") end end })
      end
      local a <close> = guard("a")
      local b <close> = guard("b")
      pcall(function()
        local c <close> = guard("c")
        wait()
      end)
      """)
    guard case .suspended(let suspension) = try script.state.run(function) else { return }
    let error = #expect(throws: LuaError.self) { try suspension.dropReporting() }
    #expect(error?.message == "e")
    #expect(script.output == ["c", "b", "a"])
  }

  @Test("an error closes the variables of its run, with the error")
  func errorCloses() throws {
    let script = try waiting()
    #expect(throws: LuaError.self) {
      try drive(
        script,
        """
        local a <close> = setmetatable({}, { __close = function(_, e) print(e) end })
        wait() error("x", 0)
        """)
    }
    #expect(script.output == ["x"])
  }

  @Test("runs nest: what an inner one waits for is no business of the outer")
  func nested() throws {
    let script = try waiting()
    let state = script.state
    var kept: LuaSuspension?
    try script.set(
      "start",
      try state.makeFunction("start") { [unowned state] (body: LuaFunction) -> String in
        switch try state.run(body) {
        case .returned(let value): return "returned \(value)"
        case .suspended(let suspension):
          kept = suspension
          return "suspended"
        }
      })
    let (value, waits) = try drive(
      script,
      "local a = start(function() return wait() end) return a .. start(function() return 1 end) .. wait()"
    )
    #expect(value == .string("suspendedreturned 11"))
    #expect(waits == 1)
    guard case .returned(.string("v")) = try kept?.resume("v") else {
      Issue.record("not returned")
      return
    }
  }

  @Test("coroutines of the pool carry nothing from one run to the next")
  func pool() throws {
    let script = try waiting()
    let fail: LuaFunction = try script.load("return function(...) local t = { ... } error('x') end")
      .call()
    let count: LuaFunction = try script.load("return function(...) return select('#', ...) end")
      .call()
    for round in 0..<100 {
      #expect(throws: LuaError.self) { try script.state.run(fail, 1, 2, "three") }
      guard case .returned(.integer(let n)) = try script.state.run(count, round) else { return }
      #expect(n == 1)
    }
  }

  @Test("a thousand runs wait at once, and all go on")
  func many() throws {
    let script = try waiting()
    let function: LuaFunction = try script.load("return function(n) return n + wait() end").call()
    var all: [LuaSuspension] = []
    for n in 0..<1000 {
      guard case .suspended(let suspension) = try script.state.run(function, n) else { return }
      all.append(suspension)
    }
    for (n, suspension) in all.enumerated().reversed() {
      guard case .returned(.integer(let sum)) = try suspension.resume(1) else { return }
      #expect(sum == n + 1)
    }
    all = []
    script.state.collectGarbage()
    #expect(script.state.memoryInUse < 2 << 20)
  }
}
