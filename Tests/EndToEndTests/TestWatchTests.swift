import Foundation
import Testing

@Suite("sextant test --watch")
struct TestWatchTests {
  private static let project = [
    "app.lua": """
    local app = {}
    function app:start() self.router:push("home") end
    app.transitions = { home = { go = { start = "auth" } } }
    return app
    """,
    "auth.lua": """
    local auth = {}
    function auth:start() self.router:push("login") end
    return auth
    """,
    "catalog.lua": """
    local catalog = {}
    function catalog:start() self.router:push("list") end
    return catalog
    """,
    "lib/money.lua": "return { text = '1.00' }",
    "tests/flow_test.lua": """
    it("shows home", function() assert.equal("home", launch("app").screen) end)
    it("signs in", function()
      local app = launch("app")
      app:send("go")
      assert.equal("login", app.screen)
    end)
    """,
    "tests/money_test.lua": """
    it("counts", function() assert.equal("1.00", require("lib.money").text) end)
    """,
  ]

  private static func change(_ folder: Folder, _ path: String, _ old: String, _ new: String) throws
  {
    try folder.write(path, Array(try folder.text(path).replacing(old, with: new).utf8))
  }

  @Test("a folder that has gone is waited for; when it is back, with other files, their tests run")
  func vanished() throws {
    let folder = try Folder(
      Dictionary(uniqueKeysWithValues: Self.project.map { ("project/" + $0, $1) }))
    let run = try WatchedRun(["project"], in: folder)
    #expect(try run.round().contains("3 passed, 0 failed, 0 skipped"))
    let project = folder.path + "/project"
    try FileManager.default.moveItem(atPath: project, toPath: folder.path + "/away")
    try Self.change(folder, "away/auth.lua", "login", "sign_in")
    try FileManager.default.moveItem(atPath: folder.path + "/away", toPath: project)
    #expect(try run.round().contains("0 passed, 1 failed, 0 skipped"))
    try Self.change(folder, "project/auth.lua", "sign_in", "login")
    #expect(try run.round().contains("1 passed, 0 failed, 0 skipped"))
    try run.type("q\n")
  }

  @Test("a saved file runs the tests that reach it, by require or as a started coordinator")
  func reached() throws {
    let folder = try Folder(Self.project)
    let run = try WatchedRun([], in: folder)
    let first = try run.round()
    #expect(first.contains("3 passed, 0 failed, 0 skipped"))
    #expect(first.contains("watching 6 files — press a to run all"))
    try Self.change(folder, "auth.lua", "login", "sign_in")
    let second = try run.round()
    #expect(second.contains("auth.lua changed\nrunning 1 test in 1 file\n"))
    #expect(second.contains("0 passed, 1 failed, 0 skipped"))
    try Self.change(folder, "lib/money.lua", "1.00", "1,00")
    let third = try run.round()
    #expect(third.contains("lib/money.lua changed\nrunning 1 test in 1 file\n"))
    #expect(third.contains("tests/money_test.lua  1 failed"))
    #expect(third.contains("still failing from before: 1 (f runs all that failed)"))
    try Self.change(folder, "auth.lua", "sign_in", "login")
    #expect(try run.round().contains("1 passed, 0 failed, 0 skipped"))
    try Self.change(folder, "catalog.lua", "list", "all")
    try run.next("catalog.lua changed: no test reaches it")
    try run.type("f\n")
    let failed = try run.round()
    #expect(failed.contains("those that failed when they last ran"))
    #expect(failed.contains("tests/money_test.lua  1 failed"))
    try run.type("q\n")
    #expect(run.status == 1)
  }

  @Test("files of tests come, go, fail to load and are mended")
  func specs() throws {
    let folder = try Folder(Self.project)
    let run = try WatchedRun([], in: folder)
    try run.round()
    try folder.write("tests/new_test.lua", Array("it('is new', function() end)".utf8))
    #expect(try run.round().contains("tests/new_test.lua added\nrunning 1 file\n"))
    try folder.write("tests/new_test.lua", Array("it('is new', function() end".utf8))
    #expect(try run.round().contains("0 passed, 1 failed, 0 skipped"))
    try folder.write("tests/new_test.lua", Array("it('is new', function() end)".utf8))
    #expect(try run.round().contains("1 passed, 0 failed, 0 skipped"))
    try FileManager.default.removeItem(atPath: folder.path + "/tests/new_test.lua")
    try run.next("tests/new_test.lua removed: no test reaches it")
    try run.type("a\n")
    #expect(try run.round().contains("3 passed, 0 failed, 0 skipped"))
    try run.type("q\n")
    #expect(run.status == 0)
  }

