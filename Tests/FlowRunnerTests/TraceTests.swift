import Coordination
import FlowRunner
import Foundation
import LuaRuntime
import PlainValues
import ScriptedCoordination
import Testing

/// A trace holds what is needed to do it again exactly, and replaying tells the first turn that is
/// not as it was.
@Suite("Traces")
struct TraceTests {
  private static func app(_ handlers: String, more: String = "") -> [String: String] {
    [
      "app.lua": """
      local app = { state = { n = 0 } }
      function app:start() self.router:push("home") end
      \(more)
      app.transitions = { \(handlers) }
      return app
      """
    ]
  }

  @Test("random numbers, the clock, timers and waits are the same when replayed")
  func sameAgain() throws {
    let recording = try Recording(
      Self.app(
        """
        home = {
          roll = function(self) self:log(math.random(), os.time(), os.clock()) end,
          later = function(self) self:after(2, "due", { n = math.random(100) }) end,
          wait = function(self) self:wait(3) self:log(os.time(), math.random(6)) end,
        },
        timer = { due = function(self, it) self:log(it.n) end },
        """), seed: .max)
    for event in ["roll", "later", "wait", "wait", "roll"] {
      recording.host.send(event)
      recording.host.advance(by: 0.7)
    }
    recording.host.advance(by: 10)
    let again = try recording.replay()
    #expect(again.agrees)
    #expect(again.text == (try recording.text))
    #expect(recording.records.contains { $0.event.name == "resumed" })
  }

  @Test("the real clock's times are in the trace, and replaying has them")
  func realClock() throws {
    let recording = try Recording(
      Self.app("home = { now = function(self) self:log(os.time(), os.clock()) end }"),
      clock: SystemClock())
    recording.host.send("now")
    usleep(3000)
    recording.host.send("now")
    let again = try recording.replay()
    #expect(again.agrees)
    #expect(again.text == (try recording.text))
  }

  @Test("what services in Swift answered is in the trace; they are not asked again")
  func swiftServices() async throws {
    final class Asked: @unchecked Sendable { var count = 0 }
    let asked = Asked()
    var services = ServiceTable()
    services["numbers"] = [
      "next": .sync { () -> Int in
        asked.count += 1
        return asked.count
      },
      "fail": .sync { () throws -> Int in throw ServiceValueError("no numbers today") },
      "slow": .pending { call in call.answer([.integer(call.arguments.count), "slow"]) },
    ]
    let files = Self.app(
      """
      home = {
        next = function(self) self:log(self.services.numbers.next(), self.services.numbers.next()) end,
        fail = function(self) self:log(self.services.numbers.fail()) end,
        slow = function(self) self:log(self.services.numbers.slow(1, nil, 3)) end,
      }
      """)
    let recording = try Recording(files, services: services)
    for event in ["next", "fail", "slow", "next"] { recording.host.send(event) }
    recording.host.takeAnswers()
    #expect(recording.records.flatMap(\.log).count == 4)
    #expect(asked.count == 4)
    let again = try recording.replay()
    #expect(again.agrees)
    #expect(again.text == (try recording.text))
    #expect(asked.count == 4)
  }

  @Test("services in Lua are scripts: they run again, with what they send")
  func luaServices() throws {
    var files = Self.app(
      """
      home = { ask = function(self) self:log(self.services.numbers.next("a")) end },
      app = { told = function(self, n) self.state.n = n end },
      """)
    files["services.lua"] = """
      local count = 0
      return { numbers = { next = function(word)
        count = count + 1
        emit("told", count)
        sleep(1)
        return word .. count, math.random(10)
      end } }
      """
    let recording = try Recording(files)
    for _ in 0..<3 {
      recording.host.send("ask")
      recording.host.advance(by: 2)
    }
    let again = try recording.replay()
    #expect(again.agrees)
    #expect(again.text == (try recording.text))
    files["services.lua"] = files["services.lua"]?.replacing("count + 1", with: "count + 2")
    #expect(try recording.replay(files).differs.contains("event"))
  }

