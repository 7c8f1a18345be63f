import Foundation
import LuaRuntime
import Synchronization
import Testing

/// Limits that begin to count once a script has run for some hundredths of a second.
@Suite("Late counting", .serialized)
struct LateCountingTests {
  private static let limits = LuaLimits(
    instructions: 10_000_000, seconds: 60, bytes: 64 << 20, counting: .late)

  private static func stops(_ script: Script, _ source: String) -> LuaLimitKind? {
    do throws(LuaError) {
      try script.load(source).call()
    } catch {
      if case .limit(let limit) = error.kind { return limit }
    }
    return nil
  }

  private static func define(
    _ name: String, in script: Script, _ body: @escaping () -> Void
  ) throws {
    try script.set(name, try script.state.makeFunction(name) { (_: inout LuaCall) in body() })
  }

  @Test("what is within its limits is not stopped, however deep its calls are nested")
  func nested() throws {
    // Arming the hook walks all of them, and those lie far apart.
    let text = """
      local function nest(depth, body)
        if depth == 0 then return body() end
        local apart = setmetatable({ tokens = {}, other = {} }, {})
        local result = nest(depth - 1, body)
        return result + 1
      end
      return nest(150000, function()
        local sum = 0
        for i = 1, 10000000 do sum = sum + i % 7 end
        return sum
      end)
      """
    let script = try Script(limits: LuaLimits(seconds: 30))
    #expect(try script.run(text) == .integer(30_149_997))
  }

  @Test(
    "what never ends is stopped all the same, and what comes after it runs",
    arguments: [
      "while true do end",
      "while true do pcall(function() while true do end end) end",
      "local function f() return f() end f()",
      "coroutine.wrap(function() while true do coroutine.wrap(function() for i = 1, 1e4 do end end)() end end)()",
      "local t = setmetatable({}, { __index = function() while true do end end }) return t.x",
      "local x <close> = setmetatable({}, { __close = function() while true do end end })",
      "xpcall(error, function() while true do end end)",
      "table.sort({ 3, 2, 1 }, function() while true do end end)",
      "string.gsub('aaa', 'a', function() while true do end end)",
    ])
  func endless(source: String) async throws {
    try await onThread(stackSize: 1 << 20) {
      let script = try Script(limits: Self.limits)
      #expect(Self.stops(script, source) == .instructions)
      #expect(try script.text("return 1 + 1") == "2")
      #expect(Self.stops(script, source) == .instructions)
    }
  }

