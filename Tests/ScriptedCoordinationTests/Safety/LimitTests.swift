import Coordination
import LuaRuntime
import PlainValues
import ScriptedCoordination
import Testing

/// Each limit of the table in Safety.md: reached by a script, it ends the turn, and only that.
@Suite("Every limit")
struct LimitTests {
  /// A way to reach a limit.
  struct Excess: Sendable, CustomTestStringConvertible {
    /// What the handler does, in line 5 of app.lua.
    let body: String
    var others: [String: String] = [:]
    var host: @Sendable (inout HostLimits) -> Void = { _ in }
    var lua = LuaLimits(instructions: 5_000_000, seconds: 60, bytes: 64 << 20)
    /// What the error begins with: where it happened, and which limit it was.
    let says: String
    /// Whether it is an error like others, which a script may catch.
    var isOrdinary = false

    var testDescription: String { says }
  }

  private static let lua: [Excess] = [
    Excess(
      body: "while true do end", lua: LuaLimits(instructions: 100_000),
      says: "app.lua:5: stopped after 100000 instructions: look for a loop without an end"),
    Excess(
      body: "while true do end", lua: LuaLimits(seconds: 0.02, counting: .exact),
      says: "app.lua:5: stopped after 0.02 s of processor time: look for a loop without an end"),
    Excess(
      body: "while true do end", lua: LuaLimits(seconds: 0.02, counting: .late),
      says: "app.lua:5: stopped after 0.02 s of processor time: look for a loop without an end"),
    Excess(
      body: "local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end",
      lua: LuaLimits(instructions: 50_000_000, bytes: 8 << 20),
      says:
        "app.lua:5: stopped: more than 8388608 bytes of memory in use: look for what grows without an end"
    ),
    Excess(
      body: "local n = 0 while true do n = n + 1 self.state.taps = n end",
      lua: LuaLimits(instructions: 9_000_000, bytes: 256 << 20),
      says: "app.lua:5: more than 300000 changes of state in one turn",
      isOrdinary: true),
    Excess(
      body: "local function f() local ok, e = pcall(f) if not ok then error(e, 0) end end f()",
      says: "app.lua:5: protected calls within each other, more than 150 deep",
      isOrdinary: true),
    Excess(
      body: "local function f() return 1 + f() end f()",
      lua: LuaLimits(instructions: 50_000_000, bytes: 512 << 20),
      says: "app.lua:5: stack overflow",
      isOrdinary: true),
    Excess(
      body: "local t = {} for i = 1, 101 do t = { t } end self.router:push('x', t)",
      says: "app.lua:5: params has tables within tables, more than 100 deep",
      isOrdinary: true),
    Excess(
      body: "self.router:push('x', { t = ('x'):rep(17 << 20) })",
      says: "app.lua:5: params is larger than 16777216 bytes",
      isOrdinary: true),
    Excess(
      body: "self.state.t = ('x'):rep(17 << 20)",
      says: "app.lua:5: t is larger than 16777216 bytes: state holds plain data only",
      isOrdinary: true),
    Excess(
      body: "self.state.t = { ('x'):rep(17 << 20) }",
      says: "app.lua:5: t is larger than 16777216 bytes: state holds plain data only",
      isOrdinary: true),
  ]