  @Test("a project that does not load runs again at any change in it, until it does")
  func broken() throws {
    let folder = try Folder(Self.project)
    try Self.change(folder, "catalog.lua", "return", "retrun")
    let run = try WatchedRun([], in: folder)
    #expect(try run.round().contains("1 passed, 2 failed, 0 skipped"))
    try Self.change(folder, "catalog.lua", "retrun", "return")
    #expect(try run.round().contains("2 passed, 0 failed, 0 skipped"))
  }

  @Test("a change while tests run breaks them off; what it reaches runs, and what was to run")
  func overtaken() throws {
    let folder = try Folder([
      "tests/a_test.lua":
        "it('a', function() io.stderr:write('it runs') while true do end end)",
      "tests/b_test.lua": "it('b', function() end)",
    ])
    let run = try WatchedRun(["--jobs", "1", "--timeout", "10000", "--libs", "all"], in: folder)
    try run.next("it runs")
    try folder.write("tests/a_test.lua", Array("it('a', function() end)".utf8))
    let text = try run.round()
    #expect(text.contains("tests/a_test.lua changed\n"))
    #expect(text.hasSuffix("Enter to run again"))
    #expect(text.contains("2 passed, 0 failed, 0 skipped"))
    try run.type("q\n")
    #expect(run.status == 0)
  }

  @Test("a key while tests run does what it says")
  func quitting() throws {
    let folder = try Folder(["tests/a_test.lua": "it('a', function() while true do end end)"])
    let run = try WatchedRun(["--timeout", "10000"], in: folder)
    try run.next("seed")
    try run.type("q\n")
    #expect(run.status == 1)
  }

  @Test("the end of the input is not the end; a signal is")
  func signals() throws {
    let folder = try Folder(Self.project)
    let interrupted = try WatchedRun([], in: folder)
    try interrupted.round()
    try interrupted.endInput()
    try Self.change(folder, "lib/money.lua", "return", "return ")
    try interrupted.round()
    interrupted.interrupt()
    #expect(interrupted.status == 130)
    let terminated = try WatchedRun([], in: folder)
    try terminated.round()
    terminated.terminate()
    #expect(terminated.status == 143)
  }

  @Test("p and t narrow what runs until a; what is chosen on the command line stays chosen")
  func narrowed() throws {
    let folder = try Folder(Self.project)
    let run = try WatchedRun(["--exclude", "signs"], in: folder)
    #expect(try run.round().contains("2 passed, 0 failed, 0 skipped"))
    try run.type("p\nmoney\n")
    let path = try run.round()
    #expect(path.contains(#"only files with "money" in their path"#))
    #expect(path.contains("1 passed, 0 failed, 0 skipped"))
    try run.type("p\nnowhere\n")
    try run.next(#"no file of tests has "nowhere" in its path; all is as before"#)
    try run.type("p\n\n")
    try run.round()
    try run.type("t\nhome\n")
    #expect(try run.round().contains("1 passed, 0 failed, 0 skipped"))
    try run.type("t\nnobody\n")
    #expect(
      try run.round().contains("no test was run: none has the pattern of t in its full name"))
    try run.type("a\n")
    #expect(try run.round().contains("2 passed, 0 failed, 0 skipped"))
  }

  @Test("reports that go to files are written anew for each round")
  func reports() throws {
    let folder = try Folder(Self.project)
    let run = try WatchedRun(
      ["--reporter", "dots", "--reporter", "tap=out.tap"], in: folder)
    try run.round()
    #expect(try folder.text("out.tap").contains("1..3"))
    try Self.change(folder, "lib/money.lua", "return", "return ")
    try run.round()
    #expect(try folder.text("out.tap").contains("1..1"))
  }

