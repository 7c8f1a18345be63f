import Coordination
import LuaRuntime
import PlainValues
import ScriptedCoordination
import Testing

/// What a transition may try: each ends as an error of its turn, and the next event works.
@Suite("Hostile transitions")
struct HostileTransitionTests {
  /// Bodies of handlers that reach a limit, and what the error says.
  static let bounded: [(String, String)] = [
    // Loops, also within C and where errors are caught.
    ("while true do end", "instructions"),
    ("while true do pcall(function() while true do end end) end", "instructions"),
    ("xpcall(error, function() while true do end end)", "instructions"),
    ("while true do coroutine.resume(coroutine.create(function() end)) end", ""),
    (
      "local f = coroutine.wrap(function() while true do coroutine.yield() end end) while true do f() end",
      ""
    ),
    ("for a in ipairs(setmetatable({}, { __index = function() return 1 end })) do end", ""),
    (
      "return ('%s'):format(setmetatable({}, { __tostring = function() while true do end end }))",
      ""
    ),
    ("error(setmetatable({}, { __tostring = function() while true do end end }))", ""),
    (
      "local x <close> = setmetatable({}, { __close = function() while true do end end }) error('e')",
      ""
    ),
    ("self:log(setmetatable({}, { __tostring = function() while true do end end }))", ""),
    ("return (('a'):rep(1 << 16)):find(('a*'):rep(30) .. 'b')", ""),
    ("load(function() return 'x=1 ' end)", ""),
    ("table.sort({ 3, 2, 1 }, function() while true do end end)", ""),
    (
      "return table.concat(setmetatable({}, { __len = function() return 1 << 60 end, __index = function() return 'x' end }))",
      ""
    ),
    ("table.move({}, 1, 1 << 60, 2)", ""),
    ("while true do self.router:update({ n = 1 }) end", ""),
    ("while true do pcall(self.router.pop, self.router, 1) end", ""),
    ("while true do local c = self.children:start('child') self.children:cancel(c) end", ""),
    ("self.services.evil.spin()", ""),
    ("self:helper()", ""),
    // Memory.
    ("return ('x'):rep(1 << 40)", "bytes of memory"),
    ("local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end", ""),
    ("local i = 0 while true do i = i + 1 self.state['k' .. i] = ('x'):rep(1 << 16) end", ""),
    ("self.services.evil.allocate()", ""),
    ("return (('a'):rep(1 << 18)):gsub('', ('b'):rep(1 << 18))", ""),
    // What the host keeps.
    ("while true do print('x') end", ""),
    ("while true do self:emit('e', { s = ('x'):rep(1 << 16) }) end", ""),
    (
      "local i = 0 while true do i = i + 1 self:after(1, 'e' .. i, { s = ('x'):rep(1 << 16) }) end",
      "bytes of params"
    ),
    (
      "local i = 0 while true do i = i + 1 self:set_attribute(('k'):rep(1 << 13) .. i, 1) end",
      "bytes of params"
    ),
    (
      "local i = 0 while true do i = i + 1 self:open(('k'):rep(1 << 12) .. i) end",
      "bytes of params"
    ),
    // Depth.
    ("self.children:start('looper')", "32"),
    ("self:run('looper')", "32"),
    // Names, links and tabs.
    (
      "self.router:push(('n'):rep(1 << 20))",
      "the name of a screen has 1048576 bytes, and 16384 at most are allowed: \"nnnn"
    ),
    ("self.router:present(('n'):rep(1 << 20))", "the name of a screen has"),
    ("self.children:start(('n'):rep(1 << 20))", "the name of a coordinator has"),
    ("self.children:start('child', {}, { as = ('n'):rep(1 << 20) })", "the name of a child has"),
    ("self:emit(('n'):rep(1 << 20))", "the name of an event has"),
    ("self:after(1, ('n'):rep(1 << 20))", "the name of an event has"),
    ("self.children:start('child'):send(('n'):rep(1 << 20))", "the name of an event has"),
    ("self:set_attribute(('n'):rep(1 << 20), 1)", "the name of an attribute has"),
    ("self:cancel(('n'):rep(1 << 20))", "the name of a reason has"),
    (
      "self.router:set_tabs({ { name = ('n'):rep(1 << 20), start = 'child' } })",
      "the name of a tab has"
    ),
    (
      "local t = {} for i = 1, 101 do t[i] = { name = 't' .. i, start = 'child' } end self.router:set_tabs(t)",
      "cannot set 101 tabs: a router shows 100 at most"
    ),
  ]

