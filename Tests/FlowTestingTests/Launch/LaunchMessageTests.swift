import FlowTesting
import Testing

/// What a test is told where something is wrong; the line in front is the test's own.
@Suite("Messages about launched flows")
struct LaunchMessageTests {
  static let messages: [(body: String, message: String)] = [
    // Launching
    ("launch()", "1: bad argument #1 to 'launch' (string expected, got nothing)"),
    ("launch('ap')", "1: there is no coordinator \"ap\" to launch: did you mean \"app\"?"),
    ("launch('app', 7)", "1: the options of launch are a number; they have to be a table"),
    (
      "launch('app', { service = {} })",
      "1: launch has no option \"service\": did you mean \"services\"?"
    ),
    ("launch('app', { 'strict' })", "1: launch has no option [1]; options are named"),
    (
      "launch('app', { strict = 1 })",
      "1: the option strict of launch has to be true or false, not a number"
    ),
    (
      "launch('app', { input = print })",
      "1: the option input of launch has to be plain data, not a function"
    ),
    (
      "launch('app', { input = { f = print } })",
      "1: input.f is a function"
    ),
    (
      "launch('app', { store = { 1 } })",
      "1: the option store of launch has to be a table with names as keys, not a table"
    ),
    (
      "launch('app', { link = { 1 } })",
      "1: the option link of launch has to be a string or a list of strings, not a table"
    ),
    (
      "launch('app', { seed = -1 })",
      "1: the option seed of launch has to be a whole number from 0, not a number"
    ),
    (
      "launch('app', { device = 'watch' })",
      """
      1: the option device of launch has to be "phone", "tablet" or { kind = …, orientation = \
      "portrait" or "landscape" }, not "watch"
      """
    ),
    (
      "launch('app', { services = { accounts = print } })",
      "1: services.accounts is a function; a service is a table of functions"
    ),
    (
      "launch('app', { services = { accounts = { sign_in = 'Ada' } } })",
      """
      1: services.accounts.sign_in is a string; it has to be a function, a stub, a spy or \
      unanswered()
      """
    ),
    (
      "launch('app', { variants = { checkout = 'one_page' } })",
      "1: the option variants of launch: there is no experiment \"checkout\""
    ),
    (
      "launch('app', { restore = launch('app'):snapshot(), attributes = {} })",
      """
      1: launch goes on from a snapshot, which has its own attributes: leave attributes out, or \
      change the snapshot
      """
    ),
    (
      "launch('app', { variants = { checkout = 1 } })",
      "1: variants.checkout of launch has to be a variant's name, or false to leave it to the experiment"
    ),
    (
      "for_each_variant('checkout', function() end)",
      """
      1: for_each_variant: experiments.lua of the project that the file is in has no variants of \
      "checkout"
      """
    ),
    (
      "launch('app', { restore = {} })",
      "1: restore takes what app:snapshot() gave, and this is no snapshot"
    ),
    (
      "launch('auth', { restore = launch('app'):snapshot() })",
      "1: the snapshot is of app, not of auth: launch app with it"
    ),
    // Driving
    (
      "launch('app'):send('go_wrong')",
      "1: send \"go_wrong\" failed: app.lua:11: it broke"
    ),
    (
      "launch('app'):send('opne')",
      """
      1: send "opne": nobody handles "opne" from home: asked app; app names "open"
      (where a parent outside this test would take it: launch(…, { bubbles = { "opne" } }))
      """
    ),
    (
      """
      local app = launch('app')
      app:send('open')
      app:send('open', {}, { screen = 'home' })
      """,
      "3: send \"open\": \"open\" from home is dropped: it is covered, item is in front"
    ),
    (
      "launch('app'):send('open', {}, { screen = 'hoem' })",
      "1: no screen \"hoem\" is there to send from: did you mean \"home\"?"
    ),
    (
      "launch('app'):send('open', {}, 'home')",
      "1: send takes an event, a payload and { screen = \"login\" }"
    ),
    (
      "launch('app'):open('nowhere')",
      "1: open \"nowhere\" failed: no link leads to \"nowhere\": app has item/:n"
    ),
    (
      "launch('app'):complete()",
      """
      1: there is no gesture to complete: begin_back() or begin_dismiss() has to give true first
      """
    ),
    ("launch('app'):advance(-1)", "1: time goes on by 0 seconds or more, not by -1.0"),
    (
      "local app = launch('app') app:quit() app:back()",
      "1: cannot back: the flow has quit; it can be seen, and launched anew"
    ),
    (
      "launch('app'):reload 'app.lua'",
      """
      1: reload takes sources by paths, with false for a file that is to go: \
      app:reload { ["auth.lua"] = source }
      """
    ),
    (
      "launch('app'):reload { ['app.lua'] = 'x = = 1' }",
      """
      1: reload failed: app.lua:1: not reloaded, all runs on as it was: unexpected symbol near '='
      """
    ),
    (
      "launch('app'):swap('a', 'b')",
      """
      1: swap "a" failed: there are no variants of "a" to swap: no slot has any
      """
    ),
    (
      "launch('app'):swap('a', 'b', { now = true })",
      "1: swap takes a slot, a variant and { follow = true }"
    ),
    // Seeing
    ("return launch('app').scren", "1: a flow has no \"scren\": did you mean \"screen\"?"),
    (
      "launch('app'):state('ap')",
      "1: no coordinator \"ap\" is alive: did you mean \"app\"?"
    ),
    // Services
    (
      "unanswered():resolve(1)",
      "1: there is no call to resolve: nobody has called this yet"
    ),
    (
      """
      local find = unanswered()
      local app = launch('app', { services = { catalog = { find = find } } })
      app:send('find', { text = 'tea' })
      find:resolve({})
      find:reject('no')
      """,
      "5: there is no call to reject: each of the 1 has its answer, or its caller has gone"
    ),
    (
      """
      local find = unanswered()
      local app = launch('app', { services = { catalog = { find = find } } })
      app:send('find', { text = 'tea' })
      find:resolve({})
      find.calls[1]:resolve({})
      """,
      "5: this call has its answer already, or its caller has gone"
    ),
    (
      """
      local app = launch('app', { services = { catalog = { find = function(text)
        error('no ' .. text)
      end } } })
      app:send('find', { text = 'tea' })
      """,
      "4: send \"find\" failed: tests/flow_test.lua:2: no tea"
    ),
    (
      """
      local app = launch('app', { services = { catalog = { find = function() return print end } } })
      app:send('find', { text = 'tea' })
      """,
      """
      2: send "find" failed: app.lua:17: the service catalog.find has to give plain data: \
      catalog.find[2][1] is a function
      """
    ),
    (
      "sleep(1)",
      """
      1: sleep works in a function that a flow calls as its service; to let time pass in a test, \
      write app:advance(seconds)
      """
    ),
    // Assertions
    (
      "local app = launch('app') app:send('open') assert.screen('home', app)",
      "1: expected the screen home, but item is in front (home › item)"
    ),
    (
      "assert.not_screen('home', launch('app'))",
      "1: the screen home is in front"
    ),
    (
      "local app = launch('app') app:send('open') assert.stack({ 'home', 'found' }, app)",
      "1: the stack is not the one that was expected:\n  home\n- found\n+ item"
    ),
    ("assert.finished(launch('app'))", "1: the flow has not finished: it shows home"),
    (
      "local app = launch('app') app:send('call_off') assert.finished(app)",
      "1: the flow has not finished: it was cancelled (tired)"
    ),
    (
      "local app = launch('app') app:send('leave') assert.not_finished(app)",
      "1: the flow has finished with {\"bye\":true}"
    ),
    (
      "assert.screen('home')",
      "1: assert.screen takes a flow: assert.screen(\"home\", app)"
    ),
    // Exhaustive
    (
      "launch('app', { exhaustive = true }):send('open')",
      """
      1: before send "open": the test has not said all that its last step caused; \
      app:expect { … } has to say:
        push home
      """
    ),
    (
      "launch('app', { exhaustive = true }):expect { 'push hom', 'push home' }",
      "1: the step did not make the calls that were expected:\n- push hom\n  push home"
    ),
    (
      """
      local app = launch('app', { exhaustive = true })
      app:expect { 'push home' }
      app:send('say')
      app:expect {}
      """,
      "4: the step did not emit what was expected:\n+ hello"
    ),
    (
      "launch('app'):expect { 1 }",
      """
      1: expect takes a list of calls, and emitted = a list of events: app:expect { "push home" }
      """
    ),
  ]

