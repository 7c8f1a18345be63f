import Coordination
import Navigation
import PlainValues
import Testing

/// A coordinator in Swift that starts the script `child`, and hears of what it does.
private struct SwiftParent: Coordinator {
  var heard: [String] = []

  mutating func start(_ context: CoordinatorContext) throws {
    try context.router.push("home")
    try context.children.start("child", context.input)
  }

  mutating func handle(_ event: Event, _ context: CoordinatorContext) throws -> Disposition {
    switch (event.source, event.name) {
    case (.child("child"), "noted"):
      heard.append("noted \(event.payload.value.integer ?? 0)")
      context.log(heard.joined(separator: ", "))
    case (.child("child"), "fails"):
      heard.append("never")
      try context.router.push("never")
      throw FlowError(.failure, "the parent fails")
    case (.child("child"), EventNames.finished):
      try context.router.push("thanks", event.payload)
    case (.child("child"), EventNames.cancelled):
      context.log("cancelled: \(event.payload.value.string ?? "")")
    default: return .declined
    }
    return .handled
  }
}

/// A coordinator in Swift for a script to start.
private struct SwiftChild: Coordinator {
  static var appEvents: [String] { ["session_expired"] }

  mutating func start(_ context: CoordinatorContext) throws {
    if context.input["fails"] != nil { throw FlowError(.failure, "cannot start") }
    try context.router.push("question", context.input)
  }

  mutating func handle(_ event: Event, _ context: CoordinatorContext) throws -> Disposition {
    switch (event.source, event.name) {
    case (.screen("question"), "yes"): try context.finish(PackedValue(["answer": true]))
    case (.screen("question"), "say"): try context.emit("said", event.payload)
    case (.parent, "change"): try context.router.update("question", event.payload)
    case (.app, "session_expired"): try context.cancel("expired")
    default: return .declined
    }
    return .handled
  }

  mutating func finish(_ outcome: Outcome, _ context: CoordinatorContext) throws {
    context.log("child over: \(outcome.reason ?? "finished")")
  }
}

@Suite("Coordinators in Swift and in Lua, each other's parents and children")
struct MixedTreeTests {
  private func swiftParent() throws -> Flow {
    let swift = SwiftCoordinators()
    swift.register("app") { SwiftParent() }
    return try Flow(
      [
        "child.lua": """
        local child = {}
        function child:start(input) self.router:push("form", { n = input.n }) end
        child.transitions = { form = {
          note = { emit = "noted", with = true },
          ask_too_much = { steps = { { push = "more" }, { emit = "fails" } } },
          done = { finish = true, with = true },
        } }
        return child
        """
      ], input: ["n": 3], swift: swift)
  }

  @Test("a script under a Swift coordinator gets its input, and its events and result go up")
  func scriptedChild() throws {
    let flow = try swiftParent()
    #expect(flow.coordinators == "app(child)")
    #expect(flow.params == ["n": 3])
    flow.send("note", 1)
    flow.send("note", 2)
    #expect(flow.log == ["noted 1", "noted 1, noted 2"])
    flow.send("done", ["total": 5])
    #expect(flow.coordinators == "app")
    #expect(flow.stack == ["home", "thanks"])
    #expect(flow.params == ["total": 5])
  }

  @Test("a Swift handler that fails undoes what the script and it have done in that turn")
  func swiftFailure() throws {
    let flow = try swiftParent()
    flow.send("ask_too_much")
    #expect(flow.error == "the parent fails")
    #expect(flow.stack == ["home", "form"])
    flow.send("note", 9)
    #expect(flow.log == ["noted 9"])
  }

  @Test("back over a script's only screen ends it, and the Swift parent hears why")
  func back() throws {
    let flow = try swiftParent()
    flow.back()
    #expect(flow.coordinators == "app")
    #expect(flow.log == ["cancelled: back"])
  }

  private func luaParent() throws -> Flow {
    let swift = SwiftCoordinators()
    swift.register("native") { SwiftChild() }
    return try Flow(
      [
        "app.lua": """
        local app = {}
        function app:start() self.router:push("home") end
        app.transitions = {
          home = {
            ask = { start = "native", with = true },
            try = function(self, payload)
              local ok, problem = pcall(function() self.children:start("native", { fails = true }) end)
              self.router:update { ok = ok, problem = problem }
            end,
          },
          native = {
            said = function(self, payload, event)
              event.child:send("change", { heard = payload.text })
            end,
            finished = { push = "result", with = true },
            ended = function(self, reason) self:log("over: " .. reason) end,
          },
        }
        return app
        """
      ], swift: swift)
  }

  @Test("a Swift coordinator under a script gets input, hears its parent, and its result goes up")
  func swiftChild() throws {
    let flow = try luaParent()
    flow.send("ask", ["text": "?"])
    #expect(flow.coordinators == "app(native)")
    flow.send("say", ["text": "hm"])
    #expect(flow.params == ["text": "?", "heard": "hm"])
    flow.send("yes")
    #expect(flow.coordinators == "app")
    #expect(flow.screen == "result")
    #expect(flow.params == ["answer": true])
    #expect(flow.log == ["child over: finished"])
  }

  @Test("an application event reaches a Swift coordinator, whose end a script hears of as ended")
  func appEvent() throws {
    let flow = try luaParent()
    flow.send("ask")
    flow.app("session_expired")
    #expect(flow.coordinators == "app")
    #expect(flow.log == ["child over: expired", "over: expired"])
  }

  @Test("a Swift coordinator that fails to start can be caught by the script, and leaves nothing")
  func caughtStart() throws {
    let flow = try luaParent()
    flow.send("try")
    #expect(flow.error == nil)
    #expect(flow.coordinators == "app")
    #expect(flow.params["ok"] == false)
    #expect(flow.params["problem"]?.string?.contains("cannot start") == true)
  }
}
