import Coordination
import FlowTesting
import PlainValues
import Testing

@Suite("Launching, driving and seeing a flow")
struct LaunchTests {
  /// Bodies of tests, each of which passes, by the rule that it shows.
  static let passing: [(rule: String, body: String)] = [
    (
      "a flow is launched by its name and can be seen",
      """
      local app = launch("app", { input = { name = "Ada" } })
      same({ "push home" }, app.calls)
      same("home", app.screen)
      same({ name = "Ada" }, app.params)
      same({ "home" }, app.stack)
      same({}, app.modals)
      same(nil, app.tab)
      same(nil, app.tabs)
      same({ "app" }, app.coordinators)
      same({ visits = 1 }, app:state("app"))
      same(false, app.finished)
      same(nil, app.result)
      same(nil, app.cancelled)
      same("home", app.navigation.base.stack[1].name)
      """
    ),
    (
      "any coordinator of the project can be launched as the root",
      """
      local app = launch("auth")
      app:send("submitted", { email = "a@b.c" })
      same(true, app.finished)
      same({ name = "Ada", email = "a@b.c" }, app.result)
      """
    ),
    (
      "a modal, its coordinator and their paths",
      """
      local app = launch("app")
      app:send("sign_in")
      same({ "login" }, app.modals)
      same({ "login" }, app.stack)
      same({ "app", { "auth" } }, app.coordinators)
      same({ tries = 0 }, app:state("auth"))
      same({ tries = 0 }, app:state("app/auth"))
      app:back()
      same({}, app.modals)
      same("dismiss login", app.calls[#app.calls])
      """
    ),
    (
      "calls are told in order, and cleared",
      """
      local app = launch("app")
      app:send("open", { n = 1 })
      app:clear()
      app:back()
      same({ "pop item" }, app.calls)
      """
    ),
    (
      "going back at the root is a note and no failure",
      """
      local app = launch("app")
      app:back()
      app:dismiss()
      app:select_tab("cart")
      same(3, #app.diagnostics)
      """
    ),
    (
      "an event is sent from the screen that is named",
      """
      local app = launch("app", { strict = false })
      app:send("open", { n = 1 })
      app:send("open", {}, { screen = "home" })
      same({ "home", "item" }, app.stack)
      """
    ),
    (
      "a swipe back that completes is no call, one that is cancelled nothing",
      """
      local app = launch("app")
      app:send("open", { n = 1 })
      app:clear()
      same(true, app:begin_back())
      app:cancel()
      same({ "home", "item" }, app.stack)
      same(true, app:begin_back())
      app:complete()
      same({ "home" }, app.stack)
      same({}, app.calls)
      same(false, app:begin_back())
      """
    ),
    (
      "pulling down a modal",
      """
      local app = launch("app")
      same(false, app:begin_dismiss())
      app:send("sign_in")
      same(true, app:begin_dismiss())
      app:complete()
      same({}, app.modals)
      """
    ),
    (
      "time is virtual, and what is due happens on the way",
      """
      local app = launch("app")
      app:send("later")
      same({ "home" }, app.stack)
      app:advance(2)
      same({ "home" }, app.stack)
      app:advance(1.5)
      same({ "home", "late" }, app.stack)
      same(3.5, app.time)
      """
    ),
    (
      "links, also one that comes before the start",
      """
      local app = launch("app", { link = "app://item/7" })
      same({ "home", "item" }, app.stack)
      same({ n = "7" }, { n = app.params.n })
      app:open("item/8")
      same({ "home", "item", "item" }, app.stack)
      """
    ),
    (
      "application events",
      """
      local app = launch("app")
      app:app_event("did_enter_background")
      same("background", app.screen)
      """
    ),
    (
      "what left the root is emitted, events that a parent would take too",
      """
      local app = launch("app", { bubbles = { "sign_out" } })
      app:send("say")
      app:send("sign_out", { n = 2 })
      same({ { name = "hello", payload = { n = 1 } }, { name = "sign_out", payload = { n = 2 } } },
        app.emitted)
      """
    ),
    (
      "a root that is cancelled says why",
      """
      local app = launch("app")
      app:send("call_off")
      same(false, app.finished)
      same("tired", app.cancelled)
      """
    ),
    (
      "a snapshot is launched again, also while the first flow lives",
      """
      local app = launch("app")
      app:send("open", { n = 1 })
      local again = launch("app", { restore = app:snapshot() })
      same({ "home", "item" }, again.stack)
      again:back()
      same({ "home" }, again.stack)
      same({ "home", "item" }, app.stack)
      """
    ),
    (
      "the store begins as the test says and can be seen",
      """
      local app = launch("app", { store = { user = "Ada" } })
      app:send("keep")
      same({ user = "Ada", kept = 7 }, app.store)
      """
    ),
    (
      "a trace has all turns",
      """
      local app = launch("app")
      app:send("open", { n = 1 })
      same(2, #app.trace)
      same("open", app.trace[2].event.name)
      same({ "push item" }, app.trace[2].calls)
      """
    ),
    (
      "a flow that has quit can be seen still",
      """
      local app = launch("app")
      app:quit()
      same("home", app.screen)
      """
    ),
    (
      "a turn that failed has changed nothing",
      """
      local app = launch("app")
      local fine = pcall(function() app:send("go_wrong") end)
      same(false, fine)
      same({ "home" }, app.stack)
      app:send("open", { n = 1 })
      same({ "home", "item" }, app.stack)
      """
    ),
    (
      "assertions about flows hold",
      """
      local app = launch("app")
      assert.screen("home", app)
      assert.not_screen("item", app)
      assert.stack({ "home" }, app)
      assert.not_finished(app)
      assert.no_leaks(app)
      app:send("leave")
      assert.finished(app)
      """
    ),
  ]

