import Foundation
import LuaRuntime
import Testing

/// Limits that begin to count once a script has run for some hundredths of a second.
@Suite("Late counting")
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
