import Coordination
import PlainValues
import Testing

/// Links that are kept, and followed when they are resumed.
@Suite("Links for later")
struct LinkDeferringTests {
  /// A root that shows `home` and takes these links.
  private func flow(_ links: String, more: String = "") throws -> Flow {
    try Flow([
      "app.lua": """
      local app = {}
      function app:start() self.router:push("home") end
      function app:yes() return true end
      function app:no() return false end
      app.links = { \(links) }
      \(more)
      return app
      """
    ])
  }

  /// A flow whose products are for those who have signed in, which a sheet asks for.
  private func shop(_ pattern: String = "product/:id") throws -> Flow {
    try Flow([
      "app.lua": """
      local app = { state = {} }
      function app:start() self.router:push("home") end
      function app:signed_out() return not self.state.user end
      function app:boom() error("no luck") end
      app.links = {
        ["\(pattern)"] = {
          { when = "signed_out",
            steps = { { defer = true }, { start = "auth", present = "sheet", once = true } } },
          { push = "product", with = true },
        },
        later = { defer = true },
        fails = { steps = { { defer = true }, { call = "boom" } } },
      }
      app.transitions = {
        home = { sheet = { present = "menu" }, resume = function(self) self:resume_link() end },
        menu = { resume = function(self) self:resume_link() end },
        auth = { finished = function(self, user)
          self.state.user = user
          self:resume_link()
        end },
      }
      return app
      """,
      "auth.lua": """
      return {
        start = function(self) self.router:push("login") end,
        transitions = { login = { ok = { finish = true, with = { id = 1 } } } },
      }
      """,
    ])
  }

  @Test(
    "one that is deferred is followed when it is resumed, as after signing in",
    arguments: [("product/:id", "id"), ("product/*", "rest")])
  func resume(pattern: String, key: String) throws {
    let flow = try shop(pattern)
    flow.open("app://product/7")
    #expect(flow.error == nil)
    #expect(flow.coordinators == "app(auth)")
    #expect(flow.screen == "login")
    let turns = flow.send("ok")
    #expect(turns.map(\.event.name) == ["ok", "app://product/7"])
    #expect(flow.coordinators == "app")
    #expect(flow.stack == ["home", "product"])
    #expect(flow.params[key] == "7")
    flow.back()
    flow.send("resume")
    #expect(flow.stack == ["home"])
  }

  @Test("one is kept, the newest")
  func newest() throws {
    let flow = try shop()
    flow.open("app://product/1")
    flow.open("app://product/2")
    #expect(flow.coordinators == "app(auth)")
    flow.send("ok")
    #expect(flow.stack == ["home", "product"])
    #expect(flow.params["id"] == "2")
  }

  @Test("one that is deferred leaves the modals as they are")
  func deferredModals() throws {
    let flow = try shop()
    flow.send("sheet")
    flow.open("later")
    #expect(flow.modals == ["menu"])
    #expect(flow.records.last?.result == .committed)
  }

  @Test("resuming where nothing is kept does nothing")
  func nothingKept() throws {
    let flow = try shop()
    flow.send("resume")
    #expect(flow.error == nil)
    #expect(flow.records.last?.result == .committed)
    #expect(flow.records.last?.diagnostics.isEmpty == true)
  }

  @Test("a turn that fails after deferring keeps what was kept before")
  func deferUndone() throws {
    let flow = try shop()
    flow.open("fails")
    expect(flow.error, says: "no luck")
    let turns = flow.send("resume")
    #expect(turns.map(\.event.name) == ["resume"])
    flow.open("app://product/1")
    flow.open("fails")
    flow.send("ok")
    #expect(flow.params["id"] == "1")
  }

  @Test("a turn that fails after resuming keeps the link")
  func resumeUndone() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        state = { user = false },
        start = function(self) self.router:push("home") end,
        links = { page = {
          { when = function(self) return not self.state.user end, defer = true },
          { push = "page" },
        } },
        transitions = { home = {
          fails = function(self) self:resume_link() error("no luck") end,
          works = function(self) self.state.user = true self:resume_link() end,
        } },
      }
      """
    ])
    flow.open("page")
    #expect(flow.send("fails").count == 1)
    flow.send("works")
    #expect(flow.stack == ["home", "page"])
  }

  @Test("a handler defers a link by what it was given, and only that")
  func deferCall() throws {
    let flow = try flow(
      "[\"page/:id\"] = function(self, link) self:log(link.id) if link.id == \"1\" then self:defer(link) end end",
      more: """
        app.transitions = { home = {
          resume = function(self) self:resume_link() end,
          wrong = function(self) self:defer { id = 7 } end,
        } }
        """)
    flow.open("page/1")
    flow.open("page/2")
    flow.send("resume")
    #expect(flow.log == ["1", "2", "1"])
    flow.send("wrong")
    expect(flow.error, says: "app.lua", "this is not a link")
  }
}
