import Coordination
import PlainValues
import Synchronization
import Testing

/// Services that answer later: asked once the turn has succeeded, and waited for.
@Suite("Services that answer later")
struct ServiceCallTests {
  private let accounts = LateService()

  /// A root with the screen `home`, and a child `child` with the screen `page`.
  private func flow(
    _ home: String = "", page: String = "", more: String = "", start: String = ""
  ) throws -> Flow {
    try Flow(
      [
        "app.lua": """
        local app = {}
        function app:start() self.router:push("home") \(start) end
        app.transitions = {
          home = { open = { start = "child" }, \(home) },
          \(more)
        }
        return app
        """,
        "child.lua": """
        local child = {}
        function child:start() self.router:push("page") end
        child.transitions = { page = { \(page) } }
        return child
        """,
      ],
      functions: ["accounts": ["sign_in": accounts.function]])
  }

  private static let signIn = """
    go = function(self)
      local user, problem = self.services.accounts.sign_in("a@b.c", 3)
      self:log(user, problem)
    end
    """

  // MARK: Asking and answering

  @Test("a handler waits for the answer and goes on with its values, in a turn of its own")
  func answered() throws {
    let flow = try flow(
      """
      go = function(self)
        local user, note = self.services.accounts.sign_in({ email = "a@b.c" }, nil, 3)
        self.router:push("hello", { name = user.name, note = note })
      end
      """)
    flow.send("go")
    #expect(accounts.calls.map(\.arguments) == [[["email": "a@b.c"], nil, 3]])
    #expect(flow.stack == ["home"])
    flow.clear()
    let turns = flow.answer(accounts.calls[0], ["name": "Ada"], "welcome")
    #expect(turns.map(\.event.name) == ["answered", "resumed"])
    #expect(Set(turns.map(\.commit)).count == 1)
    #expect(flow.calls == ["push hello"])
    #expect(flow.params == ["name": "Ada", "note": "welcome"])
    #expect(flow.diagnostics.isEmpty)
  }

  @Test("a failure is nil and a message, and fails nothing")
  func failure() throws {
    let flow = try flow(Self.signIn)
    flow.send("go")
    flow.fail(accounts.calls[0], "wrong password")
    #expect(flow.log == ["nil\twrong password"])
    #expect(flow.errors.isEmpty)
  }

  @Test("an answer of nothing gives nothing, and one of nil in the middle keeps its place")
  func nothing() throws {
    let flow = try flow(
      "go = function(self) self:log(select(\"#\", self.services.accounts.sign_in())) end, "
        + "three = function(self) self:log(self.services.accounts.sign_in()) end")
    flow.send("go")
    flow.answer(accounts.calls[0])
    flow.send("three")
    flow.answer(accounts.calls[1], 1, nil, 3)
    #expect(flow.log == ["0", "1\tnil\t3"])
  }

  @Test("the first answer counts, and a second is nothing")
  func once() throws {
    let flow = try flow(Self.signIn)
    flow.send("go")
    flow.answer(accounts.calls[0], "first")
    #expect(flow.answer(accounts.calls[0], "second").isEmpty)
    flow.fail(accounts.calls[0], "third")
    #expect(flow.log == ["first\tnil"])
  }

  @Test("an answer that is no plain data is nil and a message that names the function")
  func notPlain() throws {
    let flow = try flow(Self.signIn)
    flow.send("go")
    flow.answer(accounts.calls[0], .number(.nan))
    expect(flow.log.last, says: "nil\t", "accounts.sign_in", "plain data")
  }

