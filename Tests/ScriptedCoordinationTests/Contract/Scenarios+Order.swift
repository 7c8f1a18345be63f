import PlainValues
import Testing

extension ScriptingContract.Scenarios {
  @Test("12. An event that is sent while another is handled waits, is next, and is never lost")
  func waits() throws {
    var flow: Flow?
    let made = try Flow(
      [
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = {
            home = { go = function(self)
              print("begins")
              self.services.hub.ping()
              print("ends")
            end },
            app = {
              first = function(self) print("first") end,
              second = function(self) print("second") end,
            },
          },
        }
        """
      ],
      services: [
        "hub": [
          "ping": { _ in
            flow?.app("first")
            flow?.app("second")
            return []
          }
        ]
      ])
    flow = made
    made.send("go")
    #expect(made.log == ["begins", "ends", "first", "second"])
    #expect(made.records.suffix(3).map(\.event.name) == ["go", "first", "second"])
  }

  @Test("12. An event that waits is not lost when the turn before it fails")
  func notLost() throws {
    var flow: Flow?
    let made = try Flow(
      [
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = {
            home = { go = function(self)
              self.services.hub.ping()
              error("no luck")
            end },
            app = { first = { push = "first" } },
          },
        }
        """
      ],
      services: [
        "hub": [
          "ping": { _ in
            flow?.app("first")
            return []
          }
        ]
      ])
    flow = made
    made.send("go")
    #expect(made.stack == ["home", "first"])
    made.back()
    #expect(made.stack == ["home"])
  }

  @Test("13. What a child emits before it finishes reaches the parent first")
  func emitsFirst() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:push("home")
          self.children:start("detail")
        end,
        transitions = { detail = {
          finished = function(self) print("finished") end,
          progress = function(self, step) print("progress", step.n) end,
        } },
      }
      """,
      "detail.lua": """
      return {
        start = function(self) self.router:push("page") end,
        transitions = { page = { done = function(self)
          self:emit("progress", { n = 1 })
          self:emit("progress", { n = 2 })
          self:finish()
        end } },
      }
      """,
    ])
    flow.send("done")
    #expect(flow.log == ["progress\t1", "progress\t2", "finished"])
  }

  @Test("13. What a child emits inside its start before it finishes there reaches the parent first")
  func emitsFirstInStart() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:push("home")
          self.children:start("detail")
        end,
        transitions = { any = {
          finished = function(self) print("finished") end,
          progress = function(self) print("progress") end,
        } },
      }
      """,
      "detail.lua": """
      return { start = function(self)
        self:emit("progress")
        self:finish()
      end }
      """,
    ])
    #expect(flow.log == ["progress", "finished"])
  }

  @Test("14. An event to a coordinator that has ended is a diagnostic with both names")
  func toEnded() throws {
    let flow = try Flow([
      "app.lua": """
      return { start = function(self)
        self.router:push("home")
        local child = self.children:start("detail", { n = 7 })
        self.children:cancel(child)
        child:send("hello")
        print(child.name, child.input.n)
      end }
      """,
      "detail.lua": """
      return {
        start = function(self) self.router:push("page") end,
        transitions = { parent = { hello = function(self) print("heard") end } },
      }
      """,
    ])
    #expect(flow.error == nil)
    #expect(flow.log == ["detail\t7"])
    #expect(flow.diagnostics.count == 1)
    expect(flow.diagnostics.first, says: "hello", "app", "detail")
  }

  @Test("14. What was sent to a coordinator before it ended in the same turn is a diagnostic too")
  func toEndedMeanwhile() throws {
    let flow = try Flow([
      "app.lua": """
      return { start = function(self)
        self.router:push("home")
        local child = self.children:start("detail")
        child:send("hello")
        self.children:cancel(child)
      end }
      """,
      "detail.lua": """
      return {
        start = function(self) self.router:push("page") end,
        transitions = { parent = { hello = function(self) print("heard") end } },
      }
      """,
    ])
    #expect(flow.log.isEmpty)
    expect(flow.diagnostics.first, says: "hello", "app", "detail")
  }

  @Test("15. Navigating from inside a child's start makes both entries, once")
  func insideStart() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self) self.router:push("home") end,
        transitions = { home = { open = function(self)
          self.router:push("list")
          self.children:start("detail")
        end } },
      }
      """,
      "detail.lua": shows("page"),
    ])
    flow.clear()
    flow.send("open")
    #expect(flow.stack == ["home", "list", "page"])
    #expect(flow.calls == ["set_stack home list page"])
    flow.back()
    #expect(flow.coordinators == "app")
    flow.back()
    #expect(flow.stack == ["home"])
  }
}
