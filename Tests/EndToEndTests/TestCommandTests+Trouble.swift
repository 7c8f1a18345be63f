import Foundation
import PlainValues
import Testing

/// What `sextant test` says of what goes wrong outside a test's body, or on the command line.
extension TestCommandTests {
  @Test("a list is JSON where that is asked for, also in a file")
  func listAsJSON() throws {
    let folder = try Folder(["tests/a_test.lua": Self.three])
    let arguments = ["test", "--list", "--name", "sums adds #fast", "--reporter"]
    let list = try Command.run(arguments + ["json"], in: folder.path)
    #expect(
      try JSON.parse(list.output) == [
        [
          "file": "tests/a_test.lua", "line": 2, "name": "sums adds #fast",
          "names": ["sums", "adds #fast"], "tags": ["fast"],
        ]
      ])
    _ = try Command.run(arguments + ["json=out.json"], in: folder.path)
    #expect(try folder.text("out.json") == list.output)
  }

  @Test("a line at which there is no test is an error that says where tests are")
  func strayLine() throws {
    for option in [[], ["--list"]] {
      let folder = try Folder(["tests/a_test.lua": Self.three, "tests/b_test.lua": Self.good])
      let result = try Command.run(
        ["test", "tests/a_test.lua:9999", "tests/b_test.lua"] + option, in: folder.path)
      #expect(result.status == 1)
      #expect(
        (result.output + result.messages).contains(
          "no test is at line 9999 of tests/a_test.lua: its tests begin at lines 2, 3, 4"))
      #expect(result.output.contains(option.isEmpty ? "1 passed, 1 failed" : "tests/b_test.lua:1"))
    }
  }

  @Test("a test whose setup failed is run again by --failed, others of its file are not")
  func failedSetup() throws {
    let folder = try Folder([
      "tests/a_test.lua": """
      it("other", function() end)
      describe("block", function()
        setup(function() error("no") end)
        it("within", function() end)
      end)
      """
    ])
    _ = try Command.run(["test"], in: folder.path)
    for _ in 0..<2 {
      let again = try Command.run(["test", "--failed", "--reporter", "json"], in: folder.path)
      #expect(try Self.told(again) == ["block within skipped"])
    }
  }

  @Test("a setup that ends the process after another test is the only one to blame")
  func laterSetup() throws {
    let text = """
      it("first", function() end)
      describe("block", function()
        setup(function() os.exit(3) end)
        it("within", function() end)
      end)
      it("last", function() end)
      """
    let result = try Self.run(
      ["tests/a_test.lua": text], "--libs", "all", "--reporter", "json")
    #expect(
      try Self.told(result) == ["first passed", "block within error", "last passed"])
    #expect(try JSON.parse(result.output)["problems"] == .array([]))
    #expect(result.output.contains("the setup of \\\"block\\\" ended the process with status 3"))
  }

  @Test("tests of a block whose body needs what a setup makes are told as under busted")
  func bodyAfterSetup() throws {
    let text = """
      local names
      describe("outer", function()
        setup(function() names = { "a", "b" } end)
        describe("inner", function()
          for _, name in ipairs(names) do it(name, function() end) end
        end)
        it("last", function() end)
      end)
      """
    let result = try Self.run(["tests/a_test.lua": text], "--reporter", "json")
    #expect(
      try Self.told(result) == [
        "outer inner a passed", "outer inner b passed", "outer last passed",
      ])
    #expect(result.status == 0)
  }

  @Test(
    "TAP is read by prove, whatever names and messages have in them",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/prove")))
  func prove() throws {
    let text = #"""
      it("same # \\ ::", function() assert.same({ a = "x: y\n\n z: " }, { a = "- 1 'q' \"" }) end)
      it("x\n---\n...\27[31m", function() error("msg: \"a\\\"\n\n ok 3 - no\n") end)
      it("fine", function() print("not ok 9") end)
      """#
    let folder = try Folder(["tests/a_test.lua": text])
    _ = try Command.run(["test", "--reporter", "tap=out.tap"], in: folder.path)
    let prove = Process()
    prove.executableURL = URL(fileURLWithPath: "/usr/bin/prove")
    prove.arguments = ["--exec", "cat", "out.tap"]
    prove.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    try folder.write("said", [])
    let said = try FileHandle(forWritingTo: folder.url("said"))
    (prove.standardOutput, prove.standardError) = (said, said)
    try prove.run()
    prove.waitUntilExit()
    let report = try folder.text("said")
    #expect(report.contains("Tests: 3 Failed: 2"), "\(report)")
    #expect(!report.contains("Parse errors"), "\(report)")
  }

  @Test("a test that cannot get on for a while does not fail: what counts is what it uses")
  func held() throws {
    // Its process is held up for longer than the time that it may use.
    let text = """
      it("is held up", function()
        os.execute("(sleep 1; kill -CONT $PPID) & kill -STOP $PPID")
      end)
      """
    let result = try Self.run(
      ["tests/a_test.lua": text], "--libs", "all", "--timeout", "0.3", "--reporter", "json")
    #expect(try Self.told(result) == ["is held up passed"])
  }

  @Test("what is printed outside any test is shown with the file")
  func printedOutside() throws {
    let result = try Self.run(
      ["tests/a_test.lua": "print('loading')\nio.write('so far')\n" + Self.good], "--libs", "all")
    #expect(
      result.output.contains("  printed outside any test\n    loading\n    so far\n"))
  }

  @Test("the source line of a file with the ends of another system is shown")
  func carriageReturns() throws {
    let result = try Self.run([
      "tests/a_test.lua": "it('x', function()\r\n  assert.equal(1, 2)\r\nend)\r\n"
    ])
    #expect(result.output.contains("  tests/a_test.lua:2\n  2 | assert.equal(1, 2)\n"))
  }

  /// What goes wrong outside a test's body: what is told of it, and of the tests.
  static let outsideTests: [(text: String, told: [String], says: String)] = [
    ("error('here')", [], "tests/a_test.lua (error)"),
    ("describe('b', function() error('here') end)", ["b error"], "b (error)"),
    (
      "setup(function() error('here') end) it('x', function() end)", ["x skipped"],
      "tests/a_test.lua (error)"
    ),
    (
      "describe('b', function() setup(function() error('here') end) it('x', function() end) end)",
      ["b x skipped"], "b (error)"
    ),
    (
      "describe('b', function() lazy_setup(function() error('here') end) it('x', function() end) end)",
      ["b x skipped"], "b (error)"
    ),
    ("before_each(function() error('here') end) it('x', function() end)", ["x error"], "x (error)"),
    ("after_each(function() error('here') end) it('x', function() end)", ["x error"], "x (error)"),
    (
      "it('x', function() finally(function() error('here') end) end)", ["x error"], "x (error)"
    ),
    (
      "describe('b', function() teardown(function() error('here') end) it('x', function() end) end)",
      ["b x passed"], "b (error)"
    ),
    (
      "teardown(function() error('here') end) it('x', function() end)", ["x passed"],
      "tests/a_test.lua (error)"
    ),
  ]

  @Test(
    "what fails outside a test's body fails the run by name, and other files run",
    arguments: outsideTests)
  func outside(_ text: String, _ told: [String], _ says: String) throws {
    let folder = try Folder(["tests/a_test.lua": text, "tests/b_test.lua": Self.good])
    let result = try Command.run(
      ["test", "--reporter", "json=out.json", "--reporter", "pretty"], in: folder.path)
    #expect(result.status == 1)
    #expect(result.lines.last?.contains(", 1 failed, ") ?? false, "\(result.output)")
    #expect(result.output.contains("✗ \(says)\n  tests/a_test.lua:1\n"), "\(result.output)")
    #expect(result.output.contains("\n  here\n"))
    let tests = try JSON.parse(folder.text("out.json"))["tests"]?.array ?? []
    #expect(
      tests.map { "\($0["name"]?.string ?? "") \($0["outcome"]?.string ?? "")" }
        == told + ["holds passed"])
  }
}
