import PlainValues
import Testing

extension ScriptingContract.Scenarios {
  /// A root with `home`, from which `open` starts `detail`, a child with the screen `page`.
  private func opening(_ start: String = "{ start = \"detail\" }", app: String = "") throws -> Flow
  {
    try Flow([
      "app.lua": """
      return {
        start = function(self) self.router:push("home") end,
        transitions = {
          home = { open = \(start) },
          detail = {
            cancelled = function(self, reason) print("told " .. reason) end,
            finished = function(self, result) print("told of a result") end,
          },
          \(app)
        },
      }
      """,
      "detail.lua": tellsItsEnd("page"),
    ])
  }

  @Test(
    "1. Back over a child's only screen ends that child once; going in again makes one new child",
    arguments: WayBack.allCases)
  func backEndsOnce(way: WayBack) throws {
    let flow = try opening()
    for round in 1...3 {
      flow.send("open")
      #expect(flow.coordinators == "app(detail)")
      #expect(flow.stack == ["home", "page"])
      way.take(in: flow)
      #expect(flow.coordinators == "app")
      #expect(flow.stack == ["home"])
      #expect(flow.log.count == 2 * round)
    }
    #expect(Set(flow.log) == ["detail back", "told back"])
  }

  @Test(
    "2. Popping the last screen of a child on its parent's stack ends the child; the stack is whole"
  )
  func sharedStack() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:push("home")
          self.router:push("list")
          self.children:start("detail")
        end,
        transitions = { list = { open = { start = "detail" } } },
      }
      """,
      "detail.lua": tellsItsEnd("page", "photo"),
    ])
    flow.back()
    #expect(flow.coordinators == "app(detail)")
    #expect(flow.log.isEmpty)
    flow.back()
    #expect(flow.coordinators == "app")
    #expect(flow.log == ["detail back"])
    #expect(flow.stack == ["home", "list"])
    flow.send("open")
    #expect(flow.stack == ["home", "list", "page", "photo"])
  }

  @Test("3. A modal that is pulled down has the same clean-up as one that is dismissed by code")
  func pulledDown() throws {
    let presented = "{ start = \"detail\", present = \"sheet\" }"
    let byUser = try opening(presented)
    byUser.send("open")
    byUser.pulledDown()
    let byCode = try opening(presented, app: "app = { close = { dismiss = true } }")
    byCode.send("open")
    byCode.app("close")

    for flow in [byUser, byCode] {
      #expect(flow.coordinators == "app")
      #expect(flow.modals == [])
      #expect(flow.stack == ["home"])
      #expect(flow.log == ["detail dismissed", "told dismissed"])
    }
  }

  @Test("4. Dismissal by code also tells whoever waits for the end of a flow")
  func dismissedFlow() throws {
    let flow = try opening(
      "{ start = \"detail\", present = \"sheet\" }", app: "app = { close = { dismiss_all = true } }"
    )
    flow.send("open")
    flow.app("close")
    #expect(flow.log == ["detail dismissed", "told dismissed"])
  }

  @Test("4. Dismissal by code also tells whoever waits for the end of a screen")
  func dismissedScreen() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:push("home")
          self.children:start("shop")
        end,
        transitions = { app = { close = { dismiss = true } } },
      }
      """,
      "shop.lua": """
      return {
        start = function(self)
          self.router:push("list")
          self.router:present("picker")
        end,
        transitions = { picker = { removed = function(self, why) print(why) end } },
      }
      """,
    ])
    flow.app("close")
    #expect(flow.log == ["dismissed"])
    #expect(flow.coordinators == "app(shop)")
  }

  @Test("5. Of two children of one name, ending one leaves the other")
  func twoOfOneName() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self)
          self.router:push("home")
          self.children:start("detail", { n = 1 })
          self.children:start("detail", { n = 2 })
        end,
        transitions = { detail = { finished = function(self, n)
          print("ended", n, "left", self.children:find("detail").input.n)
        end } },
      }
      """,
      "detail.lua": """
      return {
        start = function(self, input) self.router:push("page", input) end,
        transitions = { page = {
          done = function(self) self:finish(self.input.n) end,
          hello = function(self) print("hello from", self.input.n) end,
        } },
      }
      """,
    ])
    flow.send("done")
    #expect(flow.log == ["ended\t2\tleft\t1"])
    #expect(flow.coordinators == "app(detail)")
    flow.send("hello")
    #expect(flow.log.last == "hello from\t1")
  }

  @Test("6. Ending a child that has ended already is refused with a diagnostic, and ends nothing")
  func removedTwice() throws {
    let flow = try Flow([
      "app.lua": """
      return { start = function(self)
        self.router:push("home")
        local first = self.children:start("detail")
        self.children:start("detail")
        self.children:cancel(first)
        self.children:cancel(first)
      end }
      """,
      "detail.lua": tellsItsEnd("page"),
    ])
    #expect(flow.error == nil)
    #expect(flow.log == ["detail cancelled"])
    #expect(flow.coordinators == "app(detail)")
    #expect(flow.diagnostics.count == 1)
    expect(flow.diagnostics.first, says: "detail")
  }

  @Test("6. A coordinator cannot end what is no child of its own")
  func notOnesOwn() throws {
    let flow = try Flow([
      "app.lua": """
      return { start = function(self)
        self.router:push("home")
        self.children:start("detail")
        pcall(function() self.children:cancel({ id = self.id, name = "app" }) end)
        pcall(function() self.children:cancel("detail of another") end)
        pcall(function() self.children:cancel(self) end)
      end }
      """,
      "detail.lua": tellsItsEnd("page"),
    ])
    #expect(flow.coordinators == "app(detail)")
    #expect(flow.cancelled == nil)
  }
}
