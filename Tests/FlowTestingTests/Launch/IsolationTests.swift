import FlowTesting
import Testing

@Suite("Flows of different tests")
struct IsolationTests {
  private static let files = [
    "app.lua": """
    local counter = require "lib.counter"
    local launches = 0
    local seen = {}
    local app = {}
    function app:start()
      launches = launches + 1
      total = (total or 0) + 1
      seen[#seen + 1] = launches
      string.shout = string.shout or function() return "!" end
      self.router:push("home", {
        launches = launches, total = total, seen = #seen, count = counter.next(),
        random = math.random(1000000), served = self.services.numbers.next(),
      })
    end
    app.transitions = { home = { again = { start = "child" } } }
    return app
    """,
    "child.lua": "return { start = function(self) self.router:push('child') end }",
    "lib/counter.lua": """
    local counter = { value = 0 }
    function counter.next() counter.value = counter.value + 1 return counter.value end
    return counter
    """,
    "services.lua": """
    local number = 0
    return { numbers = { next = function() number = number + 1 return number end } }
    """,
  ]

  @Test("locals, globals, modules, services and random numbers begin anew with each launch")
  func fresh() throws {
    let bench = try Bench(Self.files)
    let first = "same({ launches = 1, total = 1, seen = 1, count = 1, served = 1 }, "
    let body = """
      local shown = launch("app").params
      random, shown.random = random or shown.random, nil
      \(first) shown)
      local again = launch("app").params
      same(random, again.random)
      same(1, again.launches)
      """
    for _ in 0..<3 { #expect(bench.run(body).error == nil) }
  }

  @Test(
    "a flow launched before a test ends with the one that it was launched in, and tells nothing more",
    arguments: [
      "return app.screen", "return app.calls", "return app.emitted", "return app.diagnostics",
      "return app.exposures", "return app.log", "return app.trace", "return app.store",
      "return app.shown", "return app.result", "return app.finished", "return app:snapshot()",
      "app:clear()", "app:expect({ 'push home' })", "app:send('go')", "app:advance(1)",
    ])
  func ended(_ use: String) throws {
    let bench = try Bench(Self.files)
    #expect(bench.run("app = launch('app')").error == nil)
    #expect(
      bench.run(use).error
        == """
        1: this flow has ended with the test that launched it: launch one in each test, or in \
        before_each
        """)
  }

  @Test("a script that keeps a coroutine is loaded anew each time")
  func coroutine() throws {
    let bench = try Bench([
      "app.lua": """
      local next = coroutine.wrap(function() for n = 1, 9 do coroutine.yield(n) end end)
      local app = {}
      function app:start() self.router:push("home", { n = next() }) end
      return app
      """
    ])
    for _ in 0..<3 { #expect(bench.run("same({ n = 1 }, launch('app').params)").error == nil) }
  }

  @Test("a coordinator that has ended and is held by its script fails the test, by name")
  func leak() throws {
    let bench = try Bench([
      "app.lua": """
      local app = {}
      function app:start() self.router:push("home") end
      app.transitions = { home = { go = { start = "keeper" } }, keeper = { finished = { ignore = true } } }
      return app
      """,
      "keeper.lua": """
      local kept = {}
      local keeper = {}
      function keeper:start() kept[#kept + 1] = self self.router:push("page") end
      keeper.transitions = { page = { done = { finish = true } } }
      return keeper
      """,
    ])
    let message = """
      keeper (2 of that name) has ended and is still held: a script keeps self, or what holds it, \
      in a local of its file, a global or a module; keep what is needed of it in self.state
      """
    let round = "app:send('go') app:send('done')"
    let result = bench.run("local app = launch('app') \(round) \(round)")
    #expect(result.error == nil)
    #expect(result.failures.map(\.message) == [message])
    #expect(result.failures.first?.flow.first == "turns:")
    let asserted = bench.run("local app = launch('app') \(round) \(round) assert.no_leaks(app)")
    #expect(asserted.error == "1: " + message)
    #expect(bench.run("local app = launch('app') app:send('go')").failures.isEmpty)
  }
}
