import FlowTesting
import Testing

@Suite("Blocks, tests and hooks")
struct BlockTests {
  @Test("tests are known, with lines and tags, before any of them runs")
  func entries() throws {
    let went = try spec(
      """
      describe("auth #slow", function()
        it("signs in #net", function() end)
        context("offline", function()
          spec("fails", function() end)
        end)
      end)
      test("alone", function() end)
      """, only: { _ in false })
    #expect(
      went.entries.map(\.id.fullName) == [
        "auth #slow signs in #net", "auth #slow offline fails", "alone",
      ])
    #expect(went.entries.map(\.id.line) == [2, 4, 7])
    #expect(went.entries.map(\.tags) == [["slow", "net"], ["slow"], []])
    #expect(went.results.isEmpty)
  }

  @Test("hooks surround each test, the outer ones outside, and setups all tests of a block")
  func hooks() throws {
    let went = try spec(
      """
      local log = {}
      local function note(text) return function() log[#log + 1] = text end end
      describe("outer", function()
        setup(note "setup")
        teardown(function() print(table.concat(log, " ")) assert.equal(13, #log) end)
        lazy_setup(note "lazy")
        before_each(note "before")
        after_each(note "after")
        it("one", note "1")
        describe("inner", function()
          before_each(note "before inner")
          after_each(note "after inner")
          it("two", note "2")
        end)
        it("three", function()
          finally(note "finally")
          assert.equal("setup lazy before 1 after before before inner 2 after inner after before",
            table.concat(log, " "))
        end)
      end)
      """)
    #expect(
      went.outcomes == ["outer one: passed", "outer inner two: passed", "outer three: passed"])
    #expect(went.problems.isEmpty)
  }

  @Test("a block's body runs just before its tests, after what came earlier")
  func lateBodies() throws {
    let went = try spec(
      """
      describe("a", function()
        local list
        setup(function() list = { "x", "y" } end)
        describe("b", function()
          for _, name in ipairs(list) do it(name, function() end) end
        end)
      end)
      """)
    #expect(went.entries.map(\.id.fullName) == ["a b"])
    #expect(went.outcomes == ["a b x: passed", "a b y: passed"])
  }

  @Test("a block whose body fails fails by its name, and the others run")
  func failingBody() throws {
    let went = try spec(
      """
      describe("bad", function() error("no tests here") end)
      describe("good", function() it("runs", function() end) end)
      """)
    #expect(went.outcomes == ["bad: error", "good runs: passed"])
    #expect(went.failures(of: "bad").map(\.message) == ["no tests here"])
  }

  @Test("a hook that fails fails its tests; a setup leaves them out; a teardown is told beside")
  func failingHooks() throws {
    let went = try spec(
      """
      describe("before", function()
        before_each(function() assert.equal(1, 2) end)
        it("b", function() print("never") end)
      end)
      describe("after", function()
        after_each(function() error("late") end)
        it("a", function() end)
      end)
      describe("setup", function()
        setup(function() error("no database") end)
        it("s", function() end)
      end)
      describe("lazy", function()
        lazy_setup(function() error("no network") end)
        it("l", function() end)
      end)
      describe("teardown", function()
        teardown(function() error("still open") end)
        it("t", function() end)
      end)
      """)
    #expect(
      went.outcomes == [
        "before b: error", "after a: error", "setup s: skipped", "lazy l: skipped",
        "teardown t: passed",
      ])
    #expect(went.results[0].output == [])
    #expect(went.failures(of: "after a").map(\.message) == ["late"])
    #expect(
      went.failures(of: "setup s").map(\.message) == ["not run: the setup of \"setup\" failed"])
    #expect(went.problems.map(\.failure.message) == ["no database", "no network", "still open"])
    #expect(went.problems.map(\.names) == [["setup"], ["lazy"], ["teardown"]])
  }

  @Test("a setup runs only where a test of its block is chosen")
  func chosenSetups() throws {
    let went = try spec(
      """
      for _, name in ipairs { "a", "b" } do
        describe(name, function()
          setup(function() print("setup " .. name) end)
          before_each(function() print("before " .. name) end)
          it("x", function() error("x") end)
        end)
      end
      """, only: { $0.id.names[0] == "b" })
    #expect(went.outcomes == ["b x: error"])
    #expect(went.results[0].output == ["before b"])
  }

  @Test("pending tests, those without a body and those that say so as they run are skipped")
  func pending() throws {
    let went = try spec(
      """
      pending("later", function() error("no") end)
      it("without")
      it("says so", function() pending("not today") error("no") end)
      """)
    #expect(went.outcomes == ["later: skipped", "without: skipped", "says so: skipped"])
    #expect(went.failures(of: "says so").map(\.message) == ["not today"])
  }

  @Test("a body may follow the name, and may be a callable table")
  func bodies() throws {
    let went = try spec(
      """
      describe "a" (function()
        it "b" (function() assert.is_true(true) end)
        it("c", setmetatable({}, { __call = function() error("called") end }))
      end)
      describe(function() it(function() end) end)
      """)
    #expect(went.outcomes == ["a b: passed", "a c: error", "it: passed"])
  }

  @Test("what a test prints is its own")
  func output() throws {
    let went = try spec(
      """
      print("loading")
      it("a", function() print("x", 1) print("y") end)
      it("b", function() end)
      """)
    #expect(went.results.map(\.output) == [["x\t1", "y"], []])
  }

  @Test("tests run in coroutines that they make, and fail through them")
  func coroutines() throws {
    let went = try spec(
      """
      it("a", function()
        local step = coroutine.wrap(function() coroutine.yield(1) assert.equal(1, 2) end)
        assert.equal(1, step())
        step()
      end)
      """)
    #expect(went.outcomes == ["a: failed"])
    #expect(went.failures(of: "a").first?.difference == ["- 1", "+ 2"])
  }
}
