import Coordination
import Navigation
import PlainValues
import ScriptedCoordination

/// Random events on a host without a trace, in a process of its own.
enum ManyEvents {
  /// The first word of the arguments of this program that has it do this.
  static let argument = "--count-memory"

  private static let scripts = [
    "app.lua": """
    local app = { state = { visits = 0 } }

    function app:start()
      self.router:push("home", { title = "home" })
    end

    app.transitions = {
      home = {
        open = function(self, payload)
          self.state.visits = self.state.visits + 1
          self.router:push("item", { number = payload.number })
        end,
        write = { start = "editor", with = true, present = "sheet" },
      },
      item = {
        open = { push = "item", with = true },
        rename = { update = true, with = true },
        home = { pop_to_root = true },
        warn = { present = "warning", style = "alert" },
        ask = { start = "editor", with = true },
      },
      warning = { ok = { ignore = true } },
      editor = {
        finished = function(self, text) self.state.text = text end,
        cancelled = { ignore = true },
      },
    }

    return app
    """,
    "editor.lua": """
    local editor = {}

    function editor:start(input)
      self.state.text = input.text
      self.router:push("editor", { text = input.text })
    end

    editor.transitions = {
      editor = {
        typed = function(self, payload)
          self.state.text = payload.text
          self.router:update { text = payload.text }
        end,
        saved = function(self) self:finish { text = self.state.text } end,
        broken = function(self) error("this turn is undone: " .. self.state.text) end,
        later = function(self, payload)
          self:wait(1)
          self.state.text = payload.text
        end,
      },
    }

    return editor
    """,
  ]

  /// The peak of the memory that is resident, before and after so many random events, in bytes.
  static func run(_ count: Int) throws -> (before: Int, after: Int) {
    var options = HostOptions()
    let clock = VirtualClock()
    options.clock = clock
    let project = try Project(ProjectFiles(scripts))
    let router = CallCounter()
    let host = project.makeHost(router: router, options: options)
    if let error = host.start() { throw WorkNotDone("the flow does not start: \(error)") }
    var random = Generator(state: 42)
    func send(_ count: Int) {
      for _ in 0..<count { step(host, &random) }
    }
    // What is kept for long is there by then: a thousand records, room in tables, what Lua collects late.
    send(max(20_000, count / 20))
    let before = try Memory.peak()
    send(count)
    let after = try Memory.peak()
    try check(host.records, calls: router.calls, events: count)
    return (before, after)
  }

  /// Refuses events that have done little, going by the newest records.
  private static func check(_ records: [TurnRecord], calls: Int, events: Int) throws {
    let happened: [(String, (TurnRecord) -> Bool)] = [
      ("failed", { $0.error != nil }), ("started a child", { !$0.started.isEmpty }),
      ("ended one", { !$0.ended.isEmpty }), ("navigated", { !$0.calls.isEmpty }),
    ]
    for (what, has) in happened where !records.contains(where: has) {
      throw WorkNotDone("among random events no turn has \(what)")
    }
    guard calls > events / 4 else { throw WorkNotDone("\(events) events have made \(calls) calls") }
  }

  private static func step(_ host: Host, _ random: inout Generator) {
    guard let front = host.navigation.front.last else { return }
    let events = host.events(of: front.id)
    switch random.next() % 16 {
    case 0: host.back()
    case 1: host.dismiss()
    case 2: host.advance(by: 0.5)
    case 3 where host.navigation.front.count > 20: host.send("home")
    case 3: host.appEvent("moved")
    default:
      guard !events.isEmpty else { return host.back() }
      let event = events[Int(random.next() % UInt64(events.count))]
      let number = Int(random.next() % 1_000)
      host.send(event, ["number": .integer(number), "text": .string("text \(number)")])
    }
  }

  /// A router that keeps nothing of what it is asked.
  private final class CallCounter: Router {
    private(set) var calls = 0

    func perform(_ calls: [RouterCall], from before: Navigation, to after: Navigation) {
      self.calls += calls.count
    }
  }

  /// The same numbers each time; SplitMix64 (Steele, Lea, Flood 2014).
  private struct Generator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return bits ^ (bits >> 31)
    }
  }
}