  @Test("a service that answers as it is asked is waited for all the same")
  func immediately() throws {
    let flow = try Flow(
      [
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = { go = function(self)
            self:log(self.services.accounts.sign_in())
          end } },
        }
        """
      ],
      functions: ["accounts": ["sign_in": .pending { $0.answer(["at once"]) }]])
    let turns = flow.send("go")
    #expect(flow.log == ["at once"])
    #expect(turns.map(\.event.name) == ["go", "answered", "resumed"])
  }

  @Test("start may wait for one, in pcall and in coroutines of its own too")
  func places() throws {
    let flow = try flow(
      start: """
        local ok, user = pcall(self.services.accounts.sign_in)
        local each = coroutine.wrap(function() return self.services.accounts.sign_in() end)
        self:log(ok, user, each())
        """)
    flow.answer(accounts.calls[0], "Ada")
    flow.answer(accounts.calls[1], "Bob")
    #expect(flow.log == ["true\tAda\tBob"])
  }

  @Test("the record has the call with what was asked, and the answer under the function's name")
  func recorded() throws {
    let flow = try flow(Self.signIn)
    let asked = flow.send("go")
    #expect(asked.flatMap(\.calledServices) == ["accounts.sign_in[\"a@b.c\",3]"])
    #expect(asked.flatMap(\.services).allSatisfy { $0.results == nil })
    let answered = flow.answer(accounts.calls[0], "Ada")
    #expect(answered.first?.event.source == "accounts.sign_in")
    #expect(answered.first?.event.payload.value == ["Ada"])
  }

  // MARK: Undoing

  @Test("the function is never called when the turn fails after all")
  func undone() throws {
    let flow = try flow(
      page: """
        go = function(self)
          self:emit("noted")
          self.services.accounts.sign_in()
          self:log("never")
        end
        """, more: "child = { noted = function() error(\"no luck\") end }")
    flow.send("open")
    flow.send("go")
    expect(flow.error, says: "no luck")
    #expect(accounts.calls.isEmpty)
    // Nothing of the failed turn waits still.
    flow.send("go")
    #expect(flow.diagnostics.isEmpty)
    #expect(flow.log.isEmpty)
  }

  @Test("it is never called where the turn that asked ends the coordinator")
  func endedInItsTurn() throws {
    let flow = try flow(
      page: """
        go = function(self)
          self:emit("noted")
          self.services.accounts.sign_in()
          self:log("never")
        end
        """, more: "child = { noted = function(self) self.children:cancel_all() end }")
    flow.send("open")
    flow.send("go")
    #expect(flow.coordinators == "app")
    #expect(accounts.calls.isEmpty)
    #expect(flow.log.isEmpty)
  }

  @Test("a turn that fails leaves the call, and the handler it had dropped, as they were")
  func undoneEnd() throws {
    let flow = try flow(
      page: Self.signIn,
      more: "app = { stop = function(self) self.children:cancel_all() error(\"no\") end }")
    flow.send("open")
    flow.send("go")
    let count = Counter()
    accounts.calls[0].onCancel { count.add() }
    flow.app("stop")
    #expect(count.value == 0)
    flow.answer(accounts.calls[0], "Ada")
    #expect(flow.log == ["Ada\tnil"])
  }

  // MARK: Nobody waits any more

  @Test("a late answer finds nothing, also where a new coordinator stands in the old one's place")
  func late() throws {
    let flow = try flow(page: Self.signIn)
    flow.send("open")
    flow.send("go")
    flow.back()
    #expect(flow.answer(accounts.calls[0], "late").isEmpty)
    flow.send("open")
    flow.send("go")
    #expect(accounts.calls.count == 2)
    flow.back()
    flow.send("open")
    flow.send("go")
    #expect(flow.answer(accounts.calls[1], "late").isEmpty)
    #expect(flow.log.isEmpty)
    flow.answer(accounts.calls[2], "Ada")
    #expect(flow.log == ["Ada\tnil"])
    #expect(flow.diagnostics.isEmpty)
  }

  @Test("whoever was asked is told once that nobody waits: after an end, a lost screen, closing")
  func cancelled() throws {
    let ends: [(Flow) -> Void] = [
      { $0.back() }, { $0.swipedBack() }, { $0.app("stop") }, { $0.host.close() },
    ]
    for end in ends {
      let accounts = LateService()
      let flow = try Flow(
        [
          "app.lua": """
          return {
            start = function(self) self.router:push("home") end,
            transitions = {
              home = { open = { start = "child" } },
              app = { stop = function(self) self.children:cancel_all() end },
            },
          }
          """,
          "child.lua": """
          return {
            start = function(self) self.router:push("page") end,
            transitions = { page = { \(Self.signIn) } },
          }
          """,
        ], functions: ["accounts": ["sign_in": accounts.function]])
      flow.send("open")
      flow.send("go")
      let before = Counter()
      let after = Counter()
      accounts.calls[0].onCancel { before.add() }
      end(flow)
      #expect(before.value == 1)
      accounts.calls[0].onCancel { after.add() }
      #expect(after.value == 1, "one that comes too late is told at once")
      flow.answer(accounts.calls[0], "late")
      #expect(flow.log.isEmpty)
    }
  }

  @Test("one that has answered is not told anything")
  func notCancelled() throws {
    let flow = try flow(page: Self.signIn)
    flow.send("open")
    flow.send("go")
    let count = Counter()
    accounts.calls[0].onCancel { count.add() }
    flow.answer(accounts.calls[0], "Ada")
    flow.back()
    accounts.calls[0].onCancel { count.add() }
    #expect(count.value == 0)
  }

  @Test("a call that is held holds no coordinator that has ended")
  func holdsNothing() throws {
    let flow = try flow(page: Self.signIn)
    flow.send("open")
    flow.send("go")
    weak var ended: LiveCoordinator?
    ended = flow.host.root?.childrenOldestFirst.last
    #expect(ended != nil)
    flow.back()
    #expect(ended == nil)
    #expect(flow.host.liveCount == 1)
    #expect(accounts.calls.count == 1)
  }

  @Test("two thousand handlers that never heard of their answer leave memory flat")
  func flat() throws {
    let flow = try Flow(
      [
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = { open = { start = "child" } } },
        }
        """,
        "child.lua": """
        return {
          start = function(self) self.router:push("page") end,
          transitions = { page = { go = function(self)
            local big = { self.input, { 1, 2, 3 } }
            self:log(#big, self.services.accounts.sign_in())
          end } },
        }
        """,
      ],
      functions: ["accounts": ["sign_in": .pending { _ in }]])
    let curve = (0..<4).map { _ in
      for _ in 0..<500 {
        flow.host.send("open")
        flow.host.send("go")
        flow.host.back()
      }
      flow.project.collectGarbage()
      return flow.project.luaMemory
    }
    #expect(curve[3] - curve[1] < 16_384, "\(curve)")
    #expect(flow.host.liveCount == 1)
    #expect(flow.log.isEmpty)
  }

  // MARK: Where a handler cannot wait

  @Test(
    "waiting is an error where it cannot be, and then the function is not called",
    arguments: [
      (
        "go = { when = function(self) self.services.accounts.sign_in() end, push = \"x\" }", "guard"
      ),
      ("go = { push = \"x\", with = function(self) self.services.accounts.sign_in() end }", "with"),
      (
        "go = function(self) table.sort({ 2, 1 }, function() self.services.accounts.sign_in() end) end",
        "Lua cannot suspend"
      ),
    ])
  func refused(transition: String, says: String) throws {
    let flow = try flow(transition)
    flow.send("go")
    expect(flow.error, says: "app.lua", "accounts.sign_in", says)
    #expect(accounts.calls.isEmpty)
    #expect(flow.stack == ["home"])
  }

  @Test("finish may call what answers at once, and not what answers later")
  func inFinish() throws {
    let flow = try Flow(
      [
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = { go = { start = "child" } } },
        }
        """,
        "child.lua": """
        return {
          start = function(self) self:finish() end,
          finish = function(self)
            self:log(self.services.accounts.who())
            self.services.accounts.sign_in()
          end,
          transitions = {},
        }
        """,
      ],
      functions: [
        "accounts": ["sign_in": accounts.function, "who": .sync { () in "Ada" }]
      ])
    flow.send("go")
    #expect(flow.coordinators == "app")
    #expect(accounts.calls.isEmpty)
    expect(
      flow.diagnostics.first { $0.contains("accounts") }, says: "finish of app/child failed",
      "accounts.sign_in")
  }

  @Test("a guard, with and can_leave may call what answers at once")
  func inGuards() throws {
    let flow = try Flow(
      [
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = { go = {
            when = function(self) return self.services.accounts.known("Ada") end,
            push = "x", with = function(self) return { who = self.services.accounts.who() } end,
          } } },
        }
        """
      ],
      functions: [
        "accounts": [
          "who": .sync { () in "Ada" }, "known": .sync { (name: String) in name == "Ada" },
        ]
      ])
    flow.send("go")
    #expect(flow.params == ["who": "Ada"])
  }

  @Test("a colon in place of the dot is noticed before anything is asked")
  func colon() throws {
    let flow = try flow("go = function(self) self.services.accounts:sign_in(\"a\") end")
    flow.send("go")
    expect(flow.error, says: "app.lua", "accounts.sign_in", "dot")
    #expect(accounts.calls.isEmpty)
  }

  // MARK: After it has gone on

  @Test("what fails after the answer undoes its own turn only, and app.failed tells")
  func failedAfter() throws {
    let flow = try flow(
      """
      go = function(self)
        self.state.asked = true
        self.services.accounts.sign_in()
        self.state.answered = true
        error("no luck")
      end
      """, more: "app = { failed = function(self) self:log(\"told\") end }")
    flow.send("go")
    flow.answer(accounts.calls[0], "Ada")
    #expect(flow.errors.count == 1)
    expect(flow.errors.first, says: "app.lua", "no luck")
    #expect(flow.state("app") == ["asked": true])
    #expect(flow.log == ["told"])
  }

  @Test(
    "a child that is started by a handler which has waited is one of its own: it waits for itself")
  func nestedStart() throws {
    let flow = try Flow(
      [
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = {
            home = { go = function(self)
              self.services.accounts.sign_in()
              self.children:start("child")
              self:wait(10)
              self:log("the parent goes on")
            end },
            child = { cancelled = function(self, reason) self:log("child " .. reason) end },
            app = { failed = function(self) self:log("app failed") end },
          },
        }
        """,
        "child.lua": """
        return { start = function(self)
          self.router:push("page")
          self:wait(1)
          error("no luck")
        end }
        """,
      ],
      functions: ["accounts": ["sign_in": accounts.function]])
    flow.send("go")
    flow.answer(accounts.calls[0])
    flow.advance(20)
    #expect(flow.log == ["child failed", "the parent goes on"])
    #expect(flow.coordinators == "app")
  }
}

/// Counts, from whatever thread.
final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}
