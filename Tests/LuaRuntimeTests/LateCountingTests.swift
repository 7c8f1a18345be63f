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