  @Test("the store is as it was when the trace began, whatever it has now")
  func store() throws {
    let recording = try Recording(
      Self.app(
        """
        home = { count = function(self)
          local store = self.services.store
          store.set("n", (store.get("n") or 0) + 1)
          self:log(store.get("n"))
        end }
        """), store: MemoryStore(["n": 41]))
    recording.host.send("count")
    recording.host.send("count")
    #expect(recording.records.flatMap(\.log) == ["42", "43"])
    #expect(try recording.replay().agrees)
  }

  @Test("gestures, links, dropped events and failures are done again")
  func allArrivals() throws {
    let recording = try Recording(
      Self.app(
        """
        home = { go = { push = "next" }, modal = { present = "sheet" }, fail = function() error("no") end },
        any = { deep = function(self) self.router:push(self.name) end },
        """, more: "app.links = { [\"item/:id\"] = { push = \"next\", with = true } }"))
    let host = recording.host
    host.send("go")
    if let top = host.navigation.front.last { host.userWentBack(from: top.id) }
    host.send("modal")
    if let modal = host.navigation.visibleModals.last { host.userPulledDown(modal.id) }
    host.open("app://item/7?a=b")
    host.open("nowhere")
    host.send("fail")
    host.send("go")
    host.back()
    host.back()
    host.dismiss()
    host.selectTab("x")
    host.appEvent("woken", ["n": 1])
    let again = try recording.replay()
    #expect(again.agrees)
    #expect(again.text == (try recording.text))
  }

