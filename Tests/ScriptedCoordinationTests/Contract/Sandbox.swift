import PlainValues
import Testing

extension ScriptingContract {
  @Suite("What a script can reach")
  struct Sandbox {
    private func flow(_ body: String, files: [String: String] = [:]) throws -> Flow {
      let app = "return { start = function(self)\n\(body)\nend }"
      return try Flow(files.merging(["app.lua": app]) { given, _ in given })
    }

    @Test(
      "the standard library, as far as it is safe",
      arguments: [
        "string.format", "table.concat", "math.floor", "utf8.char", "coroutine.wrap", "os.time",
        "os.date", "os.clock", "os.difftime", "pcall", "xpcall", "select", "next", "rawequal",
        "setmetatable", "getmetatable", "tonumber", "assert", "ipairs", "_VERSION",
      ])
    func there(name: String) throws {
      #expect(try flow("print(\(name) ~= nil)").log == ["true"])
    }

    @Test(
      "not files, processes, bytecode, the debugger or the collector",
      arguments: [
        "io", "os.execute", "os.exit", "os.getenv", "os.remove", "os.rename", "os.tmpname",
        "os.setlocale", "debug", "package", "dofile", "loadfile", "collectgarbage", "string.dump",
        "(\"\").dump", "coroutine.close",
      ])
    func absent(name: String) throws {
      let flow = try flow(
        """
        local ok, value = pcall(function() return \(name) end)
        print(ok and value ~= nil)
        """)
      #expect(flow.log == ["false"])
    }

    @Test("bytecode is not loaded, whatever the mode asked for")
    func bytecode() throws {
      let flow = try flow(
        #"""
        for _, mode in ipairs { "b", "bt" } do
          local ok, chunk, problem = pcall(load, "\27Lua", "chunk", mode)
          print(ok and chunk ~= nil, problem and problem:find("truncated") ~= nil)
        end
        """#)
      #expect(flow.log.count == 2)
      #expect(flow.log.allSatisfy { $0.hasPrefix("false\t") && !$0.hasSuffix("true") })
    }

    @Test("pairs and next go in order: integers, then strings")
    func order() throws {
      let flow = try flow(
        """
        local t = { z = 1, a = 1, [10] = 1, m = 1, [2] = 1, [-1] = 1 }
        local keys = {}
        for key in pairs(t) do keys[#keys + 1] = tostring(key) end
        print(table.concat(keys, " "), next(t))
        """)
      #expect(flow.log == ["-1 2 10 a m z\t-1\t1"])
    }

    @Test(
      "no address can be seen",
      arguments: [
        "tostring({})", "tostring(print)", "tostring(function() end)",
        "tostring(coroutine.create(print))", "string.format(\"%p\", {})",
        "string.format(\"%s\", print)", "tostring(self)", "tostring(self.router)",
        "(select(2, pcall(error, {}, 0)) and tostring({}))",
      ])
    func addresses(expression: String) throws {
      let first = try flow("print(\(expression))").log
      #expect(first.count == 1)
      #expect(first.first?.contains("0x") == false)
      #expect(try flow("local pad = { {}, {}, {} } print(\(expression))").log == first)
    }

    @Test("chance is the host's: the same run draws the same")
    func random() throws {
      let draw = "print(math.random(1, 1000000), math.random(1, 1000000), math.random())"
      let drawn = try flow(draw).log
      #expect(drawn.count == 1)
      #expect(try flow(draw).log == drawn)
    }

    @Test("the clock is read once a turn")
    func clock() throws {
      let flow = try flow(
        """
        local time, clock = os.time(), os.clock()
        for _ = 1, 100000 do end
        print(time == os.time(), clock == os.clock())
        """)
      #expect(flow.log == ["true\ttrue"])
    }

    @Test("one script's games with the library are no other's")
    func isolated() throws {
      let flow = try flow(
        """
        pcall(function() string.upper = function() return "hijacked" end end)
        pcall(function() getmetatable("").__index = {} end)
        pcall(function() pairs = nil end)
        self.children:start("auth")
        """,
        files: [
          "auth.lua": """
          return { start = function(self)
            for key in pairs { a = 1 } do print(string.upper(key), ("b"):upper()) end
          end }
          """
        ])
      #expect(flow.error == nil)
      #expect(flow.log == ["A\tB"])
    }

    @Test("a script's own coroutines work, the host's calls inside them too")
    func coroutines() throws {
      let flow = try flow(
        """
        local screens = coroutine.wrap(function()
          for _, name in ipairs { "home", "list" } do
            self.router:push(name)
            coroutine.yield(name)
          end
        end)
        print(screens(), screens(), screens())
        """)
      #expect(flow.log == ["home\tlist"] || flow.log == ["home\tlist\tnil"])
      #expect(flow.stack == ["home", "list"])
    }

    @Test(
      "what would never end is stopped as an error of its turn, and the host lives on",
      arguments: [
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        "while true do coroutine.wrap(function() end)() end",
        "return setmetatable({}, { __index = function() while true do end end }).x",
        "table.sort({ 1, 2, 3 }, function() while true do end end)",
        "return (\"x\"):rep(1 << 40)",
        "local function f() return 1 + f() end return f()",
        "local m = {} m.__index = function(t, k) return t[k] end return setmetatable({}, m).x",
        "while true do self.router:push(\"x\") end",
        "while true do self:emit(\"x\") end",
        "while true do self.children:start(\"auth\") end",
      ])
    func endless(body: String) throws {
      try expectStopped(body)
    }

    @Test(
      "nor does a function of the library run on for ever",
      arguments: [
        "string.find((\"a\"):rep(50), (\"a*\"):rep(50) .. \"b\")",
        "table.move({}, 1, 1 << 40, 2)",
      ])
    func endlessLibrary(body: String) throws {
      try expectStopped(body)
    }

    private func expectStopped(_ body: String) throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = {
            go = function(self)
              \(body)
            end,
            open = { push = "detail" },
          } },
        }
        """,
        "auth.lua": shows("login"),
      ])
      flow.send("go")
      #expect(flow.error != nil)
      #expect(flow.stack == ["home"])
      flow.send("open")
      #expect(flow.error == nil)
      #expect(flow.stack == ["home", "detail"])
    }

    @Test("a script that never finishes loading is a problem of that script")
    func endlessLoading() throws {
      let problems = try problems(in: [
        "app.lua": shows("home"), "auth.lua": "pcall(function() while true do end end)",
      ])
      #expect(problems.count == 1)
      expect(problems.first, says: "auth.lua:1: ")
    }
  }
}