  @Test("each mistake is told where it was made", arguments: messages.indices)
  func told(index: Int) throws {
    let (body, message) = Self.messages[index]
    let result = try Bench(SmallProject.files).run(body)
    #expect(result.error == message.trimmingSuffix { $0 == "\n" }, "\(body)")
  }

  @Test("where there is no project, it says where it has looked")
  func noProject() throws {
    let bench = try Bench(["other/thing.lua": "return {}"])
    #expect(
      bench.run("launch('app')").error
        == """
        1: there is no project to launch "app" from: no folder above tests/flow_test.lua has a \
        app.lua or an app.lua
        """)
  }

  @Test("a project that does not load tells all that is wrong with it")
  func broken() throws {
    let bench = try Bench(["app.lua": "return {", "auth.lua": "return 7"])
    #expect(
      bench.run("launch('app')").error
        == """
        1: the project FOLDER cannot be launched:
        app.lua:1: error: unexpected symbol near <eof>
        auth.lua: error: the script returns a number, it has to return its coordinator, a table
        """)
  }

  @Test("what a step before was told of is not told again at the end")
  func toldOnce() throws {
    let result = try Bench(SmallProject.files).run(
      """
      local app = launch("app", { exhaustive = true })
      app:send("open")
      """)
    #expect(result.error?.contains("the test has not said all") == true)
    #expect(result.failures.isEmpty)
  }

  @Test("what is left at the end of an exhaustive test is told then")
  func leftOver() throws {
    let bench = try Bench(SmallProject.files)
    let result = bench.run(
      """
      local find = unanswered()
      local app = launch("app", { exhaustive = true, services = { catalog = { find = find } } })
      app:expect { "push home" }
      app:send("find", { text = "tea" })
      app:send("later")
      app:send("open")
      """)
    #expect(result.error == nil)
    #expect(
      result.failures.map(\.message) == [
        """
        at the end: the test has not said all that its last step caused; app:expect { … } has to say:
          push item
        """,
        "at the end: a handler is still suspended: app, find from home, waits for service catalog.find",
        "at the end: the timer \"tick\" of app is still set",
      ])
  }
}

extension StringProtocol {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
    var text = String(self)
    while let last = text.last, predicate(last) { text.removeLast() }
    return text
  }
}