  private static let host: [Excess] = [
    Excess(
      body: "for i = 1, 20 do self.children:find('child'):send('hear') end",
      host: { $0.deliveries = 10 },
      says: "app.lua:5: the turn does not settle: 10 events within it, and app sent \"hear\" again"),
    Excess(
      body: "self.children:start('deep')",
      others: ["deep.lua": "return { start = function(self) self.children:start('deep') end }"],
      host: { $0.nestedStarts = 3 },
      says: "deep.lua:1: starts nested more than 3 deep: … → app → deep → deep → deep"),
    Excess(
      body: "self.children:start('deep')",
      others: ["deep.lua": "return { start = function(self) self.children:start('deep') end }"],
      host: { $0.treeDepth = 4 },
      says: "deep.lua:1: cannot start \"deep\": the tree is 4 coordinators deep"),
    Excess(
      body: "for i = 1, 5 do self.router:push('x') end", host: { $0.screens = 3 },
      says: "app.lua:5: cannot push \"x\": 3 screens are on show already"),
    Excess(
      body: "for i = 1, 5 do self:after(i, 'x' .. i) end", host: { $0.timers = 3 },
      says: "app.lua:5: cannot set the timer \"x4\": 3 are set already"),
    Excess(
      body: "while true do self:log('0123456789') end", host: { $0.logBytes = 1_000 },
      says: "app.lua:5: the turn logs more than 1000 bytes"),
    Excess(
      body: "while true do print('0123456789') end", host: { $0.logBytes = 1_000 },
      says: "app.lua:5: the turn logs more than 1000 bytes"),
    Excess(
      body: "local gone = self.children:start('passing') for i = 1, 9 do gone:send('x') end",
      others: ["passing.lua": "return { start = function(self) self:finish() end }"],
      host: { $0.diagnostics = 5 }, says: "app.lua:5: more than 5 diagnostics in one turn"),
    Excess(
      body: "for i = 1, 9 do self.router:push('x', { t = ('x'):rep(500) }) end",
      host: { $0.dataBytes = 1_000 },
      says: "app.lua:5: the turn makes more than 1000 bytes of params and payloads"),
  ]

  private static func files(_ excess: Excess) -> [String: String] {
    let app = """
      local app = { state = { taps = 0 } }
      function app:start() self.router:push("home") self.children:start("child") end
      app.transitions = { home = { go = "go", tap = "tap" } }
      function app:go()
        \(excess.body)
      end
      function app:tap() self.state.taps = self.state.taps + 1 end
      return app
      """
    let child =
      "return { start = function() end, transitions = { parent = { hear = 'hear' } }, hear = function() end }"
    return ["app.lua": app, "child.lua": child].merging(excess.others) { $1 }
  }

  @Test(
    "names itself and the line, undoes its turn, and the next event works", arguments: lua + host)
  func limit(excess: Excess) throws {
    var limits = HostLimits()
    excess.host(&limits)
    let flow = try Flow(Self.files(excess), limits: limits, luaLimits: excess.lua)
    let before = try flow.host.snapshot()
    for taps in 1...2 {
      flow.send("go", from: "home")
      let error = try #require(flow.error)
      #expect(error.hasPrefix(excess.says), "\(error.prefix(300))")
      flow.send("tap", from: "home")
      #expect(flow.error == nil)
      #expect(flow.state("app") == ["taps": .integer(taps)])
      #expect(flow.stack == ["home"])
    }
    #expect(before["navigation"] == (try flow.host.snapshot())["navigation"])
    #expect(flow.coordinators == "app(child)")
  }

  @Test(
    "that is reached cannot be caught, and nothing that was said before it stands",
    arguments: lua + host)
  func sticky(excess: Excess) throws {
    guard !excess.isOrdinary else { return }
    let excess = Excess(
      body: "for i = 1, 3 do pcall(function() \(excess.body) end) end self.state.taps = 7",
      others: excess.others, host: excess.host, lua: excess.lua, says: excess.says)
    var limits = HostLimits()
    excess.host(&limits)
    let flow = try Flow(Self.files(excess), limits: limits, luaLimits: excess.lua)
    flow.send("go", from: "home")
    #expect(flow.records.last?.error?.kind == .limit)
    #expect(flow.state("app") == ["taps": 0])
    #expect(flow.stack == ["home"])
  }

  /// What reaches a limit of the host's each time that it is done.
  private static let again = host.filter { $0.lua.instructions != nil }

