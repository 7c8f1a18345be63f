import PlainValues
import Testing

extension ScriptingContract.Undo {
  @Test("an end that the parent's handler failed on")
  func end() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:push("home")
          self.children:start("auth")
        end,
        transitions = { auth = { finished = function(self, user)
          if user.id == 0 then error("nobody") end
          print(user.id)
        end } },
      }
      """,
      "auth.lua": """
      return {
        state = { tries = 0 },
        start = function(self) self.router:push("login") end,
        transitions = { login = { submitted = function(self, user)
          self.state.tries = self.state.tries + 1
          self:finish(user)
        end } },
      }
      """,
    ])
    flow.send("submitted", ["id": 0])
    expect(flow.error, says: "nobody")
    #expect(flow.coordinators == "app(auth)")
    #expect(flow.state("app/auth") == ["tries": 0])
    #expect(flow.stack == ["home", "login"])
    flow.send("submitted", ["id": 7])
    #expect(flow.log == ["7"])
    #expect(flow.coordinators == "app")
  }

  @Test("the end of the root")
  func rootsEnd() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self) self.router:push("home") end,
        transitions = { home = { go = function(self)
          self:finish()
          error("no luck")
        end, open = { push = "detail" } } },
      }
      """
    ])
    flow.send("go")
    #expect(flow.finished == nil)
    flow.send("open")
    #expect(flow.stack == ["home", "detail"])
  }

  @Test("what it emitted and sent, which nobody hears")
  func events() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self) self.children:start("auth") end,
        transitions = { auth = {
          tried = function(self) print("heard") end,
          asked = function(self, _, event)
            event.child:send("answered")
            error("no luck")
          end,
        } },
      }
      """,
      "auth.lua": """
      return {
        start = function(self) self.router:push("login") end,
        transitions = {
          login = {
            fail = function(self)
              self:emit("tried")
              error("no luck")
            end,
            ask = { emit = "asked" },
          },
          parent = { answered = function(self) print("answered") end },
        },
      }
      """,
    ])
    for event in ["fail", "ask"] {
      flow.send(event)
      expect(flow.error, says: "no luck")
    }
    #expect(flow.log.isEmpty)
  }

  @Test("what all heard of the application's event, where one of them fails")
  func applicationEvent() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self) self.children:start("auth") end,
        transitions = { app = { paused = { push = "lock" } } },
      }
      """,
      "auth.lua": """
      return {
        start = function(self) self.router:push("login") end,
        transitions = { app = { paused = function(self) error("no luck") end } },
      }
      """,
    ])
    flow.app("paused")
    #expect(flow.stack == ["login"])
    #expect(flow.calls == ["push login"])
  }

  @Test("what the user asked for, where a handler of it fails")
  func request() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:push("home")
          self.children:start("auth")
        end,
        transitions = { auth = { cancelled = function(self) error("no luck") end } },
      }
      """,
      "auth.lua": shows("login"),
    ])
    flow.back()
    expect(flow.error, says: "no luck")
    #expect(flow.stack == ["home", "login"])
    #expect(flow.coordinators == "app(auth)")
  }

  @Test("a root that fails to start leaves nothing")
  func root() throws {
    let flow = try Flow([
      "app.lua": """
      return { start = function(self)
        self.router:push("home")
        self.children:start("auth")
        error("no luck")
      end }
      """,
      "auth.lua": shows("login"),
    ])
    expect(flow.error, says: "app.lua:4: no luck")
    #expect(flow.calls.isEmpty)
    #expect(flow.screen == nil)
  }
}
