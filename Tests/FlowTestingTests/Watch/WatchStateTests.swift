import SystemCalls
import Testing

@testable import FlowTesting

@Suite("Which round comes next")
struct WatchStateTests {
  private static let targets = ["tests/a_test.lua", "tests/b_test.lua"].map {
    SpecTarget(path: $0)
  }

  /// A watch of these files, whose first round has run.
  private struct Watch {
    var state = WatchState()
    var targets = WatchStateTests.targets

    /// - Parameter failed: the tests that failed in the first round; `one` of each file are there.
    init(failed: Set<String> = []) {
      let round = state.begin(targets)
      run(round, failed: failed)
    }

    mutating func run(
      _ round: WatchRound, failed: Set<String> = [], end: RunSummary.End = .complete
    ) {
      var summary = RunSummary(end: end)
      for target in round.targets {
        let id = TestID(names: ["one"], file: target.path, line: 1)
        guard
          round.narrowing?.tests.map({ tests in
            TestKey(id).around.contains(where: tests.contains)
          }) ?? true
        else { continue }
        let result = TestResult(id: id, outcome: failed.contains(target.path) ? .failed : .passed)
        for event in [RunEvent.fileBegan(target.path, round: 1), .result(result)] {
          state.take(event)
          summary.count(event)
        }
        var reach = FileReach()
        reach.take(Reach(files: [AbsolutePath.of(target.path)]), of: nil)
        reach.take(
          Reach(files: [target.path == "tests/a_test.lua" ? "/a" : "/b", "/both"]), of: TestKey(id))
        summary.reaches[target.path] = reach
      }
      state.ended(summary)
    }

    mutating func change(_ paths: String...) -> WatchState.Action {
      state.take(paths.map { WatchedChange($0, .changed) }, targets)
    }

    mutating func type(_ command: WatchCommand) -> WatchState.Action {
      state.take(command, targets)
    }
  }

  /// A round's files and tests, or what is said, in short.
  private static func text(_ action: WatchState.Action) -> String {
    switch action {
    case .quit: return "quit"
    case .say(let lines): return "say " + lines.joined(separator: " | ")
    case .run(let round): return text(round)
    }
  }

  private static func text(_ round: WatchRound) -> String {
    let files = round.targets.map(\.path).joined(separator: ",")
    let tests = round.narrowing?.tests.map { tests in
      " only "
        + tests.sorted().map { ([$0.file] + $0.names).joined(separator: ":") }.joined(
          separator: ",")
    }
    return files + (tests ?? "") + (round.narrowing?.name == nil ? "" : " named")
      + (round.snapshots == .update ? " updating" : "")
  }

  private static func round(_ action: WatchState.Action) throws -> WatchRound {
    guard case .run(let round) = action else { throw Stopped() }
    return round
  }

  private struct Stopped: Error {}

  @Test("the first is all that the command line names")
  func first() {
    var state = WatchState()
    let round = state.begin(Self.targets)
    #expect(Self.text(round) == "tests/a_test.lua,tests/b_test.lua")
    #expect(round.title.isEmpty)
    var plan = RunPlan([])
    plan.selection.tags = ["fast"]
    let asked = round.plan(plan)
    #expect(asked.targets == Self.targets)
    #expect(asked.selection.tags == ["fast"])
    #expect(asked.reach == .on)
    #expect(asked.snapshots == plan.snapshots)
  }