  @Test(
    "of the host's ends its turn at once, also where a script catches it for ever", arguments: again
  )
  func caught(excess: Excess) throws {
    let loops = [
      "while true do pcall(function() \(excess.body) end) end",
      "while true do xpcall(function() \(excess.body) end, function() return 1 end) end",
      "while true do coroutine.resume(coroutine.create(function() \(excess.body) end)) end",
    ]
    for loop in loops {
      var limits = HostLimits()
      excess.host(&limits)
      let stuck = Excess(body: loop, others: excess.others, says: "")
      let flow = try Flow(
        Self.files(stuck), limits: limits, luaLimits: LuaLimits(instructions: nil, seconds: nil))
      flow.send("go", from: "home")
      let error = try #require(flow.error)
      #expect(error.hasPrefix(excess.says), "\(error.prefix(300))")
      #expect(flow.records.last?.error?.kind == .limit)
      flow.send("tap", from: "home")
      #expect(flow.error == nil)
      #expect(flow.state("app") == ["taps": 1])
    }
  }

  @Test("of finish: those of a turn share one budget, and who ends has ended all the same")
  func finish() throws {
    let child = """
      return { start = function(self) self.router:push("x") end,
        finish = function() while true do end end }
      """
    let app = """
      local app = {}
      function app:start() self.router:push("home") end
      app.transitions = { home = {
        fill = function(self) for i = 1, 40 do self.children:start("child") end end,
      }, any = { drop = function(self) self.children:cancel_all() end } }
      return app
      """
    var limits = HostLimits()
    limits.diagnostics = 30
    let flow = try Flow(
      ["app.lua": app, "child.lua": child], limits: limits,
      luaLimits: LuaLimits(instructions: 1_000_000, seconds: 60))
    flow.send("fill")
    flow.send("drop")
    #expect(flow.error == nil)
    #expect(flow.coordinators == "app")
    let stopped = flow.diagnostics.filter { $0.contains("it ended all the same") }
    // As many as there is room for.
    #expect(stopped.count == 30)
    #expect(stopped.first?.contains("stopped after 1000000 instructions") == true)
    #expect(stopped.dropFirst().allSatisfy { $0.contains("stopped after 1 instructions") })
  }

