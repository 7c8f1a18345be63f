import Testing

@testable import FlowTesting

@Suite("What comes next for a file of tests")
struct FileRunTests {
  private static func loaded(_ names: [String], retries: Int = 0) -> FileRun {
    var run = FileRun(SpecTarget(path: "a_test.lua"), retries: retries)
    let entries = Stage.entries(names)
    #expect(run.loaded(entries) { Array($0.indices) } == .run(Array(entries.indices)))
    return run
  }

  @Test("a file whose tests all end is complete, and tells them in order")
  func complete() {
    var run = Self.loaded(["a", "b"])
    for index in 0..<2 {
      run.began(index)
      run.ended(index, index == 0 ? Stage.passed : Stage.failed)
    }
    #expect(run.done() == .complete)
    #expect(told(run.events) == ["+ a", "- b: expected 1, got 2"])
  }

  @Test("a file of which no test is chosen is complete when it is loaded")
  func noneChosen() {
    var run = FileRun(SpecTarget(path: "a_test.lua"))
    #expect(run.loaded(Stage.entries(["a"])) { _ in [] } == .complete)
    #expect(run.events.isEmpty)
  }

  @Test("a file that cannot be loaded is a problem, and complete")
  func unloadable() {
    var run = FileRun(SpecTarget(path: "a_test.lua"))
    #expect(run.unloadable(TestFailure(message: "a_test.lua:1: syntax error")) == .complete)
    #expect(told(run.events) == ["! a_test.lua:1: syntax error"])
  }

