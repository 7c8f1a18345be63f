import Coordination
import PlainValues
import Testing

/// Services that answer later: asked once the turn has succeeded, and waited for.
@Suite("Services that answer later")
struct ServiceCallTests {
  private let accounts = LateService()

  private func flow(
    _ home: String = "", page: String = "", more: String = "", start: String = ""
  ) throws -> Flow {
    try Flow(asking: accounts, home, page: page, more: more, start: start)
  }

  private static let signIn = LateService.signIn

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