  @Test("u accepts what tests show now")
  func snapshots() throws {
    let spec = "it('shows', function() assert.matches_snapshot({ n = 1 }) end)"
    let folder = try Folder(["tests/a_test.lua": spec])
    let run = try WatchedRun([], in: folder)
    try run.round()
    try Self.change(folder, "tests/a_test.lua", "n = 1", "n = 2")
    let failed = try run.round()
    #expect(failed.contains("0 passed, 1 failed, 0 skipped"))
    try run.type("u\n")
    #expect(try run.round().contains("1 passed, 0 failed, 0 skipped"))
    try run.type("q\n")
    #expect(run.status == 0)
  }

  @Test("without any test it says so, and waits for one")
  func none() throws {
    let folder = try Folder(["app.lua": ""])
    let run = try WatchedRun([], in: folder)
    #expect(try run.round().contains("no test was found"))
    try folder.write("tests/a_test.lua", Array("it('a', function() end)".utf8))
    #expect(try run.round().contains("1 passed, 0 failed, 0 skipped"))
  }

  // MARK: A terminal

  @Test("on a terminal a key acts at once, and each round begins on a clear screen")
  func keys() throws {
    let folder = try Folder(Self.project)
    let run = try WatchedRun([], in: folder, at: .terminal)
    #expect(try !run.round().contains("\u{1B}[2J"))
    #expect(!run.hasOrdinaryTerminal)
    try run.type("a")
    let again = try run.round()
    #expect(again.contains("\u{1B}[H\u{1B}[2J"))
    #expect(again.contains("3 passed, 0 failed, 0 skipped"))
    try run.type("pmon")
    try run.next("only files with: mon")
    try run.type("\r")
    #expect(try run.round().contains("1 passed, 0 failed, 0 skipped"))
    try run.type("z")
    try run.next("z means nothing here; h lists the keys")
    try run.type("h")
    try run.next("q      quit")
    try run.type("q")
    #expect(run.status == 0)
    #expect(run.hasOrdinaryTerminal)
  }

  @Test(
    "the terminal is as before when a signal has ended it, or a crash",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV])
  func restored(_ signal: Int32) throws {
    let folder = try Folder(Self.project)
    let run = try WatchedRun([], in: folder, at: .terminal)
    try run.round()
    #expect(!run.hasOrdinaryTerminal)
    run.send(signal)
    #expect(run.status == [SIGINT: 130, SIGTERM: 143][signal] ?? signal)
    #expect(run.hasOrdinaryTerminal)
  }

  @Test("what was stopped goes on with its keys")
  func stopped() throws {
    let folder = try Folder(Self.project)
    let run = try WatchedRun([], in: folder, at: .terminal)
    try run.round()
    run.send(SIGSTOP)
    run.send(SIGCONT)
    try run.type("a")
    #expect(try run.round().contains("3 passed, 0 failed, 0 skipped"))
    try run.type("q")
    #expect(run.status == 0)
    #expect(run.hasOrdinaryTerminal)
  }

  // MARK: Misuse

  @Test(
    "what does not go with it is refused, with the reason",
    arguments: [
      (["--list"], "--watch does not go with --list: nothing runs that could run again"),
      (
        ["--shard", "1/2"],
        "--watch does not go with --shard: a shard is a part of one run, for machines that share it"
      ),
      (
        ["--coverage"],
        "--watch does not go with --coverage: most rounds run a part of the tests, which would seem not to cover the rest"
      ),
      (
        ["--coverage-min", "80"],
        "--watch does not go with --coverage-min: most rounds run a part of the tests, which would not reach it"
      ),
      (
        ["--reporter", "json"],
        "--watch writes one report after the other, which only people can read: give json a file, --reporter json=FILE, which is written anew each time"
      ),
    ])
  func misuse(_ arguments: [String], _ message: String) throws {
    let folder = try Folder(Self.project)
    let result = try Command.run(["test", "--watch"] + arguments, in: folder.path)
    #expect(result.status == 2)
    #expect(result.messages == "sextant: \(message)\n")
  }
}
