import Coordination
import PlainValues
import Testing

/// Services in services.lua that sleep, and services that stand for others.
@Suite("Services in Lua, and for a subtree")
struct ServiceScriptTests {
  private func flow(
    _ home: String, services: String, more: [String: String] = [:], app: String = "",
    functions: [String: ServiceTable.Service] = [:]
  ) throws -> Flow {
    let files = [
      "app.lua": """
      local app = {}
      function app:start() self.router:push("home") end
      app.transitions = { home = { \(home) }, \(app) }
      return app
      """,
      "services.lua": services,
    ]
    return try Flow(files.merging(more) { _, more in more }, functions: functions)
  }

  private static let sleepy = """
    return { accounts = { sign_in = function(name)
      sleep(1)
      emit("slept", { name = name })
      sleep(2)
      return { name = name }, "welcome"
    end } }
    """

  // MARK: Sleeping

  @Test("a service in Lua may sleep, several times: whoever called it waits that long")
  func sleeps() throws {
    let flow = try flow(
      """
      go = function(self)
        local user, note = self.services.accounts.sign_in("Ada")
        self:log(user.name, note)
      end
      """,
      services: Self.sleepy,
      app: "app = { slept = function(self, payload) self:log(\"slept \" .. payload.name) end }")
    flow.send("go")
    flow.advance(1)
    #expect(flow.log == ["slept Ada"])
    flow.advance(1.5)
    #expect(flow.log == ["slept Ada"])
    flow.advance(0.5)
    #expect(flow.log == ["slept Ada", "Ada\twelcome"])
    #expect(flow.diagnostics.isEmpty)
    #expect(flow.host.nextDeadline == nil)
  }

  @Test("a service that sleeps never goes on once its caller has ended")
  func ended() throws {
    let flow = try flow(
      "go = function(self) self.services.accounts.sign_in(\"Ada\") self:log(\"never\") end, leave = { finish = true }",
      services: """
        return { accounts = { sign_in = function() sleep(1) print("never") end } }
        """)
    flow.send("go")
    flow.send("leave")
    flow.advance(5)
    #expect(flow.log.isEmpty)
    #expect(flow.host.nextDeadline == nil)
  }

