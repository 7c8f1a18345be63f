import Foundation
import PlainValues
import Testing

/// `sextant test` as it is used: what is run, what is said, and how it ends.
@Suite("sextant test")
struct TestCommandTests {
  static let three = """
    describe("sums", function()
      it("adds #fast", function() assert.equal(2, 1 + 1) end)
      it("is wrong", function() assert.equal(3, 1 + 1) end)
      pending("multiplies")
    end)
    """
  static let good = "it('holds', function() assert.is_true(true) end)\n"

  /// The tests that a run told of, as JSON has them: `name outcome`.
  static func told(_ result: Command) throws -> [String] {
    let value = try JSON.parse(result.output)
    return (value["tests"]?.array ?? []).map {
      "\($0["name"]?.string ?? "") \($0["outcome"]?.string ?? "")"
    }
  }

  static func run(
    _ files: [String: String], _ arguments: String...
  ) throws -> Command {
    let folder = try Folder(files)
    return try withExtendedLifetime(folder) {
      try Command.run(["test"] + arguments, in: folder.path)
    }
  }

  @Test("the last line counts, the status says whether all passed, and the seed is there")
  func summary() throws {
    let result = try Self.run(["tests/a_test.lua": Self.three], "--seed", "7")
    #expect(result.status == 1)
    #expect(result.lines.first == "seed 7")
    #expect(result.lines.last == "1 passed, 1 failed, 1 skipped")
    #expect(result.output.contains("✗ sums is wrong (failed)\n  tests/a_test.lua:3\n"))
    #expect(result.output.contains("3 | it(\"is wrong\""))
    #expect(
      result.output.contains("again: sextant test tests/a_test.lua --name 'sums is wrong'"))
    let fine = try Self.run(["tests/a_test.lua": Self.good])
    #expect(fine.status == 0)
    #expect(fine.lines.last == "1 passed, 0 failed, 0 skipped")
  }

  /// What chooses tests, and which are run.
  static let choices: [(arguments: [String], told: [String])] = [
    ([], ["sums adds #fast passed", "sums is wrong failed", "sums multiplies skipped"]),
    (["--filter", "ad+s"], ["sums adds #fast passed"]),
    (["--exclude", "wrong", "--exclude", "mult"], ["sums adds #fast passed"]),
    (["--tags", "fast,slow"], ["sums adds #fast passed"]),
    (["--exclude-tags=#fast", "--exclude", "mult"], ["sums is wrong failed"]),
    (["--name", "sums is wrong"], ["sums is wrong failed"]),
    (["tests/a_test.lua:3"], ["sums is wrong failed"]),
    (
      ["tests/a_test.lua:1"],
      ["sums adds #fast passed", "sums is wrong failed", "sums multiplies skipped"]
    ),
    (
      ["tests/a_test.lua:2", "tests/a_test.lua:3"],
      ["sums adds #fast passed", "sums is wrong failed"]
    ),
    (["--shard", "1/3"], ["sums adds #fast passed"]),
    (["--shard", "2/3"], ["sums is wrong failed"]),
    (["--shard", "3/3"], ["sums multiplies skipped"]),
    (
      ["--repeat", "2", "--name", "sums is wrong"],
      ["sums is wrong failed", "sums is wrong failed"]
    ),
  ]

  @Test("tests are chosen by name, tag, line and shard", arguments: choices)
  func chosen(_ arguments: [String], _ told: [String]) throws {
    let folder = try Folder(["tests/a_test.lua": Self.three])
    let result = try Command.run(["test", "--reporter", "json"] + arguments, in: folder.path)
    #expect(try Self.told(result) == told)
  }

  @Test("a list has each test with its place, and runs none")
  func list() throws {
    let result = try Self.run(["tests/a_test.lua": Self.three], "--list", "--exclude", "mult")
    #expect(result.status == 0)
    #expect(
      result.lines == ["tests/a_test.lua:2: sums adds #fast", "tests/a_test.lua:3: sums is wrong"])
  }

  @Test("those that failed last time are run again, until they pass")
  func failed() throws {
    let folder = try Folder(["tests/a_test.lua": Self.three, "tests/b_test.lua": Self.good])
    _ = try Command.run(["test"], in: folder.path)
    let again = try Command.run(["test", "--failed", "--reporter", "json"], in: folder.path)
    #expect(try Self.told(again) == ["sums is wrong failed"])
    try folder.write("tests/a_test.lua", Array(Self.three.replacing("(3", with: "(2").utf8))
    let mended = try Command.run(["test", "--failed"], in: folder.path)
    #expect(mended.status == 0)
    let none = try Command.run(["test", "--failed"], in: folder.path)
    #expect(none.status == 0)
    #expect(none.messages.contains("none failed last time"))
    let elsewhere = try Command.run(["test", "--failed", "tests/b_test.lua"], in: folder.path)
    #expect(elsewhere.status == 0)
  }

  /// What is misuse, and what is said of it.
  static let misuses: [(arguments: [String], says: String)] = [
    (["nowhere"], "nowhere: there is no such file or folder"),
    (["nowhere_test.lua:3"], "nowhere_test.lua: there is no such file"),
    (["--fliter", "x"], "unknown option --fliter: did you mean \"--filter\"?"),
    (["--filter", "["], "--filter is a Lua pattern, which [ is not"),
    (["--seed", "x"], "--seed is a whole number from 0, not x"),
    (["--jobs", "0"], "--jobs is a whole number from 1, not 0"),
    (["--repeat", "0"], "--repeat is a whole number from 1, not 0"),
    (["--retries", "-1"], "--retries is a whole number from 0, not -1"),
    (["--shard", "4/3"], "--shard is I/N, I from 1 to N, such as 2/3, not 4/3"),
    (["--shard", "2"], "--shard is I/N"),
    (["--timeout", "0"], "--timeout is a number of seconds above 0, not 0"),
    (
      ["--lpath", "./?.lua"],
      "--lpath is where Lua's own require looks, which is there with --libs all"
    ),
    (["--libs", "some"], "--libs is sandbox or all, not some"),
    (
      ["--reporter", "xml"],
      "there is no reporter xml; there are pretty, dots, tap, junit, json, github"
    ),
    (["--reporter", "json="], "--reporter json= needs a file after the ="),
    (
      ["--reporter", "json", "--reporter", "tap"], "only one reporter can write to standard output"
    ),
    (["--reporter", "json=/no/such/folder/x"], "/no/such/folder/x cannot be written"),
    (
      ["--reporter", "json=out", "--reporter", "junit=./out"],
      "--reporter json and --reporter junit are one file, ./out: name two"
    ),
    (["--list", "--reporter", "tap"], "--list goes with one reporter, which is pretty or json"),
    (["-v"], "unknown option -v; options have long names, such as --help"),
    (["--list=yes"], "--list takes no value"),
    (["--seed"], "--seed needs a value: --seed N"),
    (["tests:3"], "tests: this is a folder; a line goes with a file"),
    (["--color", "some"], "--color is auto, always or never, not some"),
  ]

  @Test("what cannot be carried out is refused with status 2", arguments: misuses)
  func misuse(_ arguments: [String], _ says: String) throws {
    let folder = try Folder(["tests/a_test.lua": Self.good])
    let result = try Command.run(["test"] + arguments, in: folder.path)
    #expect(result.status == 2)
    #expect(result.messages.contains(says), "\(result.messages)")
    #expect(result.output.isEmpty)
  }

  @Test("a run in which no test was found has failed, and says why")
  func noTest() throws {
    let empty = try Self.run([:])
    #expect(empty.status == 1)
    #expect(empty.messages.contains("there is no *_test.lua or *_spec.lua under tests/ or spec/"))
    #expect(empty.lines.last == "0 passed, 0 failed, 0 skipped")
    let without = try Self.run(["tests/a_test.lua": "local x = 1\n"])
    #expect(without.status == 1)
    #expect(without.messages.contains("no test was found in tests/a_test.lua"))
    let filtered = try Self.run(["tests/a_test.lua": Self.good], "--filter", "nothing")
    #expect(filtered.status == 1)
    #expect(filtered.messages.contains("none is left by --filter"))
    let lists = try ["1/2", "2/2"].map {
      try Self.run(["tests/a_test.lua": Self.good], "--shard", $0, "--list")
    }
    #expect(lists.map(\.status) == [0, 0])
    #expect(lists.flatMap(\.lines).count == 1)
    #expect(lists.map(\.messages) == ["", ""])
    let shard = try Self.run(["tests/a_test.lua": Self.good], "--shard", "2/2")
    let other = try Self.run(["tests/a_test.lua": Self.good], "--shard", "1/2")
    #expect(shard.status + other.status == 0)
  }

  @Test("a file with a syntax error fails, and the others run")
  func syntaxError() throws {
    let result = try Self.run(
      ["tests/a_test.lua": "it('x', function(\n", "tests/b_test.lua": Self.good])
    #expect(result.status == 1)
    #expect(result.lines.last == "1 passed, 1 failed, 0 skipped")
    #expect(result.output.contains("✗ tests/a_test.lua (error)"))
  }

  /// A test that ends, or holds up, its process.
  struct Death: Sendable, CustomTestStringConvertible {
    let body: String
    var timeout = "60"
    let says: String

    var testDescription: String { body }
  }

  static let deaths: [Death] = [
    Death(
      body: "while true do end", timeout: "0.5",
      says: "the test was still running after 0.5 seconds and was stopped"),
    Death(
      body: "os.execute('sleep 100')", timeout: "0.1",
      says: "the test was still running after 0.1 seconds and was stopped"),
    Death(
      body:
        "pcall(string.rep, 'x', -1) while true do pcall(string.find, ('a'):rep(1000), ('a*'):rep(30) .. 'b') end",
      timeout: "0.2",
      says: "the test was still running after 0.2 seconds and was stopped"),
    Death(body: "os.exit(3)", says: "the test ended the process with status 3"),
    Death(body: "os.exit(0)", says: "the test ended the process with status 0"),
    Death(body: "os.execute('kill -SEGV $PPID')", says: "signal 11 (SIGSEGV)"),
    Death(body: "os.execute('kill -KILL $PPID')", says: "signal 9 (SIGKILL)"),
    // What the runner does about it is not for its workers.
    Death(body: "os.execute('kill -TERM $PPID')", says: "signal 15 (SIGTERM)"),
    Death(
      body: "local t = {} while true do t[#t + 1] = ('x'):rep(1 << 20) .. #t end",
      says: "memory"),
    Death(body: "local function f() return 1 + f() end f()", says: "stack overflow"),
  ]

  @Test("a test that ends its process fails alone and by name", arguments: deaths)
  func death(_ death: Death) throws {
    let text = """
      it("before", function() end)
      it("badly", function() \(death.body) end)
      it("after", function() end)
      """
    let result = try Self.run(
      ["tests/a_test.lua": text, "tests/b_test.lua": Self.good], "--libs", "all", "--timeout",
      death.timeout, "--reporter", "json")
    #expect(
      try Self.told(result) == ["before passed", "badly error", "after passed", "holds passed"])
    #expect(result.output.contains(death.says), "\(result.output)")
    #expect(result.status == 1)
  }

  #if os(Linux)
    @Test("no worker holds what leads to another")
    func descriptors() throws {
      let text = """
        it("shows what it holds", function()
          os.execute("ls -l /proc/$PPID/fd >" .. debug.getinfo(1, "S").short_src .. ".txt")
        end)
        """
      let names = (1...3).map { "tests/f\($0)_test.lua" }
      let folder = try Folder(Dictionary(uniqueKeysWithValues: names.map { ($0, text) }))
      let result = try Command.run(
        ["test", "--libs", "all", "--jobs", "3"], in: folder.path)
      #expect(result.status == 0, "\(result.output)")
      // Orders and messages, by the numbers that the system gives pipes.
      let own = /\s[34] -> (pipe:\[\d+\])/
      for (name, other) in zip(names, names.dropFirst() + [names[0]]) {
        let pipes = try folder.text(name + ".txt").matches(of: own).map(\.output.1)
        let held = try folder.text(other + ".txt")
        #expect(pipes.count >= 2)
        for pipe in pipes { #expect(!held.contains(pipe)) }
      }
    }
  #endif

  @Test("results are in the order of the files, whatever the number of processes")
  func order() throws {
    var files: [String: String] = [:]
    for number in 10..<30 { files["tests/f\(number)_test.lua"] = Self.three }
    let folder = try Folder(files)
    let outputs = try ["1", "2", "7"].map { jobs in
      try Self.told(
        try Command.run(["test", "--jobs", jobs, "--reporter", "json"], in: folder.path))
    }
    #expect(outputs[0].count == 60)
    #expect(outputs[1] == outputs[0])
    #expect(outputs[2] == outputs[0])
  }

  @Test("the order of a shuffled run follows from the seed")
  func shuffle() throws {
    let tests = (0..<20).map { "it('test \($0)', function() end)\n" }.joined()
    let folder = try Folder(["tests/a_test.lua": tests])
    let orders = try ["7", "7", "8"].map { seed in
      try Self.told(
        try Command.run(
          ["test", "--shuffle", "--seed", seed, "--reporter", "json"], in: folder.path))
    }
    #expect(orders[0] == orders[1])
    #expect(orders[0] != orders[2])
    #expect(orders[0].sorted() == orders[2].sorted())
  }

  @Test("the shards are the whole, each test once, whatever the order and what is known")
  func shards() throws {
    var files: [String: String] = [:]
    for number in 0..<5 { files["tests/f\(number)_test.lua"] = Self.three }
    let folder = try Folder(files)
    func names(_ arguments: [String]) throws -> [String] {
      let result = try Command.run(["test", "--reporter", "json"] + arguments, in: folder.path)
      return try (JSON.parse(result.output)["tests"]?.array ?? []).map {
        "\($0["file"]?.string ?? "") \($0["name"]?.string ?? "")"
      }
    }
    let whole = try names([])
    for shuffle in [[], ["--shuffle", "--seed", "3"]] {
      let parts = try (1...4).map { try names(["--shard", "\($0)/4"] + shuffle) }
      #expect(parts.allSatisfy { !$0.isEmpty })
      #expect(parts.flatMap { $0 }.sorted() == whole.sorted())
    }
  }

  @Test("a run that is to stop at the first failure does")
  func failFast() throws {
    let result = try Self.run(
      ["tests/a_test.lua": Self.three, "tests/b_test.lua": Self.good], "--fail-fast")
    #expect(result.status == 1)
    #expect(result.lines.last == "1 passed, 1 failed, 0 skipped")
    #expect(result.output.contains("stopped at the first failure"))
  }

  @Test("a test that passes when it is tried again is flaky")
  func flaky() throws {
    let text = """
      it("needs two", function()
        local file = io.open("tried")
        if file then return file:close() end
        io.open("tried", "w"):close()
        error("the first time")
      end)
      """
    let result = try Self.run(["tests/a_test.lua": text], "--libs", "all", "--retries", "1")
    #expect(result.status == 0)
    #expect(result.output.contains("~ needs two (flaky: passed when tried again)"))
    #expect(result.output.contains("1 flaky"))
  }

  @Test("several reporters write at once, each where it is told to")
  func reporters() throws {
    let folder = try Folder(["tests/a_test.lua": Self.three])
    let result = try Command.run(
      ["test", "--reporter", "junit=out.xml", "--reporter", "json=out.json", "--reporter", "tap"],
      in: folder.path)
    #expect(result.lines.first == "TAP version 13")
    #expect(result.lines.contains("1..3"))
    #expect(try folder.text("out.xml").contains("<testcase name=\"is wrong\""))
    #expect(try JSON.parse(folder.text("out.json"))["summary"]?["failed"] == 1)
    let alone = try Command.run(["test", "--reporter", "json"], in: folder.path)
    #expect(alone.messages == "1 passed, 1 failed, 1 skipped\n")
  }

  @Test("a file is one file, however its path is written, and --failed finds it again")
  func spellings() throws {
    let folder = try Folder(["tests/a_test.lua": Self.three])
    let first = try Command.run(
      ["test", "./tests", "tests", folder.path + "/tests/../tests/a_test.lua"], in: folder.path)
    #expect(first.lines.last == "1 passed, 1 failed, 1 skipped")
    for path in ["--failed", "./tests/a_test.lua"] {
      let again = try Command.run(["test", path, "--failed"], in: folder.path)
      #expect(again.lines.last == "0 passed, 1 failed, 0 skipped", "\(again.messages)")
    }
  }

  @Test("a mark of UTF-8 and a first line for a shell are passed over, as Lua does")
  func headers() throws {
    let result = try Self.run([
      "tests/mark_test.lua": "\u{FEFF}" + Self.good,
      "tests/shell_test.lua":
        "#!/usr/bin/env lua\nlocal x = nil\nit('fails', function() x() end)\n",
    ])
    #expect(result.lines.last == "1 passed, 1 failed, 0 skipped")
    #expect(result.output.contains("tests/shell_test.lua:3"))
  }

  @Test("a difference of texts shows what cannot be seen, and of long ones where they differ")
  func differences() throws {
    let result = try Self.run([
      "tests/a_test.lua": #"""
      it("tab", function() assert.equal("a\tx\nb", "a x\nb") end)
      it("end", function() assert.equal("a\nb ", "a\nb") end)
      it("long", function()
        assert.equal(("lorem ipsum "):rep(200) .. "a", ("lorem ipsum "):rep(200) .. "b")
      end)
      """#
    ])
    for text in [
      #"- "a\tx""#, "+ a x", #"- "b ""#, "+ b\n", #"ipsum a" (from byte 2401)"#, #"ipsum b""#,
    ] {
      #expect(result.output.contains(text), "\(text) is not in \(result.output)")
    }
    #expect(!result.output.contains(String(repeating: "lorem ipsum ", count: 20)))
  }

  @Test("what tests write by themselves gets into no report")
  func strayOutput() throws {
    let text = "it('writes', function() io.stdout:write('stray\\n') end)"
    let result = try Self.run(
      ["tests/a_test.lua": text], "--libs", "all", "--reporter", "json")
    #expect(try Self.told(result) == ["writes passed"])
    #expect(!result.output.contains("stray"))
  }

  @Test("Ctrl-C and SIGTERM tell what is known and what was under way", arguments: [130, 143])
  func interrupted(_ status: Int32) throws {
    let folder = try Folder([
      "tests/a_test.lua": """
      it("quick", function() end)
      it("slow", function() os.execute("echo $$ > child; sleep 100") end)
      """
    ])
    let command = try LiveCommand(
      ["test", "--libs", "all", "--reporter", "dots"], in: folder.path)
    #expect(command.wait(for: "."))
    _ = try Self.child(in: folder)
    if status == 130 { command.interrupt() } else { command.terminate() }
    #expect(command.wait(for: "1 passed, 0 failed, 0 skipped\n"))
    #expect(
      command.text.contains("under way when it was interrupted: tests/a_test.lua:2: slow\n"))
    #expect(command.status == status)
  }

  @Test(
    "what a test has started ends with the run, however that ends",
    arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGKILL])
  func children(_ signal: Int32) throws {
    let folder = try Folder([
      "tests/a_test.lua": """
      it("quick", function() end)
      it("slow", function() os.execute("(sleep 100) & echo $! > child; wait") end)
      """
    ])
    let command = try LiveCommand(["test", "--libs", "all", "--reporter", "dots"], in: folder.path)
    #expect(command.wait(for: "."))
    let child = try Self.child(in: folder)
    command.send(signal)
    // Its end comes a moment after the runner's; the test ends by itself where it does not.
    var tries = 0
    while Self.isAlive(child), tries < 10_000 {
      usleep(1000)
      tries += 1
    }
    #expect(!Self.isAlive(child))
  }

  /// What a test has started, once it has written its number.
  private static func child(in folder: Folder) throws -> pid_t {
    var child: pid_t?
    // The test ends by itself where nothing is written.
    for _ in 0..<60_000 where child == nil {
      let text = (try? folder.text("child")) ?? ""
      child = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))
      if child == nil { usleep(1000) }
    }
    return try #require(child)
  }

  /// Whether a process runs; one that has ended and waits for its parent does not.
  private static func isAlive(_ process: pid_t) -> Bool {
    guard kill(process, 0) == 0 else { return false }
    let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return !(state?.contains(") Z ") ?? false)
  }
}
