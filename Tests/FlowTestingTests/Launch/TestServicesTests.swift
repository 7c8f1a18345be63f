import FlowTesting
import Testing

@Suite("Services that a test supplies")
struct TestServicesTests {
  static let passing: [(rule: String, body: String)] = [
    (
      "a function of the test is called with plain data, and goes before services.lua's",
      """
      local asked
      local app = launch("app", { services = { catalog = { find = function(text)
        asked = text
        return { text = text, from = "test" }
      end } } })
      app:send("find", { text = "tea" })
      same("tea", asked)
      same("test", app.params.from)
      """
    ),
    (
      "functions that a test does not supply are services.lua's",
      """
      local app = launch("app", { services = { accounts = { sign_out = function() end } } })
      app:send("sign_in")
      app:send("submitted", { email = "a" })
      same("Ada", app.params.name)
      """
    ),
    (
      "a table that can be called is a service, as stubs and spies are",
      """
      local spy = setmetatable({ calls = 0 }, { __call = function(self, text)
        self.calls = self.calls + 1
        return nil, "none of " .. text
      end })
      local app = launch("app", { services = { catalog = { find = spy } } })
      app:send("find", { text = "tea" })
      same(1, spy.calls)
      same("none of tea", app.params.problem)
      """
    ),
    (
      "unanswered() answers the oldest call when told",
      """
      local find = unanswered()
      local app = launch("app", { services = { catalog = { find = find } } })
      same(0, #find)
      app:send("find", { text = "tea" })
      same({ "home" }, app.stack)
      same(1, #find.calls)
      same({ "tea" }, find.calls[1].arguments)
      same({ "app, find from home, waits for service catalog.find" }, app.suspended)
      find:resolve({ text = "late" })
      same({ "home", "found" }, app.stack)
      same({}, app.suspended)
      same(false, find.calls[1].open)
      """
    ),
    (
      "one of several open calls can be answered, and refused",
      """
      local find = unanswered()
      local services = { catalog = { find = find } }
      local first, second = launch("app", { services = services }), launch("app", { services = services })
      first:send("find", { text = "one" })
      second:send("find", { text = "two" })
      find.calls[2]:reject("not now")
      same("not now", second.params.problem)
      same({ "home" }, first.stack)
      find:resolve({ text = "one" })
      same({ "home", "found" }, first.stack)
      """
    ),
    (
      "a service of the test that sleeps answers when time has come that far",
      """
      local app = launch("app", { services = { catalog = { find = function(text)
        sleep(2)
        sleep(1)
        return { text = text }
      end } } })
      app:send("find", { text = "tea" })
      app:advance(2.5)
      same({ "home" }, app.stack)
      app:advance(1)
      same({ "home", "found" }, app.stack)
      """
    ),
    (
      "a service may drive the flow: what it asks for comes next",
      """
      local app
      app = launch("app", { services = { catalog = { find = function(text)
        app:app_event("did_enter_background")
        return { text = text }
      end } } })
      app:send("find", { text = "tea" })
      same({ "home", "found", "background" }, app.stack)
      """
    ),
    (
      "a call whose caller has gone is not open any more",
      """
      local sign_in = unanswered()
      local app = launch("app", { services = { accounts = { sign_in = sign_in } } })
      app:send("sign_in")
      app:send("submitted", { email = "a" })
      app:dismiss()
      same(false, sign_in.calls[1].open)
      """
    ),
  ]

  @Test("what a test says of its services holds", arguments: passing.indices)
  func holds(index: Int) throws {
    let (rule, body) = Self.passing[index]
    let result = try Bench(SmallProject.files).run(body)
    #expect(result.error == nil, "\(rule)")
    #expect(result.failures.isEmpty, "\(rule)")
  }
}