  @Test("what a limit has stopped never runs again, nor what it would have closed")
  func stopped() async throws {
    try await onThread(stackSize: 1 << 20) {
      let script = try Script(limits: Self.limits)
      try script.run(
        """
        wrapped = coroutine.wrap(function()
          local x <close> = setmetatable({}, { __close = function() while true do end end })
          while true do end
        end)
        made = coroutine.create(function()
          local x <close> = setmetatable({}, { __close = function() while true do end end })
          while true do end
        end)
        """)
      #expect(Self.stops(script, "wrapped()") == .instructions)
      #expect(script.failure("wrapped()")?.message == "cannot resume dead coroutine")
      #expect(Self.stops(script, "coroutine.resume(made)") == .instructions)
      #expect(
        try script.text("return select(2, coroutine.resume(made))")
          == "cannot resume dead coroutine")
      #expect(try script.text("return coroutine.status(made)") == "dead")
    }
  }

  @Test(
    "what takes long within single instructions is stopped soon after its time",
    arguments: [
      "local s, t = ('x'):rep(5e7 // 1), ('x'):rep(5e7 // 1) while true do local e = s == t end",
      "local s = (' '):rep(5e7 // 1) while true do tonumber(s) end",
      "local s = ('x'):rep(5e7 // 1) while true do utf8.len(s) end",
      "local f = ('%%'):rep(2e7 // 1) while true do string.format(f) end",
      "local f = ('!1'):rep(2e7 // 1) while true do string.packsize(f) end",
      "local t = {} for i = 1, 1 << 20 do t[i .. ''] = i end for i = 1, 1 << 20 do t[i .. ''] = nil end while true do next(t) end",
    ])
  func slow(source: String) async throws {
    try await onThread(stackSize: 1 << 20) {
      let script = try Script(limits: LuaLimits(seconds: 0.5))
      #expect(Self.stops(script, source) != nil)
    }
  }

  @Test("processor time is counted from then on, where it is the only limit")
  func seconds() async throws {
    try await onThread(stackSize: 1 << 20) {
      let script = try Script(limits: LuaLimits(seconds: 0.05))
      #expect(Self.stops(script, "while true do end") == .seconds)
    }
  }

  @Test("on many threads each is stopped, and no other script is")
  func threads() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await onThread(stackSize: 1 << 20) {
            let script = try Script(limits: Self.limits)
            for round in 0..<3 {
              for _ in 0..<500 {
                #expect(Self.stops(script, "local n = 0 for i = 1, 1000 do n = n + i end") == nil)
              }
              guard number.isMultiple(of: 2) else { continue }
              #expect(Self.stops(script, "while true do end") == .instructions, "\(round)")
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("within a host's script another host's runs, and either is stopped")
  func nested() async throws {
    try await onThread(stackSize: 1 << 20) {
      let (outer, inner) = (try Script(limits: Self.limits), try Script(limits: Self.limits))
      var stopped: [LuaLimitKind?] = []
      try Self.define("inner", in: outer) { stopped.append(Self.stops(inner, "while true do end")) }
      #expect(Self.stops(outer, "inner() inner() while true do end") == .instructions)
      #expect(stopped == [.instructions, .instructions])
    }
  }

  @Test("what waits in Swift is not disturbed")
  func waiting() async throws {
    try await onThread(stackSize: 1 << 20) {
      let script = try Script(limits: Self.limits)
      var results: [Int32] = []
      try Self.define("wait", in: script) {
        var rest = timespec(tv_sec: 0, tv_nsec: 80_000_000)
        results.append(nanosleep(&rest, nil))
      }
      #expect(Self.stops(script, "wait() wait()") == nil)
      #expect(results == [0, 0])
      // A script that Swift calls meanwhile is counted.
      try Self.define("loop", in: script) { _ = Self.stops(script, "while true do end") }
      #expect(Self.stops(script, "loop()") == .instructions)
    }
  }

  @Test("a handler of the signal that somebody sets meanwhile is not in the way")
  func ignored() async throws {
    try await onThread(stackSize: 1 << 20) {
      let script = try Script(limits: Self.limits)
      #expect(Self.stops(script, "while true do end") == .instructions)
      _ = signal(SIGURG, SIG_IGN)
      #expect(Self.stops(script, "while true do end") == .instructions)
    }
  }

  #if os(Linux)
    @Test("a handler set later, which calls the one before it, is called once a signal")
    func chained() async throws {
      try await onThread(stackSize: 1 << 20) {
        let script = try Script(limits: Self.limits)
        #expect(Self.stops(script, "while true do end") == .instructions)
        Chained.install()
        #expect(Self.stops(script, "while true do end") == .instructions)
        let before = Chained.count.load(ordering: .relaxed)
        pthread_kill(pthread_self(), SIGURG)
        #expect(Chained.count.load(ordering: .relaxed) > before)
        #expect(Self.stops(script, "while true do end") == .instructions)
      }
    }

    /// A handler as libraries set one.
    private enum Chained {
      static let count = Atomic<Int>(0)
      // Set before the handler is there, and only read by it.
      nonisolated(unsafe) static var former = sigaction()

      static func install() {
        var ours = sigaction()
        ours.sa_flags = SA_SIGINFO
        ours.__sigaction_handler.sa_sigaction = { number, info, context in
          Chained.count.wrappingAdd(1, ordering: .relaxed)
          if Chained.former.sa_flags & SA_SIGINFO != 0 {
            Chained.former.__sigaction_handler.sa_sigaction?(number, info, context)
          }
        }
        sigaction(SIGURG, nil, &former)
        sigaction(SIGURG, &ours, nil)
      }
    }
  #endif

  @Test("after a rest it begins again")
  func rested() async throws {
    try await onThread(stackSize: 1 << 20) {
      let script = try Script(limits: Self.limits)
      for _ in 0..<3 {
        #expect(Self.stops(script, "while true do end") == .instructions)
        usleep(400_000)
      }
    }
  }

  @Test("between samples no hook is there, in no coroutine")
  func unhooked() async throws {
    try await onThread(stackSize: 1 << 20) {
      let script = try Script(limits: LuaLimits(instructions: 1 << 40, seconds: 60))
      try script.set("debug", try script.state.makeLibraries().get("debug"))
      let share: Double = try script.load(
        """
        local gethook, hooked, all = debug.gethook, 0, 0
        local function look()
          for i = 1, 1000 do
            if gethook() then hooked = hooked + 1 end
            all = all + 1
          end
        end
        local long = coroutine.wrap(function() while true do look() coroutine.yield() end end)
        for i = 1, 2000 do
          look()
          long()
          coroutine.wrap(look)()
        end
        return hooked / all
        """
      ).call()
      #expect(share < 0.25)
    }
  }

  @Test(
    "where instructions are many, a loop is stopped by them long before its time",
    arguments: [
      "while true do end",
      "coroutine.wrap(function() while true do end end)()",
      "while true do coroutine.wrap(function() for i = 1, 1e4 do end end)() end",
      "local t = {} while true do for i = 1, 100 do t[i] = { i } end end",
    ])
  func many(source: String) async throws {
    try await onThread(stackSize: 1 << 20) {
      let script = try Script(limits: LuaLimits(instructions: 50_000_000, seconds: 60))
      #expect(Self.stops(script, source) == .instructions)
    }
  }

  @Test(
    "where instructions are without a limit, time stops what never ends",
    arguments: [
      "while true do end",
      "coroutine.wrap(function() while true do end end)()",
      "while true do coroutine.wrap(function() for i = 1, 1e4 do end end)() end",
      "while true do pcall(function() while true do end end) end",
      "local s, t = ('x'):rep(5e7 // 1), ('x'):rep(5e7 // 1) while true do local e = s == t end",
      "local s, t = ('x'):rep(5e7 // 1), ('x'):rep(5e7 // 1) coroutine.wrap(function() while true do local e = s == t end end)()",
      "local function f(n) if n > 0 then return 1 + f(n - 1) end while true do end end f(150000)",
    ])
  func timed(source: String) async throws {
    try await onThread(stackSize: 1 << 20) {
      let script = try Script(limits: LuaLimits(instructions: nil, seconds: 0.3))
      let before = LuaState.processorSeconds
      #expect(Self.stops(script, source) == .seconds)
      #expect(LuaState.processorSeconds - before > 0.3)
    }
  }

  @Test("what takes long for few instructions is not taken for many of them")
  func few() async throws {
    try await onThread(stackSize: 1 << 20) {
      let script = try Script(limits: LuaLimits(instructions: 10_000_000, seconds: 60))
      let source =
        """
        local s, t = ('x'):rep(4e7 // 1), ('x'):rep(4e7 // 1)
        for i = 1, 40 do
          local e = s == t
          for j = 1, 1e5 do end
        end
        """
      #expect(Self.stops(script, source) == nil)
    }
  }

  @Test("the time of Swift is not taken for instructions")
  func outside() async throws {
    try await onThread(stackSize: 1 << 20) {
      let script = try Script(limits: Self.limits)
      try Self.define("compute", in: script) {
        let end = LuaState.processorSeconds + 0.008
        while LuaState.processorSeconds < end {}
      }
      // Little of the time is the script's, but mostly more than a sample at once.
      let source =
        """
        local s, t = ('x'):rep(4000), ('x'):rep(4000)
        for i = 1, 250 do
          compute()
          for j = 1, 5000 do local e = s == t end
        end
        """
      #expect(Self.stops(script, source) == nil)
    }
  }

  @Test("the budget around another goes on being counted after it, and is not charged for it")
  func around() async throws {
    try await onThread(stackSize: 1 << 20) {
      let script = try Script(limits: Self.limits)
      let work = try script.load("for i = 1, 2e6 do end")
      try Self.define("within", in: script) {
        try? script.state.withBudget(LuaLimits(instructions: 5_000_000)) { try work.call() }
      }
      try Self.define("late", in: script) {
        try? script.state.withBudget(Self.limits) { try work.call() }
      }
      #expect(Self.stops(script, "for i = 1, 30 do within() late() end") == nil)
      #expect(Self.stops(script, "within() late() while true do end") == .instructions)
      #expect(
        Self.stops(script, "while true do within() for i = 1, 2e6 do end end") == .instructions)
    }
  }

  @Test("says at least how many instructions there were, where it does not say how many")
  func message() async throws {
    try await onThread(stackSize: 1 << 20) {
      let end = "instructions: look for a loop without an end"
      for (limits, text) in [
        (LuaLimits(instructions: 10_000_000), "stopped after at least 10000000 \(end)"),
        (LuaLimits(instructions: 9_999_999), "stopped after 9999999 \(end)"),
        (
          LuaLimits(instructions: 10_000_000, counting: .exact), "stopped after 10000000 \(end)"
        ),
      ] {
        let script = try Script(limits: limits)
        #expect(script.failure("while true do end")?.message == text)
      }
    }
  }

  @Test("lines are counted on where samples are taken")
  func lines() async throws {
    try await onThread(stackSize: 1 << 20) {
      let script = try Script(limits: LuaLimits(instructions: 1 << 40, seconds: 60))
      let loop = try script.load("local n = 0\nfor i = 1, 3000000 do\nn = n + i\nend")
      try loop.countLines()
      try loop.call()
      let chunk = try #require(script.state.lineCounts.first)
      #expect(chunk.counts[3] == 3_000_000)
    }
  }

  @Test("a few instructions are counted exactly")
  func exact() throws {
    var uses: Set<UInt64?> = []
    for _ in 0..<3 {
      let script = try Script(limits: LuaLimits(instructions: 9_999_999))
      script.state.withBudget {
        #expect(Self.stops(script, "while true do end") == .instructions)
        uses.insert(script.state.stop?.use)
      }
    }
    #expect(uses.count == 1)
  }
}