  @Test("what a test says of a flow holds", arguments: passing.indices)
  func holds(index: Int) throws {
    let (rule, body) = Self.passing[index]
    let result = try Bench(SmallProject.files).run(body)
    #expect(result.error == nil, "\(rule)")
    #expect(result.failures.isEmpty, "\(rule)")
  }

  @Test("a project is found from a spec file in any folder below it")
  func foundFromBelow() throws {
    let bench = try Bench(SmallProject.files, file: "tests/more/deep_test.lua")
    #expect(bench.run("same('login', launch('auth').screen)").error == nil)
  }

  @Test("services and coordinators of the application are there; the test's functions go before")
  func application() throws {
    struct Outside: Coordinator {
      mutating func start(_ context: CoordinatorContext) throws {
        try context.router.push("outside")
      }
      mutating func handle(_ event: Event, _ context: CoordinatorContext) throws -> Disposition {
        .declined
      }
    }
    var application = FlowApplication()
    application.coordinators.register("outside") { Outside() }
    application.services["accounts"] = [
      "sign_in": .values { _ in [["name": "from Swift"]] },
      "sign_out": .values { _ in [true] },
    ]
    let bench = try Bench(SmallProject.files, application)
    let result = bench.run(
      """
      same("outside", launch("outside").screen)
      local app = launch("auth")
      app:send("submitted", { email = "a" })
      same({ name = "from Swift" }, app.result)
      local mine = launch("auth", { services = { accounts = { sign_in = function() return 3 end } } })
      mine:send("submitted", { email = "a" })
      same(3, mine.result)
      """)
    #expect(result.error == nil)
  }

  @Test("a spec file that begins sees what has been edited since")
  func edited() throws {
    let bench = try Bench(SmallProject.files)
    #expect(bench.run("same('home', launch('app').screen)").error == nil)
    try bench.write("app.lua", "return { start = function(self) self.router:push('new') end }")
    #expect(bench.run("same('home', launch('app').screen)").error == nil)
    try bench.nextFile()
    #expect(bench.run("same('new', launch('app').screen)").error == nil)
  }
}