  @Test("is what its turn fails with, whatever becomes of the error on its way")
  func disguised() throws {
    let bodies = [
      "coroutine.wrap(function() while true do self:log('0123456789') end end)()",
      "for _ in coroutine.wrap(function() while true do print('0123456789') end end) do end",
      "local x <close> = setmetatable({}, { __close = function() while true do print('01234') end end }) error('e')",
      "error(setmetatable({}, { __tostring = function() while true do print('01234') end end }))",
      "self:log(setmetatable({}, { __tostring = function() while true do print('01234') end end }))",
    ]
    for body in bodies {
      var limits = HostLimits()
      limits.logBytes = 1_000
      let excess = Excess(body: body, says: "")
      let flow = try Flow(Self.files(excess), limits: limits, luaLimits: excess.lua)
      flow.send("go", from: "home")
      #expect(flow.records.last?.error?.kind == .limit, "\(body)")
      #expect(
        flow.records.last?.error?.message == "the turn logs more than 1000 bytes", "\(body)")
    }
  }

  @Test("of what is kept from turn to turn is reached by small steps too, and frees itself")
  func kept() throws {
    var limits = HostLimits()
    limits.keptBytes = 1 << 20
    let bodies = [
      "self.router:push('x', { t = ('x'):rep(50000) })",
      "self:after(1000, 'e' .. self.state.taps, { t = ('x'):rep(50000) })",
      "self:set_attribute('a' .. self.state.taps, ('x'):rep(50000))",
      "self.services.store.set('a' .. self.state.taps, ('x'):rep(50000))",
      "self.children:start('child', { t = ('x'):rep(50000) }, { as = 'c' .. self.state.taps })",
    ]
    for body in bodies {
      let excess = Excess(body: "self.state.taps = self.state.taps + 1 " + body, says: "")
      let files = Self.files(excess).mapValues { $0.replacing("home = { go", with: "any = { go") }
      let flow = try Flow(files, limits: limits)
      var errors: [String] = []
      for _ in 0..<60 {
        flow.send("go")
        if let error = flow.error { errors.append(error) }
      }
      // A megabyte, and an eighth of one.
      #expect((20...24).contains(60 - errors.count), "\(body)")
      #expect(
        errors.allSatisfy {
          $0.hasPrefix("app.lua:5: more than 1048576 bytes are kept of params, inputs")
        })
      flow.send("tap")
      #expect(flow.error == nil)
    }
  }

  @Test("of records: those of large turns are let go of sooner, the newest is there")
  func records() throws {
    var limits = HostLimits()
    limits.recordBytes = 1 << 20
    let flow = try Flow(
      Self.files(Excess(body: "self:emit('x', { t = ('x'):rep(100000) })", says: "")),
      limits: limits)
    for _ in 0..<40 { flow.send("go", from: "home") }
    #expect((1..<15).contains(flow.host.records.count))
    #expect(flow.host.records.last?.turn == 41)
  }

  @Test("is never nothing: what is less than 1 is the least there is")
  func least() throws {
    for lua in [LuaLimits(instructions: 0), LuaLimits(instructions: -5), LuaLimits(seconds: -1)] {
      let problem = #expect(throws: ProjectError.self) {
        try Project(ProjectFiles(["app.lua": "for i = 1, 1e8 do end return {}"]), limits: lua)
      }
      #expect("\(String(describing: problem))".contains("stopped after"))
    }
  }

  @Test("of messages cuts no character")
  func message() throws {
    let flow = try Flow([
      "app.lua": """
      return { start = function(self) self.router:push("home") end,
        transitions = { home = { go = function() error("x" .. ("é"):rep(20000), 0) end } } }
      """
    ])
    flow.send("go")
    #expect(flow.error?.hasSuffix("éé… (40001 bytes)") == true)
  }

  @Test("of turns that follow from one event names the handler that was the last of them")
  func commit() throws {
    var limits = HostLimits()
    limits.turnsPerCommit = 4
    let flow = try Flow(
      [
        "app.lua": """
        local app = {}
        function app:start() self.router:push("home") self.children:start("editor") end
        app.transitions = {
          any = { retry = function(self) self.router:set_root("login") end },
        }
        return app
        """,
        "editor.lua": """
        local editor = { can_leave = { edit = function() return false end } }
        function editor:start() self.router:push("edit") end
        editor.transitions = {
          edit = {
            tap = { ignore = true },
            leave_blocked = function(self) self:emit("retry") end,
          },
        }
        return editor
        """,
      ], limits: limits)
    flow.back()
    let error = try #require(flow.errors.last)
    #expect(
      error.hasPrefix(
        "app.lua:4: the commit does not settle: 4 turns followed from one event, and "),
      "\(error)")
    #expect(error.hasSuffix(" would be the next"))
    #expect(flow.records.last?.error?.kind == .limit)
    #expect(flow.stack == ["home", "edit"])
    flow.send("tap")
    #expect(flow.error == nil)
  }

  @Test("of events that wait for a handler: the next one is refused")
  func queue() throws {
    var limits = HostLimits()
    limits.waitingEvents = 3
    let flow = try Flow(
      [
        "app.lua": """
        local app = {}
        function app:start() self.router:push("home") end
        app.transitions = { home = { go = { call = "go", busy = "queue" } } }
        function app:go() self:wait(1) self:log("gone") end
        return app
        """
      ], limits: limits)
    for _ in 0..<4 { flow.send("go") }
    #expect(flow.error == nil)
    flow.send("go")
    expect(
      flow.error, says: "app.lua:4: 3 events \"go\" wait for the handler of the one before them")
    for _ in 0..<5 { flow.advance(1) }
    #expect(flow.log == ["gone", "gone", "gone", "gone"])
  }

  @Test("of events that follow from one: a service that is asked by its own event for ever")
  func consequences() throws {
    var limits = HostLimits()
    limits.consequentEvents = 20
    let flow = try Flow(
      [
        "app.lua": """
        local app = {}
        function app:start() self.router:push("home") end
        app.transitions = {
          home = { go = "again", tap = { push = "list" } }, app = { answered = "again" },
        }
        function app:again() self.services.echo.ask() end
        return app
        """,
        "services.lua": "return { echo = { ask = function() emit('answered') end } }",
      ], limits: limits)
    flow.send("go")
    expect(flow.error, says: "20 events have followed from one and do not end")
    flow.send("tap")
    #expect(flow.stack == ["home", "list"])
  }
}
