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

/// A coordinator in Swift that takes links, and asks before its form is left.
private struct SwiftEditor: Coordinator {
  var isSaved = false

  static var links: [String] { ["draft/:id", "script/*"] }
  static func guardsLeaving(_ screen: String) -> Bool { screen == "form" }

  mutating func start(_ context: CoordinatorContext) throws { try context.router.push("home") }

  mutating func follow(
    _ link: Link, under pattern: String, _ context: CoordinatorContext
  ) throws -> Disposition {
    guard pattern == "draft/:id" else {
      let child = try context.children.start("child", ["n": 7])
      try context.children.open(link, in: child)
      return .handled
    }
    try context.router.push("form", ["id": .string(link.captures["id"] ?? "")])
    return .handled
  }

  func permits(_ leaving: Leaving, _ context: CoordinatorContext) throws -> Bool {
    isSaved || leaving.params["id"] == "free"
  }

  mutating func handle(_ event: Event, _ context: CoordinatorContext) throws -> Disposition {
    switch (event.source, event.name) {
    case (.screen("form"), "save"): isSaved = true
    case (.screen("form"), EventNames.leaveBlocked):
      try context.router.present("sure", style: .alert)
    case (.screen("sure"), "yes"): try context.router.proceed()
    default: return .declined
    }
    return .handled
  }
}

/// A coordinator in Swift with a pattern that can be none.
private struct WrongEditor: Coordinator {
  static var links: [String] { ["a//b"] }
  mutating func start(_ context: CoordinatorContext) throws { try context.router.push("form") }
  mutating func handle(_ event: Event, _ context: CoordinatorContext) throws -> Disposition {
    .declined
  }
}

@Suite("Coordinators in Swift and in Lua, each other's parents and children")
struct MixedTreeTests {
  // MARK: Links and leaving

  private func editor() throws -> Flow {
    let swift = SwiftCoordinators()
    swift.register("app") { SwiftEditor() }
    return try Flow(
      [
        "child.lua": """
        local child = {}
        function child:start(input) self.router:push("list", input) end
        child.links = { [":name"] = { push = "one", with = true } }
        return child
        """
      ], swift: swift)
  }

  @Test("a coordinator in Swift whose pattern is wrong is not started, and the error says why")
  func swiftPattern() throws {
    let swift = SwiftCoordinators()
    swift.register("editor") { WrongEditor() }
    let flow = try Flow(
      [
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = { edit = { start = "editor" } } },
        }
        """
      ], swift: swift)
    flow.send("edit")
    #expect(flow.error?.contains("\"a//b\" has an empty segment") == true)
    #expect(flow.coordinators == "app")
    #expect(flow.stack == ["home"])
  }

  @Test("a coordinator in Swift takes links, and passes what is left of them on to a script")
  func swiftLinks() throws {
    let flow = try editor()
    flow.open("app://draft/free")
    #expect(flow.stack == ["home", "form"])
    flow.open("script/tea?a=1")
    #expect(flow.stack == ["home", "form", "list", "one"])
    #expect(flow.params["name"] == "tea")
    #expect(flow.params["query"] == ["a": "1"])
    flow.open("script/a/b")
    #expect(flow.error?.contains("child has :name") == true)
  }

  @Test("a coordinator in Swift is asked before its screen is left, is told, and proceeds")
  func swiftLeaving() throws {
    let flow = try editor()
    flow.open("draft/3")
    #expect(!flow.beginBack())
    flow.back()
    #expect(flow.records.contains { $0.result == .blocked && $0.blocked == "form" })
    #expect(flow.modals == ["sure"])
    flow.send("yes")
    #expect(flow.stack == ["home"])
    flow.open("draft/4")
    flow.send("save")
    flow.back()
    #expect(flow.stack == ["home"])
  }

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
