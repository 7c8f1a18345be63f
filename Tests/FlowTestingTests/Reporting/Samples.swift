import Console

@testable import FlowTesting

/// A run with everything that can be told of one.
enum Samples {
  static let source = """
    describe("auth", function()
      it("ends with the user", function()
        assert.same({ id = 7 }, app.result)
      end)
    end)
    """

  static func id(_ name: String, line: Int = 2) -> TestID {
    TestID(names: ["auth", name], file: "tests/auth_test.lua", line: line)
  }

  static let assertion = TestFailure(
    message: "expected objects to be the same", file: "tests/auth_test.lua", line: 3,
    traceback: ["tests/auth_test.lua:3: in function <tests/auth_test.lua:2>"],
    difference: ["  {", "-   id = 7", "+   id = 8", "  }"],
    flow: ["turn 2 submitted (auth.lua:9) push home", "app", "  auth"])

  static let failed = TestResult(
    id: id("ends with the user"), outcome: .failed, failures: [assertion], seconds: 0.0021,
    output: ["hello"])

  static let error = TestResult(
    id: id("it's <odd> & \"quoted\" #slow", line: 9), outcome: .error,
    failures: [TestFailure(message: "bad \u{1B}[31m\u{0}byte\tend\n100%: a, b")])

  static var flaky: TestResult {
    var result = TestResult(id: id("waits"), outcome: .passed, seconds: 0.5)
    result.earlier = [TestFailure(message: "too early", file: "tests/auth_test.lua", line: 3)]
    return result
  }

  static let passed = TestResult(id: id("passes"), outcome: .passed, seconds: 0.001)
  static let skipped = TestResult(id: id("later"), outcome: .skipped)

  /// As a `setup` that fails leaves its tests.
  static let unmade = TestResult(
    id: id("later"), outcome: .skipped,
    failures: [TestFailure(message: "not run: the setup of <auth> failed")])

  static let problem = FileProblem(
    failure: TestFailure(
      message: "unexpected symbol near 'end'", file: "tests/broken_test.lua", line: 4),
    names: [], file: "tests/broken_test.lua")

  static let hook = FileProblem(
    failure: TestFailure(message: "no database", file: "tests/auth_test.lua", line: 3),
    names: ["auth", "setup"], file: "tests/auth_test.lua")

  /// What a reporter writes of a run in which a file tells that.
  static func report(
    _ format: ReportFormat, _ events: [RunEvent], file: String = "tests/auth_test.lua",
    last: RunEvent? = nil, options: [String] = [], end: RunSummary.End = .complete,
    paint: Paint = Paint(colored: false),
    change: (inout RunPlan) -> Void = { _ in }
  ) -> String {
    let sources = SourceLines { $0 == "tests/auth_test.lua" ? source : nil }
    var reporter = format.makeReporter(
      FailureExplanation(paint: paint, sources: sources, rerun: Rerun(options: options)))
    var plan = RunPlan([])
    plan.seed = 7
    change(&plan)
    var summary = RunSummary(end: end)
    summary.seconds = 0.012
    var text = reporter.text(for: .began(RunHeading(plan)))
    for event in [.fileBegan(file, round: 1)] + events + [last ?? .fileEnded(file)] {
      summary.count(event)
      text += reporter.text(for: event)
    }
    return text + reporter.text(for: .ended(summary))
  }
}
