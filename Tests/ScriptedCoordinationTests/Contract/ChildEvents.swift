import PlainValues
import Testing

extension ScriptingContract {
  @Suite("How a parent hears of a child's end")
  struct ChildEvents {
    /// A root over `main` over `auth`, whose screen finishes with the payload or cancels.
    private func flow(main: String, app: String = "") throws -> Flow {
      try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("main")
          end,
          transitions = { \(app) },
        }
        """,
        "main.lua": """
        local function say(where)
          return function(self, value, event) print(where, value.id or value) end
        end
        return {
          start = function(self)
            self.router:push("list")
            self.children:start("auth")
          end,
          transitions = { \(main) },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login") end,
          transitions = { login = {
            submitted = { finish = true, with = true },
            skipped = { cancel = "skipped" },
            left = { cancel = true },
          } },
        }
        """,
      ])
    }

    @Test("finished has the result")
    func finished() throws {
      let flow = try flow(main: "auth = { finished = function(self, user) print(user.id) end }")
      flow.send("submitted", ["id": 7])
      #expect(flow.log == ["7"])
    }

    @Test(
      "cancelled has the reason, which is cancelled where none was given",
      arguments: [("skipped", "skipped"), ("left", "cancelled")])
    func cancelled(event: String, reason: String) throws {
      let flow = try flow(main: "auth = { cancelled = function(self, reason) print(reason) end }")
      flow.send(event)
      #expect(flow.log == [reason])
    }

    @Test("ended hears of either that is not named beside it")
    func ended() throws {
      let both = "auth = { ended = function(self, value) print(\"ended\", value.id or value) end }"
      var flow = try flow(main: both)
      flow.send("submitted", ["id": 7])
      #expect(flow.log == ["ended\t7"])

      flow = try self.flow(main: both)
      flow.send("skipped")
      #expect(flow.log == ["ended\tskipped"])

      flow = try self.flow(main: "auth = { ended = say(\"ended\"), finished = say(\"finished\") }")
      flow.send("submitted", ["id": 7])
      #expect(flow.log == ["finished\t7"])
    }

    @Test(
      "the child's name comes before any",
      arguments: [
        ("auth = { finished = say(\"auth\") }, any = { finished = say(\"any\") }", "auth\t7"),
        ("auth = { ended = say(\"auth\") }, any = { finished = say(\"any\") }", "auth\t7"),
        ("auth = { cancelled = say(\"auth\") }, any = { finished = say(\"any\") }", "any\t7"),
        ("any = { ended = say(\"any\") }", "any\t7"),
      ])
    func order(transitions: String, heard: String) throws {
      let flow = try flow(main: transitions)
      flow.send("submitted", ["id": 7])
      #expect(flow.log == [heard])
    }

    @Test("a child that cancels itself in its start is cancelled like any other")
    func inStart() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            print(self.children:start("auth").name)
          end,
          transitions = { auth = { cancelled = function(self, reason) print(reason) end } },
        }
        """,
        "auth.lua": """
        return { start = function(self)
          self.router:push("login")
          self:cancel("not_now")
        end }
        """,
      ])
      #expect(flow.log == ["auth", "not_now"])
      #expect(flow.calls == ["push home"])
    }

    @Test("only the parent hears of it, handled or not")
    func parentOnly() throws {
      let flow = try flow(
        main: "",
        app: """
          main = { finished = function(self) print("app") end },
          any = { ended = function(self) print("app") end }
          """)
      flow.send("submitted", ["id": 7])
      #expect(flow.coordinators == "app(main)")
      #expect(flow.log.isEmpty)
    }

    @Test("an end that nobody names: a result is a diagnostic, a cancellation is silent")
    func unhandled() throws {
      var flow = try flow(main: "")
      flow.send("submitted", ["id": 7])
      #expect(flow.error == nil)
      #expect(flow.diagnostics.count == 1)
      expect(flow.diagnostics.first, says: "finish", "auth", "main")

      flow = try self.flow(main: "")
      flow.send("skipped")
      #expect(flow.diagnostics.isEmpty)
      #expect(flow.coordinators == "app(main)")
    }

    @Test("the event has the child's name and input still, however much memory was used meanwhile")
    func handle() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("auth", { n = 5 })
          end,
          transitions = { auth = { finished = function(self, result, event)
            print(event.name, event.source, event.child.name, event.child.input.n)
          end } },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login") end,
          transitions = { login = { done = function(self)
            for n = 1, 100000 do local garbage = { n } end
            self:finish()
          end } },
        }
        """,
      ])
      flow.send("done")
      #expect(flow.log == ["finished\tauth\tauth\t5"])
    }
  }

  @Suite("What a parent sends to a child")
  struct ParentEvents {
    /// A root over `main` over `item`; the root sends `go` to main when it hears `ask`.
    private func flow(main: String, item: String = "") throws -> Flow {
      try Flow([
        "app.lua": """
        return {
          start = function(self) self.children:start("main") end,
          transitions = {
            app = { ask = function(self)
              self.children:find("main"):send("go", { n = 7 })
              print("asked")
            end },
            main = { go = function(self) print("app.main") end },
            any = { go = function(self) print("app.any") end },
          },
        }
        """,
        "main.lua": """
        return {
          start = function(self)
            self.router:push("list")
            self.children:start("item")
          end,
          transitions = { \(main) },
        }
        """,
        "item.lua": """
        return { start = function(self) self.router:push("page") end, transitions = { \(item) } }
        """,
      ])
    }

    @Test("is its parent's event, after the running handler, in the same turn")
    func send() throws {
      let flow = try flow(
        main: """
          parent = { go = function(self, payload, event)
            print(payload.n, event.name, event.source)
            self.router:push("detail")
          end }
          """)
      flow.clear()
      let before = flow.records.count
      flow.app("ask")
      #expect(flow.log == ["asked", "7\tgo\tparent"])
      #expect(flow.calls == ["push detail"])
      #expect(flow.records.count == before + 1)
    }

    @Test("never bubbles, up or down, and any does not hear it")
    func noBubbling() throws {
      let flow = try flow(
        main: "any = { go = function(self) print(\"main.any\") end }",
        item: "parent = { go = function(self) print(\"item.parent\") end }")
      flow.app("ask")
      #expect(flow.log == ["asked"])
      #expect(flow.error == nil)
      #expect(flow.diagnostics.count == 1)
      expect(flow.diagnostics.first, says: "go", "main")
    }

    @Test("answers a child through the event's handle")
    func answer() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.children:start("item", {}, { as = "left" })
            self.children:start("item", {}, { as = "right" })
          end,
          transitions = { any = { price_of = function(self, sku, event)
            event.child:send("price", { of = sku.name, is = 5 })
          end } },
        }
        """,
        "item.lua": """
        return {
          start = function(self) self.router:push("page") end,
          transitions = {
            page = { asked = { emit = "price_of", with = true } },
            parent = { price = function(self, price) print(self.name, price.of, price.is) end },
          },
        }
        """,
      ])
      flow.send("asked", ["name": "tea"])
      #expect(flow.log == ["right\ttea\t5"])
    }
  }

  @Suite("What the application tells")
  struct ApplicationEvents {
    @Test("is given to every coordinator that names it, root first, and never bubbles")
    func everyone() throws {
      let says = """
        app = { paused = function(self, payload, event)
          print(self.name, payload.n, event.name, event.source)
        end }
        """
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.children:start("main")
            self.children:start("other")
          end,
          transitions = { \(says), main = { paused = function(self) print("bubbled") end } },
        }
        """,
        "main.lua": """
        return {
          start = function(self) self.children:start("item") end,
          transitions = { any = { paused = function(self) print("any") end } },
        }
        """,
        "item.lua": "return { start = function(self) end, transitions = { \(says) } }",
        "other.lua": "return { start = function(self) end, transitions = { \(says) } }",
      ])
      flow.app("paused", ["n": 7])
      #expect(flow.log.first == "app\t7\tpaused\tapp")
      #expect(Set(flow.log.dropFirst()) == ["item\t7\tpaused\tapp", "other\t7\tpaused\tapp"])
      #expect(flow.log.count == 3)
    }

    @Test("is not for who was started by it, nor for who ended by it")
    func aliveThroughout() throws {
      let says = "app = { paused = function(self) print(self.name) end }"
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.children:start("auth", {}, { as = "old" })
            self.children:start("auth", {}, { as = "kept" })
          end,
          transitions = { app = { paused = function(self)
            self.children:cancel(self.children:find("old"))
            self.children:start("auth", {}, { as = "new" })
          end } },
        }
        """,
        "auth.lua": "return { start = function(self) end, transitions = { \(says) } }",
      ])
      flow.app("paused")
      #expect(flow.log == ["kept"])
    }

    @Test("is one turn, whoever hears it")
    func oneTurn() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.children:start("auth") end,
          transitions = { app = { paused = { push = "lock" } } },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) end,
          transitions = { app = { paused = { push = "hint" } } },
        }
        """,
      ])
      let before = flow.records.count
      flow.app("paused")
      #expect(flow.calls == ["set_stack lock hint"])
      #expect(flow.records.count == before + 1)
    }
  }
}
