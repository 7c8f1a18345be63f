import Console
import PlainValues
import Testing

@testable import FlowTesting

@Suite("Reports")
struct ReporterTests {
  /// What each format says of one event, between what every run begins and ends with.
  struct Case: Sendable, CustomTestStringConvertible {
    let format: ReportFormat
    let what: String
    let event: RunEvent
    let text: String

    var testDescription: String { "\(format.rawValue): \(what)" }
  }

  @Test("a failure says what happened, where, what differs, what led there and how to run it again")
  func pretty() {
    let text = Samples.report(.pretty, [.result(Samples.passed), .result(Samples.failed)])
    #expect(
      text == """
        seed 7
        ✗ tests/auth_test.lua  1 passed, 1 failed  3 ms
          ✗ auth ends with the user

        ✗ auth ends with the user (failed)
          tests/auth_test.lua:3
          3 | assert.same({ id = 7 }, app.result)

          expected objects to be the same

            {
          -   id = 7
          +   id = 8
            }

          flow
            turn 2 submitted (auth.lua:9) push home
            app
              auth

          traceback
            tests/auth_test.lua:3: in function <tests/auth_test.lua:2>

          printed
            hello

          again: sextant test tests/auth_test.lua --name 'auth ends with the user'

        1 file, 12 ms
        1 passed, 1 failed, 0 skipped

        """)
  }

  static let cases: [Case] = [
    Case(
      format: .pretty, what: "all passed", event: .result(Samples.passed),
      text: """
        seed 7
        ✓ tests/auth_test.lua  1 passed  1 ms

        1 file, 12 ms
        1 passed, 0 failed, 0 skipped

        """),
    Case(
      format: .pretty, what: "an error with bytes that a terminal would act on",
      event: .result(Samples.error),
      text: """
        seed 7
        ✗ tests/auth_test.lua  1 failed  0 µs
          ✗ auth it's <odd> & "quoted" #slow

        ✗ auth it's <odd> & "quoted" #slow (error)
          tests/auth_test.lua:9

          bad  [31m byte end
          100%: a, b

          again: sextant test tests/auth_test.lua --name 'auth it'\\''s <odd> & "quoted" #slow'

        1 file, 12 ms
        0 passed, 1 failed, 0 skipped

        """),
    Case(
      format: .pretty, what: "a flaky test", event: .result(Samples.flaky),
      text: """
        seed 7
        ✓ tests/auth_test.lua  1 passed  500 ms
          ~ auth waits (flaky: passed when tried again)

        1 file, 12 ms, 1 flaky
        1 passed, 0 failed, 0 skipped

        """),
    Case(
      format: .pretty, what: "a file that cannot be loaded", event: .problem(Samples.problem),
      text: """
        seed 7
        ✗ tests/auth_test.lua  1 failed  0 µs
          ✗ tests/broken_test.lua

        ✗ tests/broken_test.lua (error)
          tests/broken_test.lua:4

          unexpected symbol near 'end'

          again: sextant test tests/broken_test.lua

        1 file, 12 ms
        0 passed, 1 failed, 0 skipped

        """),
    Case(
      format: .pretty, what: "a setup that failed", event: .problem(Samples.hook),
      text: """
        seed 7
        ✗ tests/auth_test.lua  1 failed  0 µs
          ✗ auth setup

        ✗ auth setup (error)
          tests/auth_test.lua:3
          3 | assert.same({ id = 7 }, app.result)

          no database

          again: sextant test tests/auth_test.lua

        1 file, 12 ms
        0 passed, 1 failed, 0 skipped

        """),
    Case(
      format: .dots, what: "skipped", event: .result(Samples.skipped),
      text: "seed 7\nS\n\n1 file, 12 ms\n0 passed, 0 failed, 1 skipped\n"),
    Case(
      format: .tap, what: "skipped", event: .result(Samples.skipped),
      text: """
        TAP version 13
        # seed 7
        # tests/auth_test.lua
        ok 1 - auth later # SKIP
        1..1
        # 0 passed, 0 failed, 1 skipped

        """),
    Case(
      format: .tap, what: "a failure", event: .result(Samples.failed),
      text: """
        TAP version 13
        # seed 7
        # tests/auth_test.lua
        not ok 1 - auth ends with the user
          ---
          severity: fail
          message: 'expected objects to be the same'
          file: 'tests/auth_test.lua'
          line: 3
          difference:
            - '  {'
            - '-   id = 7'
            - '+   id = 8'
            - '  }'
          flow:
            - 'turn 2 submitted (auth.lua:9) push home'
            - 'app'
            - '  auth'
          traceback:
            - "tests/auth_test.lua:3:\\x20in function <tests/auth_test.lua:2>"
          again: 'sextant test tests/auth_test.lua --name ''auth ends with the user'''
          ...
        1..1
        # 0 passed, 1 failed, 0 skipped

        """),
    Case(
      format: .tap, what: "an error", event: .result(Samples.error),
      text: """
        TAP version 13
        # seed 7
        # tests/auth_test.lua
        not ok 1 - auth it's <odd> & "quoted" \\#slow
          ---
          severity: error
          message: "bad  [31m byte end\\n100%:\\x20a, b"
          file: 'tests/auth_test.lua'
          line: 9
          again: 'sextant test tests/auth_test.lua --name ''auth it''\\''''s <odd> & "quoted" #slow'''
          ...
        1..1
        # 0 passed, 1 failed, 0 skipped

        """),
    Case(
      format: .tap, what: "a flaky test", event: .result(Samples.flaky),
      text: """
        TAP version 13
        # seed 7
        # tests/auth_test.lua
        ok 1 - auth waits
          ---
          flaky: true
          message: 'too early'
          file: 'tests/auth_test.lua'
          line: 3
          again: 'sextant test tests/auth_test.lua --name ''auth waits'''
          ...
        1..1
        # 1 passed, 0 failed, 0 skipped

        """),
    Case(
      format: .tap, what: "a problem", event: .problem(Samples.problem),
      text: """
        TAP version 13
        # seed 7
        # tests/auth_test.lua
        not ok 1 - tests/broken_test.lua
          ---
          severity: error
          message: 'unexpected symbol near ''end'''
          file: 'tests/broken_test.lua'
          line: 4
          ...
        1..1
        # 0 passed, 1 failed, 0 skipped

        """),
    Case(
      format: .github, what: "a failure", event: .result(Samples.failed),
      text: """
        seed 7
        ::error file=tests/auth_test.lua,line=3,title=auth ends with the user::expected objects to be \
        the same%0A%0A  {%0A-   id = 7%0A+   id = 8%0A  }%0A%0Aflow%0Aturn 2 submitted (auth.lua:9) push \
        home%0Aapp%0A  auth%0A%0Atraceback%0Atests/auth_test.lua:3: in function \
        <tests/auth_test.lua:2>%0A%0Aagain: sextant test tests/auth_test.lua --name 'auth ends with the \
        user'
        0 passed, 1 failed, 0 skipped

        """),
    Case(
      format: .github, what: "an error, with what the format has signs of its own for",
      event: .result(Samples.error),
      text: """
        seed 7
        ::error file=tests/auth_test.lua,line=9,title=auth it's <odd> & "quoted" #slow::bad  [31m byte \
        end%0A100%25: a, b%0A%0Aagain: sextant test tests/auth_test.lua --name 'auth it'\\''s <odd> & \
        "quoted" #slow'
        0 passed, 1 failed, 0 skipped

        """),
    Case(
      format: .github, what: "a flaky test", event: .result(Samples.flaky),
      text: """
        seed 7
        ::warning file=tests/auth_test.lua,line=3,title=auth waits (flaky)::too early%0A%0Aagain: \
        sextant test tests/auth_test.lua --name 'auth waits'
        1 passed, 0 failed, 0 skipped

        """),
    Case(
      format: .github, what: "a problem", event: .problem(Samples.problem),
      text: """
        seed 7
        ::error file=tests/broken_test.lua,line=4,title=tests/broken_test.lua::unexpected symbol near \
        'end'
        0 passed, 1 failed, 0 skipped

        """),
    Case(
      format: .junit, what: "a failure", event: .result(Samples.failed),
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="sextant test" tests="1" failures="1" errors="0" time="0.012">
          <testsuite name="tests/auth_test.lua" tests="1" failures="1" errors="0" skipped="0" \
        time="0.002">
            <properties><property name="seed" value="7"/></properties>
            <testcase name="ends with the user" classname="tests/auth_test.lua › auth" time="0.002100">
              <failure message="expected objects to be the same" type="failure">tests/auth_test.lua:3
        3 | assert.same({ id = 7 }, app.result)

        expected objects to be the same

          {
        -   id = 7
        +   id = 8
          }

        flow
          turn 2 submitted (auth.lua:9) push home
          app
            auth

        traceback
          tests/auth_test.lua:3: in function &lt;tests/auth_test.lua:2&gt;

        again: sextant test tests/auth_test.lua --name 'auth ends with the user'</failure>
              <system-out>hello</system-out>
            </testcase>
          </testsuite>
        </testsuites>

        """),
    Case(
      format: .junit, what: "an error, with what XML cannot have", event: .result(Samples.error),
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="sextant test" tests="1" failures="0" errors="1" time="0.012">
          <testsuite name="tests/auth_test.lua" tests="1" failures="0" errors="1" skipped="0" \
        time="0.000">
            <properties><property name="seed" value="7"/></properties>
            <testcase name="it's &lt;odd&gt; &amp; &quot;quoted&quot; #slow" \
        classname="tests/auth_test.lua › auth" time="0.000000">
              <error message="bad ␛[31m␀byte&#9;end" type="error">tests/auth_test.lua:9

        bad  [31m byte end
        100%: a, b

        again: sextant test tests/auth_test.lua --name 'auth it'\\''s &lt;odd&gt; &amp; \
        &quot;quoted&quot; #slow'</error>
            </testcase>
          </testsuite>
        </testsuites>

        """),
    Case(
      format: .junit, what: "skipped", event: .result(Samples.skipped),
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="sextant test" tests="1" failures="0" errors="0" time="0.012">
          <testsuite name="tests/auth_test.lua" tests="1" failures="0" errors="0" skipped="1" \
        time="0.000">
            <properties><property name="seed" value="7"/></properties>
            <testcase name="later" classname="tests/auth_test.lua › auth" time="0.000000">
              <skipped/>
            </testcase>
          </testsuite>
        </testsuites>

        """),
    Case(
      format: .junit, what: "a problem", event: .problem(Samples.problem),
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="sextant test" tests="1" failures="0" errors="1" time="0.012">
          <testsuite name="tests/auth_test.lua" tests="1" failures="0" errors="1" skipped="0" \
        time="0.000">
            <properties><property name="seed" value="7"/></properties>
            <testcase name="tests/broken_test.lua" classname="tests/auth_test.lua" time="0.000000">
              <error message="unexpected symbol near 'end'" type="error">tests/broken_test.lua:4

        unexpected symbol near 'end'</error>
            </testcase>
          </testsuite>
        </testsuites>

        """),
  ]

  @Test("each format says each kind of thing as its readers expect", arguments: cases)
  func report(_ sample: Case) {
    #expect(Samples.report(sample.format, [sample.event]) == sample.text)
  }

  @Test("a test that is skipped for a reason is no failure, and the reason is there")
  func unmade() {
    let event = RunEvent.result(Samples.unmade)
    #expect(
      Samples.report(.tap, [event]).contains(
        "ok 1 - auth later # SKIP not run: the setup of <auth> failed\n1..1\n"))
    #expect(
      Samples.report(.junit, [event]).contains(
        "<skipped>not run: the setup of &lt;auth&gt; failed</skipped>"))
    #expect(Samples.report(.github, [event]) == "seed 7\n0 passed, 0 failed, 1 skipped\n")
  }

  @Test("a name that cannot be shown is run again by its line")
  func unshownName() {
    let id = TestID(names: ["odd \u{1B}[31m"], file: "a b_test.lua", line: 4)
    let result = TestResult(id: id, outcome: .failed)
    #expect(Rerun().command(result) == "sextant test 'a b_test.lua:4'")
  }

  @Test("a test whose name another has too is run again by its line")
  func sharedName() {
    var result = Samples.failed
    result.sharesName = true
    #expect(Rerun().command(result) == "sextant test tests/auth_test.lua:2")
  }

  @Test("JSON says everything there is to say of a failure")
  func json() throws {
    let text = Samples.report(
      .json, [.result(Samples.failed), .result(Samples.flaky), .problem(Samples.hook)])
    let value = try JSON.parse(text)
    #expect(value["seed"] == 7)
    #expect(value["shard"] == .null)
    #expect(
      value["tests"]?.array?.first == [
        "file": "tests/auth_test.lua", "line": 2, "name": "auth ends with the user",
        "names": ["auth", "ends with the user"], "outcome": "failed", "flaky": false,
        "seconds": 0.0021, "output": ["hello"], "earlier": .array([]),
        "again": "sextant test tests/auth_test.lua --name 'auth ends with the user'",
        "failures": [
          [
            "message": "expected objects to be the same", "file": "tests/auth_test.lua", "line": 3,
            "difference": ["  {", "-   id = 7", "+   id = 8", "  }"],
            "flow": ["turn 2 submitted (auth.lua:9) push home", "app", "  auth"],
            "traceback": ["tests/auth_test.lua:3: in function <tests/auth_test.lua:2>"],
          ]
        ],
      ])
    #expect(value["tests"]?.array?.last?["flaky"] == true)
    #expect(value["problems"]?.array?.first?["names"] == ["auth", "setup"])
    #expect(value["problems"]?.array?.first?["failure"]?["message"] == "no database")
    #expect(
      value["summary"] == [
        "passed": 1, "failed": 2, "skipped": 0, "flaky": 1, "seconds": 0.012, "end": "complete",
        "unfinished": .array([]),
      ])
  }

  @Test("dots are a sign a test")
  func dots() {
    let text = Samples.report(
      .dots,
      [
        .result(Samples.passed), .result(Samples.flaky), .result(Samples.skipped),
        .result(Samples.failed), .result(Samples.error), .problem(Samples.problem),
      ])
    #expect(text.split(separator: "\n")[1] == ".~SFEE")
    #expect(text.hasSuffix("2 passed, 3 failed, 1 skipped\n"))
  }

  @Test("a run that is broken off says so", arguments: ReportFormat.allCases)
  func interrupted(_ format: ReportFormat) {
    let text = Samples.report(format, [.result(Samples.passed)], end: .interrupted)
    switch format {
    case .pretty, .dots: #expect(text.contains("1 file, 12 ms, interrupted\n"))
    case .tap: #expect(text.contains("Bail out! interrupted\n"))
    case .json: #expect(text.contains("\"end\": \"interrupted\""))
    case .junit: #expect(text.hasSuffix("</testsuites>\n"))
    case .github: #expect(text.hasSuffix("1 passed, 0 failed, 0 skipped\n"))
    }
  }

  @Test("the command that runs a test again has the options that it may depend on")
  func rerun() {
    let text = Samples.report(
      .pretty, [.result(Samples.failed)],
      options: ["--libs", "all", "--lpath", "./src/?.lua", "--shuffle", "--seed", "7"]
    ) { ($0.order, $0.shard) = (.shuffled, Shard(1, of: 3)) }
    #expect(text.hasPrefix("seed 7, shuffled, shard 1 of 3\n"))
    #expect(
      text.contains(
        "--name 'auth ends with the user' --libs all --lpath './src/?.lua' --shuffle --seed 7\n"))
  }

  @Test("colours are there where they are wanted")
  func colours() {
    let text = Samples.report(.pretty, [.result(Samples.failed)], paint: Paint(colored: true))
    #expect(text.contains("\u{1B}[31m-   id = 7\u{1B}[0m"))
    #expect(text.contains("\u{1B}[32m+   id = 8\u{1B}[0m"))
  }

  @Test(
    "where no test was run it is said why",
    arguments: [
      (["a_test.lua"], [String](), 0, "no test was found in a_test.lua: a test is written it("),
      (["a", "b"], [], 0, "no test was found in the 2 files"),
      ([], [], 0, "no test was found: there is no *_test.lua or *_spec.lua under tests/ or spec/"),
      (["a"], ["--filter", "--tags"], 3, "no test was run: none is left by --filter, --tags;"),
    ])
  func noTest(_ files: [String], _ choosing: [String], _ found: Int, _ says: String) {
    let plan = RunPlan(files.map { SpecTarget(path: $0) })
    #expect(
      NoTest(plan: plan, choosing: choosing, found: found, record: TestRecord()).message
        .hasPrefix(says))
  }

  @Test("where none failed last time, nothing is left to run again")
  func noneFailed() {
    var plan = RunPlan([])
    plan.selection.failed = []
    let none = NoTest(
      plan: plan, choosing: ["--failed"], found: 0, record: TestRecord(isKnown: true))
    #expect(
      none.message == "no test was run: none failed last time; leave --failed out to run all")
    #expect(none.isFine)
    plan.selection.failed = [TestKey(file: "other_test.lua", names: [])]
    let elsewhere = NoTest(
      plan: plan, choosing: ["--failed"], found: 0, record: TestRecord(isKnown: true))
    #expect(elsewhere.message == "no test was run: of these files none failed last time")
    #expect(elsewhere.isFine)
  }

  @Test("where no run is known, --failed has nothing to go by, which is a failure")
  func noRecord() {
    var plan = RunPlan([])
    plan.selection.failed = []
    let none = NoTest(plan: plan, choosing: ["--failed"], found: 0, record: TestRecord())
    #expect(
      none.message.hasPrefix(
        "no test was run: there is no record of a run here (.sextant/tests.tsv)"))
    #expect(!none.isFine)
  }
}