  @Test("a process that ends while the file is loaded is a problem of the file")
  func deathWhileLoading() {
    var run = FileRun(SpecTarget(path: "a_test.lua"))
    #expect(run.died(.silent(10)) == .complete)
    #expect(
      told(run.events) == [
        "! loading the file was still running after 10 seconds and was stopped"
      ])
  }

  @Test("a test that ends its process fails, and the rest goes on in a fresh one")
  func deathOfTest() {
    var run = Self.loaded(["a", "b", "c"])
    run.began(0)
    run.ended(0, Stage.passed)
    run.began(1)
    #expect(run.died(.signal(11)) == .load)
    #expect(run.loaded(Stage.entries(["a", "b", "c"])) { _ in [] } == .run([2]))
    run.began(2)
    run.ended(2, Stage.passed)
    #expect(run.done() == .complete)
    #expect(
      told(run.events) == ["+ a", "- b: the test ended the process: signal 11 (SIGSEGV)", "+ c"])
  }

  @Test("the last test that ends its process needs no fresh one")
  func deathOfLastTest() {
    var run = Self.loaded(["a"])
    run.began(0)
    #expect(run.died(.exit(3)) == .complete)
    #expect(told(run.events) == ["- a: the test ended the process with status 3"])
  }

  @Test("a process that ends between tests is a problem of the file, and the rest goes on")
  func deathBetweenTests() {
    var run = Self.loaded(["a", "b"])
    run.began(0)
    run.ended(0, Stage.passed)
    #expect(run.died(.exit(1)) == .load)
    #expect(run.loaded(Stage.entries(["a", "b"])) { _ in [] } == .run([1]))
    run.began(1)
    run.ended(1, Stage.passed)
    _ = run.done()
    #expect(
      told(run.events) == [
        "+ a", "! code outside any test, such as a teardown, ended the process with status 1",
        "+ b",
      ])
  }

  @Test("a setup that ends the process fails the tests of its block, and those alone")
  func deathInSetup() {
    var run = Self.loaded(["outer/a", "outer/b", "other/c"])
    #expect(run.died(.silent(1)) == .load)
    #expect(run.loaded(Stage.entries(["outer/a", "outer/b", "other/c"])) { _ in [] } == .run([2]))
    run.began(2)
    run.ended(2, Stage.passed)
    _ = run.done()
    let why = "a setup before the test was still running after 1 second and was stopped"
    #expect(told(run.events) == ["- outer a: \(why)", "- outer b: \(why)", "+ other c"])
  }

  @Test("a setup that ends the process after other tests is the one to blame, once")
  func deathInLaterSetup() {
    var run = Self.loaded(["first", "block/a", "block/b", "last"])
    run.began(0)
    run.ended(0, Stage.passed)
    run.began(.setup(["block"]))
    #expect(run.part == .hook(.setup(["block"])))
    #expect(run.died(.exit(3)) == .load)
    #expect(
      run.loaded(Stage.entries(["first", "block/a", "block/b", "last"])) { _ in [] } == .run([3]))
    run.began(3)
    run.ended(3, Stage.passed)
    _ = run.done()
    let why = "the setup of \"block\" ended the process with status 3"
    #expect(told(run.events) == ["+ first", "- block a: \(why)", "- block b: \(why)", "+ last"])
  }

  @Test("a teardown that ends the process is a problem of its block, and the rest goes on")
  func deathInTeardown() {
    var run = Self.loaded(["block/a", "last"])
    run.began(0)
    run.ended(0, Stage.passed)
    run.began(.teardown(["block"]))
    #expect(run.died(.signal(11)) == .load)
    #expect(run.loaded(Stage.entries(["block/a", "last"])) { _ in [] } == .run([1]))
    let why = "the teardown of \"block\" ended the process: signal 11 (SIGSEGV)"
    #expect(told(run.events) == ["+ block a", "! \(why)"])
    guard case .problem(let problem)? = run.events.last else {
      Issue.record("no problem")
      return
    }
    #expect(problem.names == ["block"])
  }

  @Test("what is under way is known at any time")
  func part() {
    var run = FileRun(SpecTarget(path: "a_test.lua"))
    #expect(run.part == .loading)
    let entries = Stage.entries(["a"])
    _ = run.loaded(entries) { _ in [0] }
    #expect(run.part == .other)
    run.began(0)
    #expect(run.part == .test(entries[0].id))
  }

  @Test("tests that did not pass and share a full name are told so, others are not")
  func sharedNames() {
    var run = Self.loaded(["a b", "a/b", "c", "a b"])
    for (index, outcome) in [TestResult.Outcome.failed, .skipped, .failed, .passed].enumerated() {
      run.began(index)
      run.ended(index, TestEnding(outcome: outcome))
    }
    let shared = run.events.map { event in
      if case .result(let result) = event { result.sharesName } else { false }
    }
    #expect(shared == [true, true, false, false])
  }

  @Test("a line at which there is no test is a problem of the file")
  func strayLine() {
    var run = FileRun(SpecTarget(path: "a_test.lua", lines: [9999]))
    let entry = TestEntry(
      id: TestID(names: ["a"], file: "a_test.lua", line: 2), tags: [], lastLine: 3)
    #expect(run.loaded([entry]) { _ in [] } == .complete)
    #expect(
      told(run.events) == [
        "! no test is at line 9999 of a_test.lua: its tests begin at line 2"
      ])
  }

  @Test("a block that was taken for a test, and its tests, which are found as they run")
  func foundLate() {
    var run = Self.loaded(["block", "last"])
    run.opened(0)
    let found = Stage.entries(["block/a"])[0]
    run.found(found)
    run.began(2)
    #expect(run.part == .test(found.id))
    run.ended(2, Stage.passed)
    run.began(1)
    #expect(run.died(.exit(1)) == .complete)
    #expect(told(run.events) == ["+ block a", "- last: the test ended the process with status 1"])
  }

  @Test("a test that was found as it ran is not tried again in a process that does not know it")
  func foundLateRetry() {
    var run = Self.loaded(["block"], retries: 1)
    run.opened(0)
    run.found(Stage.entries(["block/a"])[0])
    run.began(1)
    run.ended(1, Stage.failed)
    #expect(run.done() == .complete)
    #expect(told(run.events) == ["- block a: expected 1, got 2"])
  }

  @Test("tests that a failing setup left out are not spoken of")
  func failingSetup() {
    var run = Self.loaded(["block/a"])
    run.problem(TestFailure(message: "setup failed"), names: ["block"])
    #expect(run.done() == .complete)
    #expect(told(run.events) == ["! setup failed"])
  }

  @Test("a test that the file left out without a reason fails")
  func leftOut() {
    var run = Self.loaded(["a"])
    #expect(run.done() == .complete)
    #expect(told(run.events) == ["- a: not run: the file ended before it"])
  }

  @Test("a file that has other tests when it is loaded again does not run them")
  func changing() {
    var run = Self.loaded(["a", "b"])
    run.began(0)
    #expect(run.died(.exit(0)) == .load)
    #expect(run.loaded(Stage.entries(["a", "c"])) { _ in [] } == .complete)
    #expect(told(run.events).count == 2)
    #expect(told(run.events)[1].hasPrefix("- b: not run: the file has other tests each time"))
  }

  @Test("a test that passes when it is tried again is flaky, and told in its place")
  func flaky() {
    var run = Self.loaded(["a", "b"], retries: 2)
    run.began(0)
    run.ended(0, Stage.failed)
    run.began(1)
    run.ended(1, Stage.passed)
    #expect(run.events.isEmpty)
    #expect(run.done() == .load)
    #expect(run.loaded(Stage.entries(["a", "b"])) { _ in [] } == .run([0]))
    run.began(0)
    run.ended(0, Stage.passed)
    #expect(run.done() == .complete)
    #expect(told(run.events) == ["~ a", "+ b"])
  }

  @Test("a test that never passes is tried as often as was asked for")
  func retriesEnd() {
    var run = Self.loaded(["a"], retries: 2)
    for attempt in 0..<3 {
      run.began(0)
      run.ended(0, Stage.failed)
      #expect(run.done() == (attempt < 2 ? .load : .complete))
      if attempt < 2 { #expect(run.loaded(Stage.entries(["a"])) { _ in [] } == .run([0])) }
    }
    guard case .result(let result) = run.events[0] else {
      Issue.record("no result")
      return
    }
    #expect(result.failures.count == 1)
    #expect(result.earlier.count == 2)
  }
}
