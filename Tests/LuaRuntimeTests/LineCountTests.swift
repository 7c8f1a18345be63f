import Foundation
import LuaRuntime
import Testing

/// How often lines run.
@Suite("Line counts")
struct LineCountTests {
  /// Counts the lines of a text while it runs, and gives them.
  private func counts(
    _ text: String, limits: LuaLimits = .default, named name: String = "test.lua"
  ) throws -> LuaLineCounts {
    let script = try Script(limits: limits)
    let chunk = try script.load(text, name: name)
    try chunk.countLines()
    try? chunk.call()
    return try #require(script.state.lineCounts.first)
  }

  @Test("lines with code are those of all functions, also of one that is never called")
  func executable() throws {
    let lines = try counts(
      """
      local module = {}
      -- a comment

      function module.never(x)
        if x then
          return function() -- within
            return x
          end
        end
      end

      local text = [[
      not code
      ]]
      return module, text
      """)
    #expect(lines.script == "test.lua")
    #expect(lines.executable == [1, 4, 5, 7, 8, 10, 14, 15])
    #expect(lines.counts.keys.sorted() == [1, 4, 10, 14, 15])
  }

  @Test("a line counts each time that it begins")
  func loops() throws {
    let lines = try counts(
      """
      local sum = 0
      for index = 1, 5 do
        sum = sum + index
      end
      """)
    #expect(lines.counts[1] == 1)
    #expect(lines.counts[3] == 5)
  }

  @Test("lines count in whatever coroutine they run")
  func coroutines() throws {
    let lines = try counts(
      """
      local function body()
        for index = 1, 3 do
          coroutine.yield(index)
        end
      end
      local made = coroutine.create(body)
      for _ = 1, 4 do coroutine.resume(made) end
      for _ in coroutine.wrap(body) do end
      coroutine.wrap(function()
        coroutine.wrap(body)()
      end)()
      """)
    #expect(lines.counts[3] == 7)
    #expect(lines.counts[10] == 1)
  }

  @Test("lines count in a run that the host suspends and goes on with")
  func runs() throws {
    let script = try Script()
    try script.set("wait", try script.state.makeFunction("wait") { $0.suspend() })
    let chunk = try script.load("local n = 0\nwait()\nn = n + 1\nwait()\nreturn n")
    try chunk.countLines()
    guard case .suspended(let first) = try script.state.run(chunk),
      case .suspended(let second) = try first.resume()
    else {
      Issue.record("the run has not suspended twice")
      return
    }
    _ = try second.resume()
    let lines = try #require(script.state.lineCounts.first)
    #expect(lines.counts == [1: 1, 2: 1, 3: 1, 4: 1, 5: 1])
  }

  @Test("what is not named is not counted, and without anything named nothing is")
  func unnamed() throws {
    let script = try Script()
    try script.run("local x = 1")
    #expect(script.state.lineCounts.isEmpty)
    try script.load("return 1", name: "named.lua").countLines()
    try script.run("local x = 1")
    #expect(script.state.lineCounts.map(\.script) == ["named.lua"])
    #expect(script.state.lineCounts.first?.counts == [:])
  }

  @Test("texts of one name are counted together, and long names are kept whole")
  func sameName() throws {
    let script = try Script()
    let name = String(repeating: "folder/", count: 20) + "file.lua"
    for _ in 1...3 {
      let chunk = try script.load("local x = 1\nreturn x", name: name)
      try chunk.countLines()
      try chunk.call()
    }
    #expect(script.state.lineCounts.count == 1)
    #expect(script.state.lineCounts.first?.script == name)
    #expect(script.state.lineCounts.first?.counts == [1: 3, 2: 3])
  }

  @Test("limits hold while lines are counted")
  func limits() throws {
    let script = try Script(limits: LuaLimits(instructions: 5000))
    let chunk = try script.load("local n = 0\nwhile true do\n  n = n + 1\nend")
    try chunk.countLines()
    let error = #expect(throws: LuaError.self) { try chunk.call() }
    #expect(error?.kind == .limit(.instructions))
    #expect(script.state.lineCounts.first?.counts[3] ?? 0 > 100)
  }

  @Test("counting goes on when a budget ends, and after an error")
  func budgets() throws {
    let script = try Script(limits: .none)
    let chunk = try script.load("local fails = ...\nif fails then error('no') end\nreturn 1")
    try chunk.countLines()
    try script.state.withBudget(LuaLimits(seconds: 5)) { try chunk.call(false) }
    #expect(throws: LuaError.self) { try chunk.call(true) }
    try chunk.call(false)
    #expect(script.state.lineCounts.first?.counts == [1: 3, 2: 3, 3: 2])
  }

  @Test("large steps between lines, and many instructions on few lines, are read right")
  func farLines() throws {
    let gap = String(repeating: "\n", count: 500)
    let wide = (1...400).map { "x\($0 % 50) = \($0)" }.joined(separator: " ")
    let lines = try counts("local a = 1\(gap)local b = a\n\(wide)\(gap)return b")
    #expect(lines.executable == [1, 501, 502, 1002])
    #expect(lines.counts.keys.sorted() == lines.executable)
  }
}