  @Test("reaches a limit that names itself, and what comes next works", arguments: bounded)
  func limit(body: String, says: String) throws {
    let flow = try flow(body)
    flow.send("go")
    let error = try #require(flow.records.last?.error, "\(body)")
    #expect(error.kind == .limit, "\(error)")
    #expect(says.isEmpty || error.message.contains(says), "\(error)")
    #expect(
      error.place?.script == "app.lua" || error.place?.script == "services.lua"
        || error.place?.script == "looper.lua")
    try works(flow)
  }

  /// Bodies that fail, and what the error says.
  static let failing: [(String, String)] = [
    ("error(nil)", "nil was raised"), ("error(false)", "false"), ("error({})", "table"),
    ("error(self)", "coordinator"), ("error(print)", "function"), ("error(0/0)", "nan"),
    ("error(setmetatable({}, { __tostring = function(s) error(s) end }))", ""),
    ("error(setmetatable({}, { __tostring = function(s) return 5 end }))", ""),
    ("error(setmetatable({}, { __tostring = function() coroutine.yield() end }))", ""),
    (
      "error(setmetatable({}, { __tostring = function() self.router:push('evil') return 'm' end }))",
      ""
    ),
    ("error(setmetatable({}, { __name = ('n'):rep(1 << 22) }))", ""),
    ("error(('m'):rep(1 << 22))", ""), ("error(('m\\n'):rep(1 << 20))", ""),
    ("local function f() return 1 + f() end f()", ""),
    ("local function f() return coroutine.wrap(f)() end f()", "overflow"),
    ("local s = 'load(...)(...)' load(s)(s)", ""),
    ("coroutine.yield(1)", ""),
    ("load(('('):rep(1e5))()", ""),
    ("setmetatable({}, { __gc = function() end })", "__gc"),
    ("rawset(self, 'x', 1)", ""), ("self.x = 1", "self.state"), ("setmetatable(self, {})", ""),
    ("getmetatable(self).__gc(self)", ""), ("setmetatable(self.state, {})", ""),
    ("self.state.f = print", "function"),
    ("self.state[0/0] = 1", ""), ("local t = {} t.t = t self.router:push('s', t)", ""),
    ("local t = {} for i = 1, 1e5 do t = { t } end self.router:push('s', t)", ""),
    ("self.router.push({}, 's')", ""), ("self.router.push(self, 's')", ""),
    ("self.children.start(self.router, 'child')", ""),
    ("self:open(('x'):rep(1 << 20))", "a link has from 1 to 8192 bytes"),
    ("self.router:pop_to(('x'):rep(1 << 20))", ""),
    ("require(('x'):rep(1 << 20))", ""), ("require '../../etc/passwd'", ""),
    ("string.rep = nil ('x'):rep(1) error(string.rep)", "nil was raised"),
    ("self.services.evil.gives()", ""), ("self.services.evil.fails()", ""),
    ("self.services.evil.sleeps()", ""), ("self:after(0/0, 'e')", ""), ("self:wait(-1)", ""),
    ("('x'):gsub('x', function() self:wait(1) end)", ""),
    ("self.router:set_tabs({ self })", ""), ("return { push = 'x' }", ""),
  ]

  @Test("fails with a message of bounded length, and what comes next works", arguments: failing)
  func failure(body: String, says: String) throws {
    let flow = try flow(body)
    flow.send("go")
    let error = try #require(flow.records.last?.error, "\(body)")
    #expect(!error.message.isEmpty)
    #expect(error.message.utf8.count < 17 << 10, "\(error.message.utf8.count)")
    #expect(says.isEmpty || error.message.contains(says), "\(error)")
    #expect(flow.stack == ["home"])
    try works(flow)
  }

  private func flow(_ body: String) throws -> Flow {
    var limits = HostLimits.default
    limits.dataBytes = 4 << 20
    return try Flow(
      [
        "app.lua": """
        local app = {}
        function app:start() self.router:push("home") end
        function app:helper() while true do end end
        app.transitions = {
          home = { go = function(self) \(body) end, ok = { push = "ok" } },
          child = { ended = { ignore = true } },
          timer = {},
        }
        return app
        """,
        "child.lua": """
        return { start = function(self) self.router:push("c") end }
        """,
        "looper.lua": """
        return { start = function(self) self.children:start("looper") end }
        """,
        "services.lua": """
        return { evil = {
          spin = function() while true do end end,
          allocate = function() local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end end,
          gives = function() return print end,
          fails = function() error({}) end,
          sleeps = function() sleep(-1) end,
        } }
        """,
      ], limits: limits, luaLimits: LuaLimits(instructions: 300_000, seconds: 60, bytes: 8 << 20))
  }

  /// The next event is handled, libraries are whole, and what was undone is undone.
  private func works(_ flow: Flow) throws {
    flow.send("ok")
    #expect(flow.error == nil, "\(flow.error ?? "")")
    #expect(flow.stack == ["home", "ok"])
    #expect(flow.host.liveCount == 1)
    #expect(flow.state("app") == [:])
  }
}
