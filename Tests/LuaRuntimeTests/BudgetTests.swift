import LuaRuntime
import PlainValues
import Testing

@Suite("Budgets")
struct BudgetTests {
  static let limits = LuaLimits(instructions: 1_000_000, bytes: 64 << 20)

  @Test(
    "a script that never ends is stopped wherever it hides",
    arguments: [
      ("a loop", "while true do end"),
      ("pcall", "while true do pcall(function() while true do end end) end"),
      ("an xpcall handler", "while true do xpcall(error, function() while true do end end) end"),
      (
        "an xpcall handler of the limit",
        "xpcall(function() while true do end end, function() while true do end end)"
      ),
      ("a coroutine", "coroutine.wrap(function() while true do end end)()"),
      (
        "resume in a loop",
        """
        while true do
          coroutine.resume(coroutine.create(function() while true do end end))
        end
        """
      ),
      (
        "slices of coroutines",
        """
        while true do
          coroutine.wrap(function() for i = 1, 100 do end end)()
        end
        """
      ),
      (
        "one coroutine in slices",
        """
        local next = coroutine.wrap(function() while true do coroutine.yield() end end)
        while true do next() end
        """
      ),
      (
        "a metamethod",
        """
        local t = setmetatable({}, { __index = function() while true do end end }) return t.x
        """
      ),
      (
        "a chain of metamethods",
        """
        local mt = {} mt.__index = function(t, k) return t[k + 1] end
        pcall(function() return setmetatable({}, mt)[1] end)
        while true do end
        """
      ),
      (
        "__close",
        """
        local x <close> = setmetatable({}, { __close = function() while true do end end })
        error('x')
        """
      ),
      (
        "__close after the limit",
        """
        local x <close> = setmetatable({}, { __close = function() while true do end end })
        while true do end
        """
      ),
      (
        "__close in a coroutine that fails",
        """
        pcall(coroutine.wrap(function()
          local x <close> = setmetatable({}, { __close = function() while true do end end })
          error('x')
        end))
        """
      ),
      (
        "__close in a coroutine that is stopped",
        """
        pcall(coroutine.wrap(function()
          local x <close> = setmetatable({}, { __close = function() while true do end end })
          while true do end
        end))
        """
      ),
      ("a sort comparison", "table.sort({ 1, 2 }, function() while true do end end)"),
      ("gsub", "(('x'):rep(10)):gsub('.', function() while true do end end)"),
      ("load's reader", "load(function() while true do end end)"),
      ("load's reader, endless text", "load(function() return 'x = 1 ' end)"),
      ("load of much text", "load(('x = 1 '):rep(1000000))"),
      ("tostring", "tostring(setmetatable({}, { __tostring = function() while true do end end }))"),
      ("print", "print(setmetatable({}, { __tostring = function() while true do end end }))"),
      (
        "ipairs over what never ends",
        "for _ in ipairs(setmetatable({}, { __index = function() return 1 end })) do end"
      ),
      ("pairs while it grows", "local t = { 1 } for k in next, t do t[k + 1] = 1 end"),
      ("an iterator", "for _ in function() return 1 end do end"),
      ("goto", "::again:: goto again"),
      ("rep of nothing", "('').rep('', 1 << 60) while true do end"),
      ("table.move", "table.move({ 1 }, 1, 1 << 60, 2)"),
      ("table.move of nothing", "table.move({}, 1, 1 << 60, 2)"),
      (
        "insert into what lies",
        "table.insert(setmetatable({}, { __len = function() return 1 << 60 end }), 1, 1)"
      ),
      (
        "remove from what lies",
        "table.remove(setmetatable({}, { __len = function() return 1 << 60 end }), 1)"
      ),
      (
        "concat of what lies",
        """
        table.concat(setmetatable({}, { __len = function() return 1 << 60 end, __index = type }))
        """
      ),
      (
        "sort of what lies",
        """
        table.sort(setmetatable({}, { __len = function() return 1 << 30 end,
          __index = function() return 1 end }))
        """
      ),
      ("unpack again and again", "local t = {} while true do table.unpack(t, 1, 200) end"),
      (
        "a pattern that backtracks",
        """
        (('a'):rep(100000)):find(('.-'):rep(20) .. 'b')
        """
      ),
      ("a pattern in gmatch", "for _ in (('a'):rep(100000)):gmatch(('.-'):rep(9) .. 'b') do end"),
      ("a pattern in gsub", "(('a'):rep(100000)):gsub(('.-'):rep(9) .. 'b', '')"),
      ("balance", "(('('):rep(100000)):match('%b()%b()')  (('('):rep(100000)):gsub('%b()', '')"),
      ("long strings, copied", "local s = ('x'):rep(1 << 20) while true do s:upper() end"),
      ("a host function called again and again", "while true do pcall(nothing) end"),
      ("Lua within Swift within Lua", "within(function() while true do end end)"),
      (
        "what a host function swallows",
        "while true do swallow(function() while true do end end) end"
      ),
      (
        "an error value that speaks for ever",
        "error(setmetatable({}, { __tostring = function() while true do end end }))"
      ),
    ])
  func stopped(id: String, text: String) throws {
    let script = try Script(limits: Self.limits)
    try script.set("nothing", try script.state.makeFunction("nothing") { _ in })
    try script.set(
      "within", try script.state.makeFunction("within") { (body: LuaFunction) in try body.call() })
    try script.set(
      "swallow",
      try script.state.makeFunction("swallow") { (body: LuaFunction) in try? body.call() })
    for run in [false, true] {
      let function = try script.load(text)
      var failure: LuaError?
      do throws(LuaError) {
        if run { _ = try script.state.run(function) } else { try function.call() }
      } catch {
        failure = error
      }
      guard case .limit = failure?.kind else {
        Issue.record("\(id): \(failure as Any)")
        return
      }
      #expect(try script.text("return 'still' .. #table.pack(pcall(error, 1))") == "still2")
      #expect(
        try script.text("return coroutine.wrap(function() return 'well' end)()") == "well")
    }
  }

  @Test(
    "a script that takes memory without end is stopped",
    arguments: [
      "local t = {} while true do t[#t + 1] = { {} } end",
      "local s = 'x' while true do s = s .. s end",
      "return ('x'):rep(1 << 40)",
      "return ('x'):rep(1 << 30)",
      "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end",
      "return (('x'):rep(1000000)):gsub('x', ('y'):rep(10000))",
      "local t = {} for i = 1, 100 do t[i] = ('x'):rep(4 << 20) end return table.concat(t)",
      "local s = ('x'):rep(20 << 20) return string.format('%s%s%s', s, s, s), s .. s",
      "return table.concat(setmetatable({}, { __len = function() return 1 << 40 end, __index = type }))",
      "local t = {} t = setmetatable(t, { __index = function(_, k) t[k] = {} return t[k + 1] end }) return t[1]",
      "while true do pcall(string.rep, 'x', 1 << 30) end",
      "local co = {} while true do co[#co + 1] = coroutine.create(print) end",
      "local t = {} while true do t = { t } end",
      "local s = {} for i = 1, 64 do s[i] = ('x'):rep(1 << 20, i .. '') end",
      "local t = {} xpcall(error, function() while true do t[#t + 1] = {} end end)",
      "local t = {} local x <close> = setmetatable({}, { __close = function() while true do t[#t + 1] = {} end end }) error('x')",
      "local t = {} pcall(coroutine.wrap(function() local x <close> = setmetatable({}, { __close = function() while true do t[#t + 1] = {} end end }) error('x') end))",
      "local t = {} while true do coroutine.wrap(function() for i = 1, 100 do t[#t + 1] = { i } end end)() end",
      "local t = {} local step = coroutine.wrap(function() while true do t[#t + 1] = {} coroutine.yield() end end) while true do step() end",
      "local t = {} while true do pcall(function() t[#t + 1] = {} error('x') end) end",
    ])
  func memory(text: String) throws {
    let limits = LuaLimits(instructions: 50_000_000, seconds: nil, bytes: 32 << 20)
    let script = try Script(limits: limits)
    let error = try #require(script.failure(text))
    let isOverflow = error.message.contains("stack overflow")
    #expect(error.kind == .limit(.memory) || isOverflow, "\(error)")
    script.state.collectGarbage()
    #expect(script.state.memoryInUse < 1 << 20)
    #expect(try script.text("return 'still'") == "still")
  }

  @Test("garbage does not count: a script may make as much as it likes")
  func garbage() throws {
    let script = try Script(limits: LuaLimits(bytes: 4 << 20))
    let keep = "local t = {} for i = 1, 10000 do t[i] = { i } end "
    try script.run(keep + "for i = 1, 300000 do local g = { i, {} } end")
    #expect(script.state.memoryInUse < 16 << 20)
  }

  @Test(
    "processor time is a limit of its own, for what few instructions take long for",
    arguments: [
      "while true do end",
      "local function f(...) return f(1, ...) end f()",
      "local s = ('x'):rep(1 << 20) while true do local t = s .. 'y' end",
    ])
  func seconds(text: String) throws {
    let script = try Script(limits: LuaLimits(seconds: 0.02))
    let error = script.failure(text)
    #expect(error?.kind == .limit(.seconds))
    #expect(
      error?.message == "stopped after 0.02 s of processor time: look for a loop without an end")
  }

  @Test("the calls within a budget share it, and the next budget is a new one")
  func shared() throws {
    let script = try Script()
    let work = try script.load("for i = 1, 20000 do local x = i end")
    let error = #expect(throws: LuaError.self) {
      try script.state.withBudget(LuaLimits(instructions: 100_000)) {
        for _ in 0..<100 { try work.call() }
      }
    }
    #expect(error?.kind == .limit(.instructions))
    try script.state.withBudget(LuaLimits(instructions: 100_000)) { try work.call() }
    for _ in 0..<100 { try work.call() }
  }

  @Test("once exceeded, a budget is exceeded for all that follows in it, and nested ones are not")
  func exceeded() throws {
    let script = try Script()
    let loop = try script.load("while true do end")
    let answer = try script.load("return 42")
    try script.state.withBudget(LuaLimits(instructions: 10_000)) {
      #expect(throws: LuaError.self) { try loop.call() }
      #expect(throws: LuaError.self) { try answer.call() as Int }
      let own = try script.state.withBudget(LuaLimits(instructions: 10_000)) {
        try answer.call() as Int
      }
      #expect(own == 42)
      #expect(throws: LuaError.self) { try answer.call() as Int }
      // A budget without limits of its own is the one around it.
      #expect(throws: LuaError.self) { try script.state.withBudget { try answer.call() as Int } }
    }
    #expect(try answer.call() as Int == 42)
  }

  @Test("a nested budget without limits does not take the hook from the one around it")
  func nestedWithoutLimits() throws {
    let script = try Script(limits: LuaLimits(instructions: 200_000))
    let state = script.state
    let answer = try script.load("return 42")
    try script.set(
      "free",
      try state.makeFunction("free") { [unowned state] call in
        try state.withBudget(LuaLimits.none) { try answer.call() }
      })
    #expect(script.failure("free() while true do end")?.kind == .limit(.instructions))
  }

  @Test("a script after a stopped one runs, in the pool's coroutines too")
  func after() throws {
    let script = try Script(limits: LuaLimits(instructions: 50_000))
    let loop: LuaFunction = try script.load(
      "return function() local ok = pcall(function() while true do end end) return 1 end"
    ).call()
    let fine: LuaFunction = try script.load(
      "return function() for i = 1, 1000 do end return 'fine' end"
    ).call()
    for _ in 0..<20 {
      #expect(throws: LuaError.self) { try script.state.run(loop) }
      guard case .returned(.string("fine")) = try script.state.run(fine) else {
        Issue.record("not fine")
        return
      }
    }
  }

  @Test("a coroutine that a limit has stopped never runs its __close handlers unwatched")
  func droppedAfterLimit() throws {
    let script = try Script(limits: LuaLimits(instructions: 50_000))
    try script.set("wait", try script.state.makeFunction("wait") { call in call.suspend() })
    let function: LuaFunction = try script.load(
      """
      return function()
        local x <close> = setmetatable({}, { __close = function() while true do end end })
        wait()
      end
      """
    ).call()
    guard case .suspended(let suspension) = try script.state.run(function) else {
      Issue.record("not suspended")
      return
    }
    #expect(throws: LuaError.self) { try suspension.dropReporting() }
    #expect(!suspension.isWaiting)
    #expect(try script.text("return 'still'") == "still")
  }

  @Test("collecting, closing and dropping run no script")
  func finalizers() throws {
    let script = try Script()
    #expect(script.failure("setmetatable({}, { __gc = print })") != nil)
    #expect(script.failure("setmetatable({}, { __gc = false })") != nil)
    try script.run(
      """
      local mt = {}
      late = setmetatable({}, mt)
      mt.__gc = function() print("ran") end
      late = nil
      local hidden = setmetatable({}, { __index = { __gc = function() print("ran") end } })
      setmetatable({}, hidden)
      """)
    script.state.collectGarbage()
    #expect(script.output.isEmpty)
  }
}
