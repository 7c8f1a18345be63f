import PlainValues
import Testing

extension ScriptingContract.Scenarios {
  @Test("7. A second finish is a reported error and ends nothing again")
  func finishedTwice() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:push("home")
          self.children:start("detail")
        end,
        transitions = { detail = { finished = function(self, result) print("told", result) end } },
      }
      """,
      "detail.lua": """
      return {
        start = function(self) self.router:push("page") end,
        finish = function(self, result) print("finish", result) end,
        transitions = { page = {
          done = function(self)
            self:finish("first")
            print(pcall(self.finish, self, "second"))
          end,
        } },
      }
      """,
    ])
    flow.send("done")
    #expect(flow.log.count == 3)
    #expect(flow.log.first == "finish\tfirst")
    expect(flow.log.dropFirst().first, says: "false\t", "finish")
    #expect(flow.log.last == "told\tfirst")
    #expect(flow.coordinators == "app")
  }

  @Test("7. A second finish that nobody catches fails the turn, so that the first is undone too")
  func finishedTwiceUncaught() throws {
    let flow = try Flow([
      "app.lua": """
      return { start = function(self)
        self.router:push("home")
        self.children:start("detail")
      end }
      """,
      "detail.lua": """
      return {
        start = function(self) self.router:push("page") end,
        transitions = { page = { done = { steps = { { finish = true }, { finish = true } } } } },
      }
      """,
    ])
    flow.send("done")
    expect(flow.error, says: "detail.lua:3: ", "finish")
    #expect(flow.coordinators == "app(detail)")
    #expect(flow.stack == ["home", "page"])
  }

  @Test(
    "8. A child that finishes inside its start gives its parent one result, and leaves nothing",
    arguments: [
      "self.children:start(\"detail\")",
      "self.children:start(\"detail\", {}, { present = \"sheet\" })",
    ])
  func finishInsideStart(start: String) throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:push("home")
          local child = \(start)
          print(child.name, #self.children)
        end,
        transitions = { detail = { finished = function(self, result) print("told", result) end } },
      }
      """,
      "detail.lua": """
      return { start = function(self)
        self.router:push("page")
        self:finish(7)
      end }
      """,
    ])
    #expect(flow.log == ["detail\t0", "told\t7"])
    #expect(flow.coordinators == "app")
    #expect(flow.calls == ["push home"])
    #expect(flow.diagnostics.isEmpty)
  }

  @Test("9. A parent that ends with live descendants: post-order, siblings newest first")
  func postOrder() throws {
    let tells = "finish = function(self, result, reason) print(self.input.name, reason) end"
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self) self.children:start("main", { name = "main" }) end,
        transitions = { app = { leave = function(self) self.children:cancel_all("left") end } },
      }
      """,
      "main.lua": """
      return {
        start = function(self)
          self.children:start("leaf", { name = "a" })
          self.children:start("branch", { name = "b" })
          self.children:start("leaf", { name = "c" })
        end,
        \(tells),
      }
      """,
      "branch.lua": """
      return {
        start = function(self) self.children:start("leaf", { name = "b1" }) end,
        \(tells),
      }
      """,
      "leaf.lua": "return { start = function(self) end, \(tells) }",
    ])
    flow.app("leave")
    #expect(
      flow.log == [
        "c\tparent_ended", "b1\tparent_ended", "b\tparent_ended", "a\tparent_ended", "main\tleft",
      ])
    #expect(flow.coordinators == "app")
  }

  @Test("10. No child lives under a parent that has ended: none can be started after the end")
  func noChildAfterEnd() throws {
    let flow = try Flow([
      "app.lua": """
      return { start = function(self)
        self.router:push("home")
        self.children:start("main")
      end }
      """,
      "main.lua": """
      return {
        start = function(self) self.router:push("list") end,
        finish = function(self) print(pcall(self.children.start, self.children, "detail")) end,
        transitions = { list = { done = function(self)
          self:finish()
          print(pcall(self.children.start, self.children, "detail"))
        end } },
      }
      """,
      "detail.lua": shows("page"),
    ])
    flow.send("done")
    #expect(flow.log.count == 2)
    #expect(flow.log.allSatisfy { $0.hasPrefix("false\t") })
    #expect(flow.coordinators == "app")
    #expect(flow.stack == ["home"])
  }

  @Test("10. No child lives under a parent that has ended: those that it started before go with it")
  func noChildOfEndedStart() throws {
    let flow = try Flow([
      "app.lua": """
      return { start = function(self)
        self.router:push("home")
        self.children:start("main")
      end, transitions = { main = { finished = { ignore = true } } } }
      """,
      "main.lua": """
      return { start = function(self)
        self.children:start("detail", {}, { present = "sheet" })
        self:finish()
      end }
      """,
      "detail.lua": tellsItsEnd("page"),
    ])
    #expect(flow.log == ["detail parent_ended"])
    #expect(flow.coordinators == "app")
    #expect(flow.calls == ["push home"])
  }

  @Test("11. Replacing a whole stack ends every coordinator whose screens went")
  func wholeStack() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:push("home")
          for _, name in ipairs { "a", "b", "c" } do
            self.children:start("detail", {}, { as = name })
          end
        end,
        transitions = {
          app = { sign_out = { set_root = "welcome" } },
          any = { cancelled = function(self, reason, event)
            print("told of", event.source, reason)
          end },
        },
      }
      """,
      "detail.lua": shows("page", "photo"),
    ])
    flow.clear()
    flow.app("sign_out")
    #expect(flow.coordinators == "app")
    #expect(flow.calls == ["set_root welcome"])
    #expect(
      Set(flow.log) == ["told of\ta\tremoved", "told of\tb\tremoved", "told of\tc\tremoved"])
    #expect(flow.log.count == 3)
  }
}
