import FlowTesting
import Testing

@Suite("What led to a failure")
struct ReportTests {
  @Test("the turns with their handlers, places and calls, and what is on show as a tree")
  func turns() throws {
    let result = try Bench(SmallProject.files).run(
      """
      local app = launch("app")
      app:send("open", { n = 1 })
      app:send("close")
      app:send("sign_in")
      app:send("help")
      app:send("nonsense")
      """)
    #expect(
      result.context == [
        "turns:",
        "  1  start from app · app (app.lua:2) · push home",
        "  2  open from home {\"n\":1} · app (app.lua:8) · push item",
        "  3  close from item · app (app.lua:22) · pop item",
        "  4  sign_in from home · app (app.lua:9), auth (auth.lua:2) · present login sheet",
        "  5  help from login · auth (auth.lua:11) · push help",
        "  6  nonsense from help",
        "     nobody handles \"nonsense\" from help: asked auth, then app",
        "on show:",
        "  home",
        "  sheet: login › help",
      ])
  }

  @Test("a turn that failed has its error and where that came from")
  func failed() throws {
    let result = try Bench(SmallProject.files).run("launch('app'):send('go_wrong')")
    #expect(
      result.context == [
        "turns:",
        "  1  start from app · app (app.lua:2) · push home",
        "  2  go_wrong from home",
        "     error: app.lua:11: it broke",
        "       app.lua:11: in function",
        "on show:",
        "  home",
      ])
  }

  @Test("tabs and splits are trees, and of several flows each has its name")
  func trees() throws {
    let bench = try Bench([
      "app.lua": """
      local app = {}
      function app:start()
        self.router:set_tabs { { name = "one", start = "part" }, { name = "two", start = "part" } }
      end
      return app
      """,
      "part.lua": """
      return { start = function(self)
        self.router:split { primary = { start = "side" }, secondary = { screen = "empty" } }
      end }
      """,
      "side.lua": "return { start = function(self) self.router:push('list') end }",
    ])
    let result = bench.run("launch('app', { device = 'tablet' }) launch('side')")
    #expect(
      result.context == [
        "flow app:",
        "turns:",
        "  1  start from app · app (app.lua:2), one (part.lua:1), side (side.lua:1)"
          + " · set_tabs one two, split list empty",
        "on show:",
        "  tabs",
        "    one (selected): split",
        "      primary: list",
        "      secondary: empty",
        "    two: nothing",
        "flow side:",
        "turns:",
        "  1  start from side · side (side.lua:1) · push list",
        "on show:",
        "  list",
      ])
  }

  @Test("of a long flow the last turns are shown")
  func long() throws {
    let result = try Bench(SmallProject.files).run(
      "local app = launch('app') for _ = 1, 20 do app:send('open') app:back() end")
    #expect(result.context[1] == "  … 29 before these")
    #expect(result.context.count == 16)
  }
}