  @Test("a trace that ends within what follows from its last event agrees as far as it goes")
  func cutAnywhere() throws {
    var files = Self.app(
      """
      home = { go = function(self)
        self:run("child")
        self.services.bus.tell()
        self:open("next")
      end },
      app = { told = function(self) self:run("child") self:log("told") end },
      """, more: "app.links = { next = { push = \"next\" } }")
    files["child.lua"] = "return { start = function(self) self:finish() end }"
    files["services.lua"] = "return { bus = { tell = function() emit(\"told\") end } }"
    let recording = try Recording(files)
    recording.host.send("go")
    try recording.end()
    let lines = try recording.text.split(separator: "\n")
    #expect(lines.count == 8)
    for count in 2..<lines.count {
      try Data((lines.prefix(count).joined(separator: "\n") + "\n").utf8)
        .write(to: URL(fileURLWithPath: recording.path))
      #expect(
        try Recording.replay(recording.path, files).outcome
          == .agrees(turns: count - 1, ending: .cutOff))
    }
  }

  @Test("however much scripts do in the course of a long run, it is done again")
  func long() throws {
    var files = Self.app(
      "home = { tap = function(self) self.services.bus.tell() end }, app = { told = { ignore = true } }"
    )
    files["services.lua"] = "return { bus = { tell = function() emit(\"told\") end } }"
    let recording = try Recording(files)
    for _ in 0..<10_050 { recording.host.send("tap") }
    #expect(try recording.replay().outcome == .agrees(turns: 20_101, ending: .complete))
  }

  @Test("a turn that could not write the store is undone again, though the disk is there now")
  func storeFails() throws {
    let files = Self.app(
      """
      home = { count = function(self)
        self.state.n = self.state.n + 1
        self.services.store.set("n", self.state.n)
        self:log(self.state.n)
      end },
      """)
    let recording = try Recording(files, store: BrokenStore(failing: [3, 4]))
    for _ in 0..<4 { recording.host.send("count") }
    #expect(recording.records.count { $0.error != nil } == 2)
    let again = try recording.replay()
    #expect(again.agrees)
    #expect(again.text == (try recording.text))
  }

  @Test("what services answered in a start that failed, and what is not plain data, is in it too")
  func oddAnswers() throws {
    var services = ServiceTable()
    services["odd"] = [
      "next": .values { [.integer($0.count)] },
      "nan": .values { _ in [.number(.nan)] },
      "later": .pending { call in call.answer([.number(.nan)]) },
    ]
    var files = Self.app(
      """
      home = {
        start = function(self)
          pcall(self.children.start, self.children, "child")
          self:log(self.services.odd.next(1, 2))
        end,
        nan = function(self) self:log(self.services.odd.nan()) end,
        later = function(self) self:log(self.services.odd.later()) end,
      },
      """)
    files["child.lua"] = """
      return { start = function(self) self.services.odd.next() error("no") end }
      """
    let recording = try Recording(files, services: services)
    for event in ["start", "nan", "later"] { recording.host.send(event) }
    recording.host.takeAnswers()
    let log = recording.records.flatMap(\.log)
    #expect(log.first == "2")
    #expect(log.count == 3)
    #expect(log.dropFirst().allSatisfy { $0.contains("answers with what is not plain data") })
    let again = try recording.replay()
    #expect(again.agrees)
    #expect(again.text == (try recording.text))
  }

  @Test("a restored flow is recorded with its snapshot")
  func restored() throws {
    let files = Self.app(
      "home = { go = { push = \"next\" } }, next = { roll = function(self) self:log(math.random()) end }"
    )
    let first = try Recording(files, seed: 5)
    first.host.send("go")
    first.host.send("roll")
    let second = try Recording(
      files, launch: .restore(try first.host.snapshot(), missing: .refused))
    second.host.send("roll")
    let again = try second.replay()
    #expect(again.agrees)
    #expect(again.text == (try second.text))
    #expect(second.records.last?.log != first.records.last?.log)
  }

  // MARK: Limits

  /// Loops for ever, and says how far it came.
  private static let looping = TraceTests.app(
    """
    home = {
      loop = function(self)
        math.random()
        local n = 0
        while true do
          n = n + 1
          if n % 100000 == 0 then self:log(n) end
        end
      end,
      fill = function(self)
        local all = {}
        self:log("filling")
        while true do all[#all + 1] = ("x"):rep(1000) .. #all end
      end,
      roll = function(self) self:log(math.random()) end,
    }
    """)

  @Test("what time stopped is stopped there again, on a machine of any speed")
  func stoppedByTime() throws {
    let recording = try Recording(
      Self.looping, limits: LuaLimits(seconds: 0.05, bytes: 64 << 20, counting: .exact))
    for event in ["roll", "loop", "roll", "loop"] { recording.host.send(event) }
    #expect(recording.records.count { $0.error?.kind == .limit } == 2)
    #expect(
      recording.records.filter { !$0.stops.isEmpty }.map { $0.stops[0].bound } == [
        "seconds", "seconds",
      ])
    let again = try recording.replay()
    #expect(again.outcome == .agrees(turns: 5, ending: .complete))
    #expect(again.text == (try recording.text))
  }

  @Test("what memory stopped is stopped again")
  func stoppedByMemory() throws {
    let recording = try Recording(
      Self.looping,
      limits: LuaLimits(
        instructions: 200_000_000, seconds: 60, bytes: 4 << 20, counting: .exact))
    for event in ["roll", "fill", "roll"] { recording.host.send(event) }
    #expect(recording.records.count { $0.error?.kind == .limit } == 1)
    let again = try recording.replay()
    #expect(again.outcome == .agrees(turns: 4, ending: .complete))
    #expect(again.text == (try recording.text))
  }

  @Test("a finish that time stopped is stopped there again, though its turn goes on")
  func stoppedFinish() throws {
    var files = Self.app(
      "home = { go = { start = \"child\" } }, question = { done = { emit = \"x\" } }, any = { x = function(self) self.children:cancel_all() end }"
    )
    files["child.lua"] = """
      local child = {}
      function child:start() self.router:push("question") end
      function child:finish() while true do end end
      child.transitions = { question = { over = { finish = true } } }
      return child
      """
    let recording = try Recording(
      files, limits: LuaLimits(seconds: 0.05, bytes: 64 << 20, counting: .exact))
    recording.host.send("go")
    recording.host.send("over")
    recording.host.send("go")
    let turn = try #require(recording.records.first { !$0.stops.isEmpty })
    #expect(turn.result == .committed)
    #expect(turn.stops[0].part == 1)
    let again = try recording.replay()
    #expect(again.agrees)
    #expect(again.text == (try recording.text))
  }

  // MARK: Differences

  private static let small = TraceTests.app(
    "home = { go = { push = \"next\" }, tick = function(self) self:log(\"tick\") end }")

  @Test("the first turn that is not as it was is told, with what differs")
  func differs() throws {
    let recording = try Recording(Self.small)
    for event in ["tick", "go", "tick"] { recording.host.send(event) }
    var edited = Self.small
    edited["app.lua"] = edited["app.lua"]?.replacing("push = \"next\"", with: "push = \"other\"")
    guard case .differs(let difference) = try recording.replay(edited).outcome else {
      Issue.record("it agrees")
      return
    }
    #expect(difference.turn == 3)
    #expect(difference.line == 4)
    #expect(difference.event == "go from home")
    #expect(difference.entries.map(\.key) == ["calls", "screen", "stack", "handlers"])
    #expect(difference.entries[1].then == "next")
    #expect(difference.entries[1].now == "other")
  }

  @Test("that a place in a script has moved is no difference")
  func moved() throws {
    let recording = try Recording(
      Self.app("home = { go = { push = \"next\" }, fail = function() error(\"no\") end }"))
    recording.host.send("fail")
    recording.host.send("go")
    var edited = Self.app(
      "home = { go = { push = \"next\" }, fail = function() error(\"no\") end }")
    edited["app.lua"] = "-- a line more\n\n" + (edited["app.lua"] ?? "")
    #expect(try recording.replay(edited).agrees)
  }

  @Test("a timer that is not set any more, and events that now follow, are differences")
  func missingAndMore() throws {
    let timer = Self.app(
      "home = { go = function(self) self:after(1, \"due\") end }, timer = { due = { push = \"next\" } }"
    )
    let recording = try Recording(timer)
    recording.host.send("go")
    recording.host.advance(by: 2)
    var without = timer
    without["app.lua"] = timer["app.lua"]?.replacing("self:after(1, \"due\")", with: "")
    guard case .differs(let missing) = try recording.replay(without).outcome else {
      Issue.record("it agrees")
      return
    }
    #expect(missing.turn == 3)
    #expect(missing.entries.allSatisfy { $0.now == nil })

    // Set for another time: it is no longer due when it was.
    for wait in ["0.5", "7"] {
      var other = timer
      other["app.lua"] = timer["app.lua"]?.replacing("after(1,", with: "after(\(wait),")
      #expect(try recording.replay(other).differs.contains("arrival"))
    }

    let more = Self.app(
      "home = { go = function(self) self:open(\"next\") end }",
      more: "app.links = { next = { push = \"next\" } }")
    let quiet = Self.app(
      "home = { go = function(self) end }", more: "app.links = { next = { push = \"next\" } }")
    let short = try Recording(quiet)
    short.host.send("go")
    guard case .differs(let extra) = try short.replay(more).outcome else {
      Issue.record("it agrees")
      return
    }
    #expect(extra.entries.allSatisfy { $0.then == nil })
  }

  // MARK: Traces that are not in order

  @Test(
    "a trace that is cut short, edited or of another kind says so, in its line", arguments: damages)
  func broken(_ damage: Damage) throws {
    let recording = try Recording(Self.small)
    for event in ["tick", "go"] { recording.host.send(event) }
    try recording.end()
    var lines = try recording.text.split(separator: "\n").map(String.init)
    damage.change(&lines)
    let path = recording.path + ".bad"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try lines.joined(separator: "\n").write(toFile: path, atomically: false, encoding: .utf8)
    var said: String
    do {
      switch try Recording.replay(path, Self.small).outcome {
      case .broken(let line, let problem, _): said = "\(line): \(problem)"
      case .differs(let difference): said = "differs in turn \(difference.turn)"
      case .agrees: said = "agrees"
      }
    } catch let error as TraceError {
      said = "1: \(error)"
    }
    #expect(said.contains(damage.message), "\(said)")
  }

  struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let message: String
    let change: @Sendable (inout [String]) -> Void
  }

  static let damages: [Damage] = [
    Damage(testDescription: "nothing in it", message: "1: the trace is empty") { $0 = [] },
    Damage(testDescription: "no trace", message: "1: trace: this is no trace") {
      $0[0] = #"{"turn":1}"#
    },
    Damage(
      testDescription: "no JSON",
      message: "1: this is no trace, or its first line is cut short or edited, column 1"
    ) {
      $0[0] = "hello"
    },
    Damage(
      testDescription: "a later version",
      message: "this trace is of version 2, this Sextant reads 1"
    ) {
      $0[0] = $0[0].replacing(#""sextant_trace":1"#, with: #""sextant_trace":2"#)
    },
    Damage(testDescription: "an unknown key", message: "unknown key \"sead\"") {
      $0[0] = $0[0].replacing("\"seed\"", with: "\"sead\"")
    },
    Damage(
      testDescription: "a seed that is none", message: "trace.seed: it has to be a whole number"
    ) {
      $0[0] = $0[0].replacing(#""seed":"0""#, with: #""seed":"-1""#)
    },
    Damage(testDescription: "a time that is none", message: "trace.time: this is a string") {
      $0[0] = $0[0].replacing(#""time":0.0"#, with: #""time":"now""#)
    },
    Damage(
      testDescription: "a service's function twice",
      message: "trace.services: prices has a function's name twice"
    ) {
      $0[0] = $0[0].replacing(#""services":{}"#, with: #""services":{"prices":["of","of"]}"#)
    },
    Damage(testDescription: "cut in a line", message: "3: the line is cut short or edited") {
      $0 = Array($0.prefix(3))
      $0[2] = String($0[2].prefix(100))
    },
    Damage(testDescription: "cut between lines", message: "agrees") { $0 = Array($0.prefix(3)) },
    Damage(testDescription: "the first line alone", message: "1: there is no turn in the trace") {
      $0 = Array($0.prefix(1))
    },
    Damage(testDescription: "more after its end", message: "6: this stands after the end") {
      $0.append($0[3])
    },
    Damage(testDescription: "a line missing", message: "3: this is turn 3 where turn 2 should be") {
      $0.remove(at: 2)
    },
    Damage(testDescription: "no turn", message: "3: this line is not a turn") { $0[2] = "{}" },
    Damage(testDescription: "deep nesting", message: "3: the line is cut short or edited") {
      $0[2] = String(repeating: "[", count: 100_000)
    },
    Damage(testDescription: "no arrival", message: "3: turn 2 does not say what began its commit") {
      $0[2] = $0[2].replacing("\"arrival\"", with: "\"arival\"")
    },
    Damage(testDescription: "an arrival that is none", message: "3: turn 2 does not say what began")
    {
      $0[2] = $0[2].replacing("\"from\":\"outside\"", with: "\"from\":\"elsewhere\"")
    },
    Damage(testDescription: "a stop that is none", message: "3: stops has {\"at\":-1}") {
      $0[2] = $0[2].replacing("\"stack\"", with: "\"stops\":[{\"at\":-1}],\"stack\"")
    },
    Damage(testDescription: "an edited value", message: "differs in turn 3") {
      $0[3] = $0[3].replacing("\"screen\":\"next\"", with: "\"screen\":\"home\"")
    },
    Damage(testDescription: "an event of a screen that never was", message: "differs in turn 2") {
      $0[2] = $0[2].replacing("\"send\":\"tick\"", with: "\"send\":\"tock\"")
    },
  ]

  @Test("whatever is done to a trace, replaying ends and says something")
  func mutations() throws {
    let recording = try Recording(Self.small)
    for event in ["tick", "go", "tick"] { recording.host.send(event) }
    recording.host.advance(by: 1)
    let bytes = Array(try recording.text.utf8)
    let path = recording.path + ".mutated"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var generator = SystemRandomNumberGenerator()
    for round in 0..<120 {
      var changed = bytes
      let at = round * bytes.count / 120
      switch round % 4 {
      case 0: changed = Array(changed.prefix(at))
      case 1: changed[at] = UInt8.random(in: 0...255, using: &generator)
      case 2: changed.removeSubrange(at..<min(at + 7, changed.count))
      default: changed.insert(contentsOf: Array("9999999999999999999".utf8), at: at)
      }
      try Data(changed).write(to: URL(fileURLWithPath: path))
      do {
        let replayed = try Recording.replay(path, Self.small)
        if case .broken(_, let problem, _) = replayed.outcome { #expect(!problem.isEmpty) }
      } catch let error as TraceError {
        #expect(!error.description.isEmpty)
      }
    }
  }
}