  @Test("a turn that fails takes the sleep back")
  func undone() throws {
    let flow = try flow(
      "", services: "return { a = { b = function() sleep(1) print(\"never\") end } }",
      more: [
        "app.lua": """
        return {
          start = function(self) self.children:start("child") end,
          transitions = { child = { noted = function() error("no luck") end } },
        }
        """,
        "child.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = { go = function(self)
            self:emit("noted")
            self.services.a.b()
          end } },
        }
        """,
      ])
    flow.send("go")
    expect(flow.error, says: "no luck")
    #expect(flow.host.nextDeadline == nil)
  }

  @Test("an error after a sleep is raised at the call, at its line: pcall catches it")
  func failsLater() throws {
    let flow = try flow(
      """
      go = function(self) self.services.a.b() end,
      safe = function(self) self:log(pcall(self.services.a.b)) end,
      """,
      services: """
        return { a = { b = function()
          sleep(1)
          error("no luck")
        end } }
        """)
    flow.send("go")
    flow.advance(1)
    expect(flow.errors.last, says: "services.lua:3", "no luck")
    flow.send("safe")
    flow.advance(1)
    #expect(flow.errors.count == 1)
    expect(flow.log.last, says: "false\t", "no luck")
  }

  @Test("a start may wait for one that sleeps")
  func start() throws {
    let flow = try flow(
      "go = { start = \"child\" }", services: Self.sleepy,
      more: [
        "child.lua": """
        return { start = function(self)
          local user = self.services.accounts.sign_in("Ada")
          self.router:push("page", user)
        end }
        """
      ])
    flow.send("go")
    #expect(flow.stack == ["home"])
    flow.advance(3)
    #expect(flow.stack == ["home", "page"])
    #expect(flow.params == ["name": "Ada"])
  }

  @Test("what it was asked is in the record")
  func recorded() throws {
    let flow = try flow(
      "go = function(self) self.services.accounts.sign_in(\"Ada\") end", services: Self.sleepy)
    let turns = flow.send("go")
    #expect(turns.flatMap(\.calledServices) == ["accounts.sign_in[\"Ada\"]"])
  }

  @Test(
    "sleeping is an error where nobody can wait",
    arguments: [
      (
        "go = { when = function(self) return self.services.a.b(1) end, push = \"x\" }",
        ["app.lua", "a.b", "guard", "may only read"]
      ),
      ("go = function(self) self.services.a.b(-1) end", ["services.lua:1", "sleep", "-1"]),
      ("go = function(self) self.services.a.b(0/0) end", ["argument 1"]),
      ("go = function(self) self.services.a.b(\"x\") end", ["services.lua:1", "number"]),
      (
        "go = function(self) table.sort({ 2, 1 }, function() self.services.a.b(1) end) end",
        ["app.lua", "a.b", "Lua cannot suspend"]
      ),
      (
        "go = function(self) self.services.a.sorted() end",
        ["services.lua:2", "sleep", "Lua can suspend"]
      ),
    ])
  func cannotSleep(transition: String, words: [String]) throws {
    let flow = try flow(
      transition,
      services: """
        return { a = { b = function(n) sleep(n) print("never") end,
          sorted = function() table.sort({ 2, 1 }, function() sleep(1) end) end } }
        """)
    flow.send("go")
    expect(flow.error, says: words)
    #expect(flow.host.nextDeadline == nil)
    #expect(flow.log.isEmpty)
    #expect(flow.stack == ["home"])
  }

  @Test("services cannot sleep while they are loaded, and coordinators have no sleep")
  func elsewhere() throws {
    let problems = try problems(in: [
      "app.lua": shows("home"), "services.lua": "sleep(1)\nreturn {}",
    ])
    #expect(problems.count == 1)
    expect(problems.first, says: "services.lua:1: error: ", "sleep", "a coordinator has called")
    let flow = try flow("go = function() sleep(1) end", services: "return {}")
    flow.send("go")
    expect(flow.error, says: "app.lua", "sleep")
  }

  @Test("a service that yields by itself is an error")
  func yields() throws {
    let flow = try flow(
      "go = function(self) self.services.a.b() end",
      services: "return { a = { b = function() coroutine.yield() end } }")
    flow.send("go")
    #expect(flow.error != nil)
    #expect(flow.host.nextDeadline == nil)
  }

  // MARK: For a subtree

  /// `app` starts `child` in some way; it and its own child `below` ask who they are.
  private func subtree(_ start: String, child: String = "{}") throws -> Flow {
    try Flow(
      [
        "app.lua": """
        local app = {}
        function app:start()
          self.router:push("home")
          self:log("app", self.services.accounts.who())
        end
        app.transitions = { home = {
          go = \(start),
          again = function(self) self:log("again", self.services.accounts.who()) end,
        } }
        return app
        """,
        "child.lua": """
        return { start = function(self)
          self.router:push("page")
          self:log("child", self.services.accounts.who(), self.services.accounts.since())
          self.children:start("below", {}, { services = \(child) })
        end }
        """,
        "below.lua": """
        return { start = function(self) self:log("below", self.services.accounts.who()) end }
        """,
        "services.lua": """
        return {
          accounts = { who = function() return "real" end, since = function() return 2020 end },
          demo = { who = function() return "demo" end, since = function() return 1 end },
          other = { who = function() return "other" end },
        }
        """,
      ],
      functions: ["swift": ["who": .sync { () in "swift" }, "since": .sync { () in 2 }]])
  }

  @Test(
    "what stands for a service holds for the child and all below it, and for nobody else",
    arguments: [
      "{ start = \"child\", services = { accounts = \"demo\" } }",
      "function(self) self.children:start(\"child\", {}, { services = { accounts = \"demo\" } }) end",
      "function(self) self:run(\"child\", {}, { services = { accounts = \"demo\" } }) end",
    ])
  func overrides(start: String) throws {
    let flow = try subtree(start)
    flow.send("go")
    flow.send("again", from: "home")
    #expect(flow.log.prefix(3) == ["app\treal", "child\tdemo\t1", "below\tdemo"])
  }

  @Test("others are not changed by it, once it has been used too")
  func others() throws {
    let flow = try subtree("{ start = \"child\", services = { accounts = \"demo\" } }")
    flow.send("go")
    flow.back()
    flow.send("again")
    #expect(flow.log.last == "again\treal")
  }

  @Test("a service in Swift may stand for one in Lua")
  func across() throws {
    let flow = try subtree("{ start = \"child\", services = { accounts = \"swift\" } }")
    flow.send("go")
    #expect(flow.log.dropFirst() == ["child\tswift\t2", "below\tswift"])
  }

  @Test("the nearest says what stands for it; what it names is what that is where it stands")
  func nested() throws {
    let nearest = try subtree(
      "{ start = \"child\", services = { accounts = \"demo\" } }", child: "{ accounts = \"other\" }"
    )
    nearest.send("go")
    #expect(nearest.log.last == "below\tother")
    let through = try subtree(
      "{ start = \"child\", services = { accounts = \"demo\" } }",
      child: "{ accounts = \"accounts\" }")
    through.send("go")
    #expect(through.log.last == "below\tdemo")
  }

  @Test("the record says which service was really called")
  func recordedName() throws {
    let flow = try subtree("{ start = \"child\", services = { accounts = \"swift\" } }")
    let turns = flow.send("go")
    #expect(Set(turns.flatMap(\.services).map(\.service)) == ["swift"])
  }

  @Test(
    "what stands for a service and is not there, or lacks a function, is an error that names both",
    arguments: [
      ("dem", ["there is no service \"dem\"", "accounts", "did you mean \"demo\""]),
      ("other", ["since", "other"]),
    ])
  func missing(name: String, words: [String]) throws {
    let flow = try subtree("{ start = \"child\", services = { accounts = \"\(name)\" } }")
    flow.send("go")
    expect(flow.error, says: ["child.lua:3"] + words)
    #expect(flow.coordinators == "app")
  }

  @Test(
    "options that are no names are errors",
    arguments: [
      "self.children:start(\"child\", {}, { services = \"demo\" })",
      "self.children:start(\"child\", {}, { services = { accounts = 5 } })",
      "self:run(\"child\", {}, { services = { accounts = { \"demo\" } } })",
    ])
  func wrongOption(call: String) throws {
    let flow = try subtree("function(self) \(call) end")
    flow.send("go")
    expect(flow.error, says: "app.lua:7", "services", "a table of names", "accounts")
    #expect(flow.coordinators == "app")
  }

  @Test(
    "in an action they are errors at load",
    arguments: ["\"demo\"", "{ accounts = 5 }", "{ \"demo\" }", "{ accounts = function() end }"])
  func wrongAction(services: String) throws {
    try expectOneProblem(
      in: [
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = {
            go = { start = "child",
              services = \(services) },
          } },
        }
        """,
        "child.lua": shows("page"),
      ], at: "app.lua:5", says: ["services", "a table of names"])
  }
}
