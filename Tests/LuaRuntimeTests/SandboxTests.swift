import LuaRuntime
import PlainValues
import Testing

@Suite("The sandbox")
struct SandboxTests {
  @Test("it has what the contract names, and nothing else")
  func contents() throws {
    let script = try Script()
    let names = try script.text(
      """
      local out = {}
      for k, v in pairs(_G) do
        if type(v) == "table" and v ~= _G then
          for name in pairs(v) do out[#out + 1] = k .. "." .. name end
        else
          out[#out + 1] = k
        end
      end
      return table.concat(out, " ")
      """)
    #expect(
      names == """
        _G _VERSION assert coroutine.create coroutine.isyieldable coroutine.resume \
        coroutine.running coroutine.status coroutine.wrap coroutine.yield error getmetatable \
        ipairs load math.abs math.acos math.asin math.atan math.ceil math.cos math.deg math.exp \
        math.floor math.fmod math.huge math.log math.max math.maxinteger math.min math.mininteger \
        math.modf math.pi math.rad math.random math.randomseed math.sin math.sqrt math.tan \
        math.tointeger math.type math.ult next os.clock os.date os.difftime os.time pairs pcall \
        print rawequal rawget rawlen rawset select setmetatable string.byte string.char \
        string.find string.format string.gmatch string.gsub string.len string.lower string.match \
        string.pack string.packsize string.rep string.reverse string.sub string.unpack \
        string.upper table.concat table.insert table.move table.pack table.remove table.sort \
        table.unpack tonumber tostring type utf8.char utf8.charpattern utf8.codepoint utf8.codes \
        utf8.len utf8.offset xpcall
        """)
  }

  @Test("no environment sees what another has patched, nor does the host")
  func isolation() throws {
    let script = try Script()
    let other = try script.state.makeEnvironment()
    try script.run(
      """
      string.format = function() return "pwned" end
      table.concat = nil
      pairs = nil
      shared = 1
      getmetatable = nil
      math.pi = 3
      """)
    let text: String = try script.state.load(
      Array(
        "return ('%d'):format(1) .. table.concat({ 2 }) .. tostring(shared) .. type(pairs)".utf8),
      chunkName: "b.lua", environment: other
    ).call()
    #expect(text == "12nilfunction")
    #expect(try script.text("return ('%d'):format(1)") == "1")
  }

  @Test(
    "what would lead out of it does not",
    arguments: [
      ("return tostring(getmetatable(''))", "false"),
      ("return tostring(pcall(setmetatable, '', {}))", "false"),
      ("return tostring(load(('').rep('\\27', 1) .. 'Lua'))", "nil"),
      ("return tostring(load('return 1', 'x', 'b'))", "nil"),
      ("return type(load('return _ENV')())", "table"),
      ("return tostring(load('return _ENV')() == _ENV)", "true"),
      ("local e = {} return tostring(load('return _ENV', 'x', 't', e)() == e)", "true"),
      ("return tostring(load('x = 1', 'x', 't', nil))", "function"),
      ("x = 5 return load('return x')()", "5"),
      ("return tostring(string.dump)", "nil"),
      (
        "return tostring(require) .. tostring(package) .. tostring(debug) .. tostring(io)",
        "nilnilnilnil"
      ),
      ("return tostring(collectgarbage) .. tostring(dofile) .. tostring(warn)", "nilnilnil"),
      (
        "local n = 0 load(function() n = n + 1 return n < 4 and 'x=' .. n .. ' ' or nil end)() return x",
        "3"
      ),
      (
        "return select(2, load(function() return 1 < 2 end))",
        "test.lua:1: reader function must return a string"
      ),
      ("return select(2, load(function() error('x', 0) end))", "x"),
    ])
  func contained(text: String, expected: String) throws {
    #expect(try Script().run(text).description == expected)
  }

  @Test("no address can be seen")
  func addresses() throws {
    let script = try Script()
    let text = try script.text(
      """
      local named = setmetatable({}, { __name = "named" })
      local out = { tostring({}), tostring(print), tostring(coroutine.create(print)),
        string.format("%s %p %10p|%-8p|", {}, {}, print, "s"), tostring(named),
        string.format("%s %d %%p %s", named, 1, nil), string.format("%p", 1) }
      print({}, print, nil, true, 1.5, "s")
      return table.concat(out, "\\n")
      """)
    #expect(
      text == """
        table
        function
        thread
        table table   function|string  |
        named
        named 1 %p nil
        number
        """)
    #expect(script.output == ["table\tfunction\tnil\ttrue\t1.5\ts"])
  }

  @Test("time is the host's, in UTC")
  func time() throws {
    let script = try Script()
    #expect(try script.run("return os.time()") == .integer(86_400))
    #expect(try script.run("return os.clock()") == .number(86_400.5))
    #expect(try script.text("return os.date()") == "Fri Jan  2 00:00:00 1970")
    #expect(try script.text("return os.date('%Y-%m-%d', 0)") == "1970-01-01")
    #expect(try script.text("return os.date('*t').day .. os.date('!*t', 0).day") == "21")
    #expect(
      try script.run("return os.time({ year = 2024, month = 14, day = 1 })")
        == .integer(1_738_411_200))
    #expect(try script.run("return os.difftime(5, 3)") == .number(2))
    #expect(script.failure("os.date('%Ez')") != nil)
    #expect(script.failure("os.date('%')") != nil)
  }

  @Test("random numbers come from the host's seed, and their state can be saved")
  func random() throws {
    func numbers(_ seed: UInt64) throws -> LuaState {
      try LuaState(services: LuaHostServices(randomSeed: seed))
    }
    func draw(_ state: LuaState) throws -> String {
      try state.load(
        Array(
          """
          math.randomseed(1)
          return table.concat({ math.random(100), math.random(-5, 5), math.random(0), math.random() }, " ")
          """.utf8), chunkName: "r.lua", environment: state.makeEnvironment()
      ).call()
    }
    let first = try numbers(1)
    let drawn = try draw(first)
    #expect(try draw(numbers(1)) == drawn)
    #expect(try draw(numbers(2)) != drawn)
    let saved = first.randomState
    let next = try draw(first)
    let restored = try numbers(3)
    restored.randomState = saved
    #expect(try draw(restored) == next)
  }

  @Test("__gc is refused, and what hides it has no effect")
  func finalizers() throws {
    #expect(
      try Script().failure("setmetatable({}, { __gc = 1 })")?.message
        == "'__gc' is not available to scripts")
  }
}

