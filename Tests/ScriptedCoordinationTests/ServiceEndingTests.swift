import Coordination
import PlainValues
import Testing

/// Calls of services whose answers nobody waits for any more, and those that nobody could wait for.
@Suite("Services that nobody waits for")
struct ServiceEndingTests {
  private let accounts = LateService()

  private func flow(
    _ home: String = "", page: String = "", more: String = "", start: String = ""
  ) throws -> Flow {
    try Flow(asking: accounts, home, page: page, more: more, start: start)
  }

  private static let signIn = LateService.signIn

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

  @Test("a host that is dropped tells whom it had asked, and leaves nothing")
  func dropped() throws {
    let count = Counter()
    weak var host: Host?
    do {
      let flow = try flow(Self.signIn)
      flow.send("go")
      accounts.calls[0].onCancel { count.add() }
      host = flow.host
      #expect(host != nil)
    }
    #expect(host == nil)
    #expect(count.value == 1)
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
}
