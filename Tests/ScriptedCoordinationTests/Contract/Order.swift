import PlainValues
import Testing

extension ScriptingContract {
  @Suite("The order of things in a turn")
  struct Order {
    @Test("what a handler emits is heard once it has returned, in the order it was emitted")
    func emits() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.children:start("auth") end,
          transitions = { auth = {
            tried = function(self) print("tried") end,
            failed_once = function(self) print("failed once") end,
          } },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login") end,
          transitions = { login = { submitted = function(self)
            self:emit("tried")
            self:emit("failed_once")
            print("returned")
          end } },
        }
        """,
      ])
      let before = flow.records.count
      flow.send("submitted")
      #expect(flow.log == ["returned", "tried", "failed once"])
      #expect(flow.records.count == before + 1)
    }

    @Test("what a child emits in its start is heard after the handler that started it")
    func emitsInStart() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.children:start("auth")
            print("started")
          end,
          transitions = { auth = { ready = function(self) print("ready") end } },
        }
        """,
        "auth.lua": "return { start = function(self) self:emit(\"ready\") end }",
      ])
      #expect(flow.log == ["started", "ready"])
    }

    @Test("a child is ended by the call that ends it, and its parent told after the handler")
    func ends() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.children:start("auth") end,
          transitions = { auth = { finished = function(self) print("told") end } },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login") end,
          finish = function(self) print("clean-up") end,
          transitions = { login = { done = function(self)
            print("before")
            self:finish()
            print("after")
          end } },
        }
        """,
      ])
      flow.send("done")
      #expect(flow.log == ["before", "clean-up", "after", "told"])
    }

    @Test("a conversation between parent and child is one turn, and one call to the platform")
    func conversation() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.children:start("auth") end,
          transitions = { auth = { asked = function(self, question, event)
            self.router:push("answer")
            event.child:send("answered")
          end } },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login") end,
          transitions = {
            login = { help = { emit = "asked" } },
            parent = { answered = { push = "thanks" } },
          },
        }
        """,
      ])
      flow.clear()
      let records = flow.send("help")
      #expect(records.count == 1)
      #expect(flow.calls == ["set_stack login answer thanks"])
      #expect(records.last?.calls.map(\.description) == flow.calls)
    }

    @Test("a turn's record says what was asked, what began, what ended and what the platform did")
    func record() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.children:start("auth") end,
          transitions = { auth = { finished = { start = "main" } } },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login") end,
          transitions = { login = { done = { finish = true, with = true } } },
        }
        """,
        "main.lua": shows("home"),
      ])
      let record = try #require(flow.send("done", ["id": 7]).last)
      #expect(record.event.name == "done")
      #expect(record.event.source == "login")
      #expect(record.started.map(\.name) == ["main"])
      #expect(record.ended.map(\.name) == ["auth"])
      #expect(record.calls.map(\.description) == ["set_root home"])
      #expect(record.error == nil)
    }

    @Test("turns are numbered one by one")
    func numbers() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = { go = { ignore = true } } },
        }
        """
      ])
      flow.send("go")
      flow.send("go")
      let turns = flow.records.map(\.turn)
      #expect(turns == Array((turns.first ?? 0)..<((turns.first ?? 0) + 3)))
    }
  }
}
