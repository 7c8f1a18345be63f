import LuaRuntime
import Testing

@Suite("A table")
struct WeakTableTests {
  /// Puts a `__mode` into metatables that have been set, in all the ways there are.
  private static let later = """
    local function entries(list)
      local count = 0
      for _ in pairs(list) do count = count + 1 end
      return count
    end
    local function make(mode, name)
      local metatable = {}
      local list = setmetatable({}, metatable)
      metatable[name or "__mode"] = mode
      list[{}] = {}
      list[1] = {}
      return list
    end
    made = { make("k"), make("v"), make("kv"), make("v", "__" .. ("mode")) }
    made[5] = coroutine.wrap(function() return make("k") end)()
    made[6] = load("return ...", "x", "t", {})(make("v"))
    local own = { setmetatable = setmetatable }
    made[7] = load(
      "local m = {} local t = setmetatable({}, m) m.__mode = 'kv' t[{}] = {} t[1] = {} return t",
      "__mode", "t", own)()
    function count()
      local all = {}
      for index, list in ipairs(made) do all[index] = entries(list) end
      return table.concat(all, " ")
    end
    """

  @Test("is not weak where its metatable has a mode, and may have one all the same")
  func given() throws {
    for mode in ["'k'", "'v'", "'kv'", "false", "{}"] {
      let script = try Script()
      try script.run("list = setmetatable({ {}, [{}] = {} }, { __mode = \(mode) })")
      script.state.collectGarbage()
      #expect(
        try script.text(
          "local count = 0 for _ in pairs(list) do count = count + 1 end return count") == "2")
    }
  }

  @Test("keeps what it holds, whatever its metatable is given later")
  func later() throws {
    let script = try Script()
    try script.run(Self.later)
    for _ in 0..<3 { script.state.collectGarbage() }
    #expect(try script.text("return count()") == "2 2 2 2 2 2 2")
  }

  @Test("is not weak by the text that stands in place of '__mode', in any state")
  func forged() throws {
    // How strings are chained differs from state to state.
    for _ in 0..<300 {
      let script = try Script(limits: .none)
      try script.run(
        """
        local metatable = {}
        kept = setmetatable({}, metatable)
        for last = 0, 255 do metatable["\\127mode" .. string.char(last)] = "v" end
        for index = 1, 9 do kept[index] = {} end
        """)
      script.state.collectGarbage()
      #expect(try script.text("return tostring(#kept)") == "9")
    }
  }

  @Test("stays as it is when the strings around grow many and few again")
  func chains() throws {
    let script = try Script(limits: .none)
    try script.run(Self.later)
    try script.run(
      """
      many = {}
      for index = 1, 200000 do many[index] = "name" .. index end
      function forge()
        local metatable = {}
        made[#made + 1] = setmetatable({ {}, {} }, metatable)
        for last = 0, 255 do metatable["\\127mode" .. string.char(last)] = "v" end
        metatable.__mode = "v"
      end
      forge()
      """)
    script.state.collectGarbage()
    try script.run("many = nil forge()")
    for _ in 0..<12 { script.state.collectGarbage() }
    try script.run("forge()")
    script.state.collectGarbage()
    #expect(try script.text("return count()") == "2 2 2 2 2 2 2 2 2 2")
    // A script's own string, which means what it says.
    #expect(try script.text("return ({ __mode = 'mine' }).__mode .. #'__mode'") == "mine6")
  }

  @Test("whose values lead to each other's keys in disorder is collected as promptly as any")
  func chain() throws {
    let script = try Script(
      limits: LuaLimits(instructions: 100_000_000, seconds: 60, bytes: 512 << 20))
    try script.run(
      """
      local metatable = {}
      chain = setmetatable({}, metatable)
      metatable.__mode = "k"
      local keys = {}
      for index = 1, 300000 do keys[index] = {} end
      for index = #keys, 2, -1 do
        local other = math.random(index)
        keys[index], keys[other] = keys[other], keys[index]
      end
      for index = 1, #keys - 1 do chain[keys[index]] = { keys[index + 1] } end
      first = keys[1]
      """)
    let clock = ContinuousClock()
    let taken = clock.measure { script.state.collectGarbage() }
    // In Lua's own way it takes minutes.
    #expect(taken < .seconds(10))
  }

  @Test("is as in Lua where scripts are trusted with the machine")
  func trusted() throws {
    let state = try LuaState(limits: .none)
    let globals = try state.openLibraries()
    let text: String = try state.load(
      Array(
        """
        local list = setmetatable({ {}, {} }, { __mode = "v" })
        collectgarbage()
        return tostring(#list) .. ("__mode")
        """.utf8), chunkName: "x.lua", environment: globals
    ).call()
    #expect(text == "0__mode")
  }
}
