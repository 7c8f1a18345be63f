import Foundation
import PlainValues
import Testing

/// `sextant test --coverage`.
@Suite("sextant test --coverage")
struct CoverageTests {
  static let project = [
    "app.lua": """
    local money = require "lib.money"
    local app = {}

    function app:start()
      self.router:push("home", { price = money.text(5) })
    end

    app.transitions = {
      home = {
        buy = {
          { when = "is_poor", push = "sorry" },
          { push = "bought" },
        },
        help = { push = "help" },
      },
    }

    function app:is_poor(payload)
      return payload.poor
    end

    function app:never()
      return 1
    end

    return app
    """,
    "lib/money.lua": """
    local money = {}

    function money.text(amount)
      return amount .. " €"
    end

    return money
    """,
    "lib/unused.lua": "local unused = {}\nfunction unused.x()\n  return 1\nend\nreturn unused\n",
    "tests/a_test.lua": """
    it("buys", function()
      local app = launch("app")
      app:send("buy", { poor = false })
    end)
    it("buys again", function()
      launch("app"):send("buy", { poor = false })
    end)
    """,
    "tests/b_test.lua": """
    it("launches", function() launch("app") end)
    it("launches two", function() launch("app") launch("app") end)
    """,
  ]

  @Test("says which lines and transitions have run, and writes a page and a tracefile")
  func table() throws {
    let folder = try Folder(Self.project)
    let result = try Command.run(["test", "--coverage", "--seed", "1"], in: folder.path)
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    let from = try #require(lines.firstIndex { $0.hasPrefix("coverage") })
    #expect(
      lines[from...].prefix(9).joined(separator: "\n") == """
        coverage        lines   transitions  lines that never ran
        app.lua         93.3%   1/3          23
        lib/money.lua   100%    –
        lib/unused.lua  0%      –            1–3, 5
        3 files         78.2%   1/3

        transitions that no test took
          ○ app.lua:11: home.buy [1] → push sorry, when is_poor
          ○ app.lua:14: home.help → push help
        """)
    #expect(result.lines.last == "4 passed, 0 failed, 0 skipped")
    let tracefile = try folder.text("coverage/lcov.info")
    #expect(tracefile.contains("SF:app.lua\n"))
    #expect(tracefile.contains("DA:23,0\n"))
    #expect(tracefile.contains("DA:5,5\n"))
    let page = try folder.text("coverage/index.html")
    #expect(page.contains("<td class=\"number\">2×</td><td class=\"number\">2</td>"))
  }

  @Test("is the same however the tests are shared and ordered")
  func sameSum() throws {
    let folder = try Folder(Self.project)
    var pages: Set<String> = []
    for options in [["--jobs", "1"], ["--jobs", "3"], ["--shuffle", "--seed", "5"]] {
      _ = try Command.run(["test", "--coverage=out"] + options, in: folder.path)
      pages.insert(try folder.text("out/index.html") + (try folder.text("out/lcov.info")))
    }
    #expect(pages.count == 1)
  }

  @Test("counts what repetitions and second tries run")
  func repeated() throws {
    let folder = try Folder(Self.project)
    _ = try Command.run(["test", "--coverage", "--repeat", "2"], in: folder.path)
    #expect(try folder.text("coverage/lcov.info").contains("DA:5,10\n"))
  }

  @Test("what ran before a test ended its process is counted")
  func death() throws {
    let folder = try Folder([
      "src/calc.lua": """
      local calc = {}
      function calc.add(a, b)
        return a + b
      end
      function calc.never()
        return 1
      end
      return calc
      """,
      "spec/calc_spec.lua": """
      local calc = require "calc"
      it("adds", function() assert.equal(3, calc.add(1, 2)) end)
      it("dies", function() os.exit(3) end)
      it("adds in a coroutine", function()
        assert.equal(3, coroutine.wrap(calc.add)(1, 2))
      end)
      """,
    ])
    let result = try Command.run(["test", "--libs", "all", "--coverage"], in: folder.path)
    #expect(result.lines.last == "2 passed, 1 failed, 0 skipped")
    #expect(
      try folder.text("coverage/lcov.info") == """
        TN:
        SF:src/calc.lua
        DA:1,1
        DA:2,1
        DA:3,2
        DA:5,1
        DA:6,0
        DA:8,1
        LF:6
        LH:5
        end_of_record

        """)
  }

  @Test("files that dofile and loadfile load are counted, under their names")
  func dofile() throws {
    let folder = try Folder([
      "src/data.lua": "local data = { 1 }\nreturn data\n",
      "tests/a_test.lua": """
      it("loads", function()
        assert.same({ 1 }, dofile("src/data.lua"))
        assert.same({ 1 }, loadfile("./src/data.lua")())
        assert.error(function() dofile("src/none.lua") end)
      end)
      """,
    ])
    let result = try Command.run(["test", "--libs", "all", "--coverage"], in: folder.path)
    #expect(result.status == 0, "\(result.output)")
    #expect(try folder.text("coverage/lcov.info").contains("SF:src/data.lua\nDA:1,2\nDA:2,2\n"))
  }

  /// Goals, the status, and what is said.
  static let goals: [(goals: [String], status: Int32, says: String)] = [
    (["--coverage-min", "70"], 0, ""),
    (
      ["--coverage-min", "90"], 1,
      """
      coverage: 78.2% of lines have run (18 of 23), --coverage-min wants 90%; the first missing: \
      app.lua:23
      """
    ),
    (
      ["--coverage-min", "70", "--coverage-min", "transitions=50"], 1,
      """
      coverage: 33.3% of transitions were taken (1 of 3), --coverage-min wants 50%; the first \
      missing: app.lua:11, home.buy [1]
      """
    ),
    (
      ["--coverage-min", "most"], 2,
      "--coverage-min is a percentage from 0 to 100, or transitions=PERCENT, not most"
    ),
    (["--coverage="], 2, "--coverage= needs a value after the ="),
    (
      ["--coverage=app.lua"], 1,
      "sextant: error: coverage is not written to app.lua: app.lua: the folder cannot be made: File exists"
    ),
  ]

  @Test("what is beneath a goal fails and is told", arguments: goals)
  func goal(_ goals: [String], _ status: Int32, _ says: String) throws {
    let folder = try Folder(Self.project)
    let result = try Command.run(["test"] + goals, in: folder.path)
    #expect(result.status == status)
    #expect(says.isEmpty ? result.messages.isEmpty : result.messages.contains(says))
  }

  @Test("a report for machines has it too, and the table goes to the messages")
  func json() throws {
    let folder = try Folder(Self.project)
    let result = try Command.run(
      ["test", "--coverage", "--reporter", "json"], in: folder.path)
    let coverage = try JSON.parse(result.output)["coverage"]
    #expect(coverage?["transitions"] == ["covered": 1, "all": 3])
    #expect(coverage?["files"]?.array?.first?["missed"] == [23])
    #expect(result.messages.contains("3 files         78.2%   1/3"))
  }

  @Test("tests that run nothing of a project are told so")
  func nothing() throws {
    let folder = try Folder(["tests/a_test.lua": "it('a', function() end)"])
    let result = try Command.run(["test", "--coverage"], in: folder.path)
    #expect(result.status == 0)
    #expect(result.output.contains("coverage: no script of a project has run"))
  }
}
