import LuaRuntime
import PlainValues

extension FuzzTarget {
  /// A call of one of the functions that take patterns, to the sandbox's and to Lua's own: they give
  /// the same, unless the sandbox's is stopped by its limit.
  ///
  /// The first line says which function and where to begin, the second is the pattern, the third
  /// what to put in place of it, and all after that the text.
  static let patterns = FuzzTarget("patterns") { input in
    let lines = input.split(
      separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
    guard lines.count == 4 else { return }
    let head = String(decoding: lines[0], as: UTF8.self).split(separator: " ")
    let arguments = PatternArguments(
      function: head.first.map(String.init) ?? "",
      start: head.dropFirst().first.flatMap { Int($0) },
      pattern: Array(lines[1]), replacement: Array(lines[2]), text: Array(lines[3]))
    let state = try LuaState(limits: LuaLimits(instructions: 100_000, bytes: 16 << 20))
    let ours = try arguments.answer(state, in: state.makeEnvironment())
    // What is long, or goes back to its beginning often, may take more steps than there are.
    guard ours != nil || arguments.isShort else { return }
    // Whatever ours has come to the end of in so many steps, the other comes to the end of too.
    let other = try LuaState(limits: LuaLimits(instructions: 10_000_000, bytes: 64 << 20))
    let theirs = try arguments.answer(other, in: other.makeLibraries())
    try require(
      ours == theirs,
      "\(ours.map { "\($0)" } ?? "stopped") is \(theirs.map { "\($0)" } ?? "stopped") in Lua")
  }
}

private struct PatternArguments {
  let function: String
  let start: Int?
  let pattern: [UInt8]
  let replacement: [UInt8]
  let text: [UInt8]

  /// Whether 100,000 steps are enough for it, whatever the pattern is.
  var isShort: Bool { text.count <= 8 && pattern.count <= 8 && replacement.count <= 8 }

  private static let script = """
    local f, start, pattern, replacement, text = ...
    local calls = {
      find = function() return text:find(pattern, start) end,
      plain = function() return text:find(pattern, start, true) end,
      match = function() return text:match(pattern, start) end,
      gsub = function() return text:gsub(pattern, replacement, start) end,
      table = function()
        return text:gsub(pattern, { a = "<a>", [""] = "<>", b = false, [1] = 1 }, start)
      end,
      call = function()
        return text:gsub(pattern, function(...)
          local all = { ... }
          return #all > 1 and table.concat(all, ",") or nil
        end, start)
      end,
      gmatch = function()
        local all = {}
        for a, b, c in text:gmatch(pattern, start) do
          all[#all + 1] = a
          all[#all + 1] = b or "-"
          all[#all + 1] = c or "-"
        end
        return table.concat(all, "|"), #all
      end,
    }
    local results = table.pack(pcall(calls[f] or calls.find))
    for i = 1, results.n do
      results[i] = math.type(results[i]) == "integer" and results[i] or tostring(results[i])
    end
    return results
    """

  /// What it gives; nil where it is stopped.
  func answer(_ state: LuaState, in environment: LuaTable) throws -> Value? {
    do throws(LuaError) {
      let script = try state.load(
        Array(Self.script.utf8), chunkName: "patterns.lua", environment: environment)
      let results: LuaTable = try script.call(
        LuaValue.string(function), start.map { LuaValue.integer($0) } ?? .nil,
        LuaValue.bytes(pattern), LuaValue.bytes(replacement), LuaValue.bytes(text))
      return try results.packed().value
    } catch {
      if case .limit = error.kind { return nil }
      throw Violation(description: "\(error)")
    }
  }
}