@Suite("Order")
struct OrderTests {
  @Test("pairs goes by numbers, then strings, then booleans, however the table was made")
  func order() throws {
    let expected = "-3 0.5 1 2 10 1e+100 A a ab b false true"
    for seed in 0..<20 {
      var random = SeededRandom(seed: UInt64(seed))
      let keys = [
        "-3", "0.5", "1", "2", "10", "1e100", "'A'", "'a'", "'ab'", "'b'", "false", "true",
      ]
      .shuffled(using: &random)
      let fill = keys.map { "t[\($0)] = 1" }.joined(separator: " ")
      let text = try Script().text(
        """
        local t, out, again = {}, {}, {}
        \(fill)
        for k in pairs(t) do out[#out + 1] = tostring(k) end
        for k in next, t do again[#again + 1] = tostring(k) end
        local a, b = table.concat(out, " "), table.concat(again, " ")
        return a == b and a or a .. "|" .. b
        """)
      #expect(text == expected)
    }
  }

  @Test("integers and floats are ordered exactly")
  func exact() throws {
    let text = try Script().text(
      """
      local t = { [math.maxinteger] = 1, [2^63] = 1, [math.mininteger] = 1, [-2^70] = 1,
        [9007199254740993] = 1, [0.1] = 1, [-0.1] = 1, [0] = 1, [1/0] = 1, [-1/0] = 1 }
      local out = {}
      for k in pairs(t) do out[#out + 1] = tostring(k) end
      return table.concat(out, " ")
      """)
    #expect(
      text == """
        -inf -1.1805916207174e+21 -9223372036854775808 -0.1 0 0.1 9007199254740993 \
        9223372036854775807 9.2233720368548e+18 inf
        """)
  }

  @Test("entries may be changed and taken away during a traversal", arguments: [5, 150, 1000])
  func changing(count: Int) throws {
    let text = try Script().text(
      """
      local t, l, seen, gone = {}, {}, 0, 0
      for i = 1, \(count) do t["k" .. i] = i l[i] = i end
      for k, v in pairs(t) do seen = seen + 1 t[k] = nil end
      for i, v in pairs(l) do
        gone = gone + 1
        l[i] = nil
        l[i + 1] = nil
      end
      return seen .. " " .. gone .. " " .. tostring(next(t)) .. tostring(next(l))
      """)
    #expect(text == "\(count) \((count + 1) / 2) nilnil")
  }

  @Test("an iterator can be used again, and by hand")
  func iterators() throws {
    let text = try Script().text(
      """
      local f, t, first = pairs({ x = 1, y = 2 })
      local a = f(t, first)
      local b = f(t, a)
      local c = f(t, nil)
      local n = 0
      for _ in f, t, first do n = n + 1 end
      return a .. b .. c .. n .. tostring(pcall(f)) .. tostring(f({}, "y"))
      """)
    #expect(text == "xyx2truenil")
  }

  @Test("__pairs is respected, other metatables are looked through")
  func metamethods() throws {
    let text = try Script().text(
      """
      local out = {}
      local own = setmetatable({ a = 1 }, { __pairs = function(t) return function(_, k) if not k then return "k", 2 end end, t, nil end })
      for k, v in pairs(own) do out[#out + 1] = k .. v end
      for k, v in pairs(setmetatable({ b = 3 }, { __index = { c = 4 } })) do out[#out + 1] = k .. v end
      return table.concat(out, " ") .. tostring(pcall(pairs)) .. tostring(pcall(pairs, 1))
      """)
    #expect(text == "k2 b3falsefalse")
  }

  @Test("sort is stable, whatever the comparison says")
  func sort() throws {
    let text = try Script().text(
      """
      local t = {}
      for i = 1, 40 do t[i] = { key = i % 4, at = i } end
      table.sort(t, function(a, b) return a.key < b.key end)
      for i = 2, 40 do
        assert(t[i - 1].key < t[i].key or t[i - 1].key == t[i].key and t[i - 1].at < t[i].at)
      end
      local u = { 5, 2, 8, 1 }
      table.sort(u, function() return true end)
      table.sort(u, function() return false end)
      local v = { "b", "a", "c" }
      table.sort(v)
      return #u .. table.concat(v) .. tostring(pcall(table.sort, { 1, "x" }))
      """)
    #expect(text == "4abcfalse")
  }
}
