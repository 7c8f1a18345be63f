import LuaRuntime
import Testing

@Suite("Images of what functions keep")
struct ImageTests {
  /// A table of functions that change what they keep.
  private static let source = """
    local count, none = 0, nil
    local list = { 1, { 2 } }
    local meta = setmetatable({}, { __index = function() return "absent" end })
    local frozen = {}
    return {
      count = function() count = count + 1 return count end,
      some = function() none = "something" end,
      none = function() return none end,
      insert = function() table.insert(list[2], 3) return #list[2] end,
      remove = function() list[2] = nil end,
      global = function() total = (total or 0) + 1 return total end,
      library = function() string.shout = "!" end,
      shout = function() return string.shout end,
      unmeta = function() setmetatable(meta, nil) end,
      absent = function() return meta.x end,
      look = function() return count, list[2][1], string.upper("a") end,
    }
    """

  private func loaded() throws -> (LuaState, LuaTable) {
    let state = try LuaState()
    let chunk = try state.load(
      Array(Self.source.utf8), chunkName: "kept.lua", environment: try state.makeEnvironment())
    return (state, try chunk.call())
  }

  private func call(_ name: String, of table: LuaTable) throws -> LuaValue {
    try #require(try table.get(name).function).call()
  }

  @Test("what only reads changes nothing")
  func reading() throws {
    let (state, table) = try loaded()
    let image = try table.image()
    _ = try call("look", of: table)
    #expect(!image.hasChanged)
    #expect(!image.isOpaque)
    _ = state
  }

  @Test(
    "locals, tables, globals, libraries and metatables are put back",
    arguments: ["count", "some", "insert", "remove", "global", "library", "unmeta"])
  func restoring(name: String) throws {
    let (state, table) = try loaded()
    let image = try table.image()
    for _ in 0..<2 {
      let first = try call(name, of: table)
      #expect(image.hasChanged)
      try image.restore()
      #expect(!image.hasChanged)
      #expect(try call(name, of: table) == first)
      try image.restore()
      #expect(try call("none", of: table) == .nil)
      #expect(try call("shout", of: table) == .nil)
      #expect(try call("absent", of: table) == .string("absent"))
    }
    state.collectGarbage()
    #expect(!image.hasChanged)
  }

  @Test("a coroutine that is kept cannot be put back")
  func opaque() throws {
    let state = try LuaState()
    let source = """
      local next = coroutine.wrap(function() coroutine.yield(1) end)
      return { next = function() return next() end }
      """
    let chunk = try state.load(
      Array(source.utf8), chunkName: "kept.lua", environment: try state.makeEnvironment())
    let table: LuaTable = try chunk.call()
    #expect(try table.image().isOpaque)
  }
}