  @Test("after a change: the tests that it reaches, with a title that says so")
  func change() throws {
    var watch = Watch()
    let round = try Self.round(watch.change("/a"))
    #expect(Self.text(round) == "tests/a_test.lua only tests/a_test.lua:one")
    #expect(round.title == ["/a changed", "running 1 test in 1 file"])
    #expect(
      Self.text(watch.change("/both"))
        == "tests/a_test.lua,tests/b_test.lua only tests/a_test.lua:one,tests/b_test.lua:one")
  }

  @Test("a new file of tests: it; how many there are is not known")
  func new() throws {
    var watch = Watch()
    watch.targets.append(SpecTarget(path: "tests/c_test.lua"))
    let path = AbsolutePath.of("tests/c_test.lua")
    let round = try Self.round(watch.state.take([WatchedChange(path, .added)], watch.targets))
    #expect(Self.text(round) == "tests/c_test.lua only tests/c_test.lua")
    #expect(round.title == ["tests/c_test.lua added", "running 1 file"])
  }

  @Test("a file of tests that has gone: none, and its failures count no more")
  func removed() {
    var watch = Watch(failed: ["tests/a_test.lua"])
    #expect(watch.state.failing.count == 1)
    watch.targets.removeFirst()
    let path = AbsolutePath.of("tests/a_test.lua")
    let action = watch.state.take([WatchedChange(path, .removed)], watch.targets)
    #expect(Self.text(action) == "say tests/a_test.lua removed: no test reaches it")
    #expect(watch.state.failing.isEmpty)
  }

  @Test("after a round that was broken off: its tests too")
  func brokenOff() throws {
    var watch = Watch()
    let round = try Self.round(watch.change("/a"))
    watch.state.ended(RunSummary(end: .interrupted))
    #expect(Self.text(watch.change("/b")) == Self.text(try Self.round(watch.change("/both"))))
    #expect(Self.text(round) == "tests/a_test.lua only tests/a_test.lua:one")
  }

  @Test("a round makes way for a change, but not for a file that came and reaches nothing")
  func overtaken() {
    let watch = Watch()
    #expect(watch.state.isOvertaken(by: [WatchedChange("/x", .changed)], Self.targets))
    #expect(watch.state.isOvertaken(by: [WatchedChange("/x", .removed)], Self.targets))
    #expect(watch.state.isOvertaken(by: [WatchedChange("/a", .added)], Self.targets))
    #expect(!watch.state.isOvertaken(by: [WatchedChange("/x", .added)], Self.targets))
  }

  @Test("f: those that failed when they last ran, until they pass")
  func failed() throws {
    var watch = Watch(failed: ["tests/b_test.lua"])
    #expect(!watch.state.hasPassed)
    // Another round in which all pass does not make up for it.
    #expect(watch.state.failingBefore == 0)
    watch.run(try Self.round(watch.change("/a")))
    #expect(!watch.state.hasPassed)
    #expect(watch.state.failingBefore == 1)
    let round = try Self.round(watch.type(.failed))
    #expect(Self.text(round) == "tests/b_test.lua only tests/b_test.lua:one")
    watch.run(round)
    #expect(watch.state.hasPassed)
    #expect(Self.text(watch.type(.failed)) == "say no test failed when it last ran")
  }

  @Test("p: the files with a text in their path, from then on; the empty text takes it back")
  func path() throws {
    var watch = Watch()
    let round = try Self.round(watch.type(.path("b_")))
    #expect(Self.text(round) == "tests/b_test.lua")
    #expect(round.title == [#"only files with "b_" in their path"#])
    watch.run(round)
    #expect(
      Self.text(watch.change("/a"))
        == "say /a changed: of the tests that reach it p and t leave none")
    #expect(Self.text(watch.change("/both")) == "tests/b_test.lua only tests/b_test.lua:one")
    #expect(Self.text(watch.type(.path(""))) == "tests/a_test.lua,tests/b_test.lua")
  }

  @Test("t: the tests with a pattern in their names, from then on; a takes both back")
  func name() throws {
    var watch = Watch()
    #expect(Self.text(watch.type(.name("^on"))) == "tests/a_test.lua,tests/b_test.lua named")
    watch.run(try Self.round(watch.type(.path("a_"))))
    #expect(Self.text(watch.change("/a")) == "tests/a_test.lua only tests/a_test.lua:one named")
    #expect(Self.text(watch.type(.all)) == "tests/a_test.lua,tests/b_test.lua")
  }

  @Test("Enter: the last round once more; u: it too, and snapshots are written")
  func again() throws {
    var watch = Watch()
    watch.run(try Self.round(watch.change("/a")))
    #expect(Self.text(watch.type(.again)) == "tests/a_test.lua only tests/a_test.lua:one")
    #expect(
      Self.text(watch.type(.updateSnapshots))
        == "tests/a_test.lua only tests/a_test.lua:one updating")
    #expect(Self.text(watch.type(.again)) == "tests/a_test.lua only tests/a_test.lua:one")
    #expect(Self.text(watch.type(.quit)) == "quit")
  }

  @Test("it has passed where the last round came to its end and none failed")
  func passed() throws {
    var watch = Watch()
    #expect(watch.state.hasPassed)
    watch.run(try Self.round(watch.type(.all)), end: .interrupted)
    #expect(!watch.state.hasPassed)
    watch.run(try Self.round(watch.type(.all)), end: .stopped)
    #expect(!watch.state.hasPassed)
    var empty = WatchState()
    _ = empty.begin([])
    empty.ended(RunSummary())
    #expect(!empty.hasPassed)
  }

  @Test(
    "a failed test that its file does not have any more is forgotten with the file's next round")
  func renamed() throws {
    var watch = Watch(failed: ["tests/a_test.lua"])
    let round = try Self.round(watch.change(AbsolutePath.of("tests/a_test.lua")))
    #expect(round.wholeFiles == ["tests/a_test.lua"])
    let id = TestID(names: ["other"], file: "tests/a_test.lua", line: 1)
    watch.state.take(.result(TestResult(id: id, outcome: .passed)))
    var summary = RunSummary()
    summary.passed = 1
    watch.state.ended(summary)
    #expect(watch.state.failing.isEmpty)
  }

  // MARK: Messages

  struct Message: Sendable {
    let said: [String]
    let text: [String]
  }

  private static let many = (1...10).map { WatchedChange("/\($0).lua", .changed) }

  static let messages: [Message] = [
    Message(
      said: WatchMessages.title(
        of: [WatchedChange("/a.lua", .changed), WatchedChange("/b.lua", .removed)],
        .init(tests: 2, files: 2)),
      text: ["/a.lua changed", "/b.lua removed", "running 2 tests in 2 files"]),
    Message(
      said: WatchMessages.title(of: Array(many), .init(tests: nil, files: 1)).suffix(3),
      text: ["/8.lua changed", "and 2 more", "running 1 file"]),
    Message(
      said: WatchMessages.nothingReached(
        [WatchedChange("/catalog.lua", .changed)],
        .init(unreached: [WatchedChange("/catalog.lua", .changed)])),
      text: ["/catalog.lua changed: no test reaches it"]),
    Message(
      said: WatchMessages.nothingReached([WatchedChange("/a.lua", .changed)], .init()),
      text: ["/a.lua changed: of the tests that reach it p and t leave none"]),
    Message(
      said: [WatchMessages.noneFailed(narrowed: WatchMessages.narrowed(path: "a", name: "b"))],
      text: [
        #"no test failed when it last ran (only files with "a" in their path, only tests with "b" in their full name)"#
      ]),
    Message(
      said: [WatchMessages.noFile(with: "zz"), WatchMessages.noKey("z"), WatchMessages.cancelled],
      text: [
        #"no file of tests has "zz" in its path; all is as before"#,
        "z means nothing here; h lists the keys", "left as it was",
      ]),
    Message(
      said: WatchMessages.waiting(
        files: 1, failingBefore: 2, narrowed: ["only files with \"a\" in their path"]),
      text: [
        "still failing from before: 2 (f runs all that failed)",
        "only files with \"a\" in their path (a runs all)",
        "watching 1 file — press a to run all, f failed, p path, t name, u update snapshots, q quit, Enter to run again",
      ]),
  ]

  @Test("what is said", arguments: messages)
  func said(_ message: Message) {
    #expect(message.said == message.text)
  }

  @Test("a pattern that is none, and a text that no path has, leave all as it was")
  func refused() throws {
    var watch = Watch()
    let said = Self.text(watch.type(.name("[a")))
    #expect(said.hasPrefix("say [a is no Lua pattern: "))
    #expect(said.hasSuffix("; all is as before"))
    #expect(
      Self.text(watch.type(.path("zz")))
        == #"say no file of tests has "zz" in its path; all is as before"#)
    #expect(Self.text(watch.type(.failed)) == "say no test failed when it last ran")
    #expect(Self.text(watch.type(.help)) == "say " + WatchCommand.usage)
  }
}
