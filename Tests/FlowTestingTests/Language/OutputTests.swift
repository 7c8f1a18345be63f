import FlowTesting
import Testing

@Suite("What specs print")
struct OutputTests {
  static let source = """
    print("file")
    describe("block", function()
      print("body")
      setup(function() print("setup") end)
      teardown(function() print("teardown") end)
      before_each(function() print("before") end)
      it("prints", function() print("test", 1) end)
    end)
    """

  @Test("what is printed outside any test is told of the file, what a test prints of the test")
  func outside() throws {
    let went = try spec(Self.source)
    #expect(went.printed == ["file", "body", "setup", "teardown"])
    #expect(went.results.map(\.output) == [["before", "test\t1"]])
  }

  @Test("a file that is loaded anew before it runs tells what it printed once")
  func once() throws {
    // A block after a test: its body runs just before its tests.
    let went = try spec("print('file')\nit('a', function() end)\n" + Self.source)
    #expect(went.printed == ["file", "file", "body", "setup", "teardown"])
  }

  @Test("what a file printed before it failed is told with why")
  func unloadable() throws {
    #expect {
      _ = try spec("print('before') error('late')")
    } throws: { error in
      (error as? SpecLoadError)?.output == ["before"]
    }
  }

  @Test("io.write is kept with the test, in lines; what goes to other files is not")
  func write() throws {
    let went = try spec(
      """
      it("writes", function()
        assert.equal(io.stdout, io.write("a", 1, "b\\nc"))
        io.write("d\\n")
        print("e")
        io.write("no end")
        assert.has_error(function() io.write({}) end)
      end)
      """
    ) { $0.libraries = .all }
    #expect(went.outcomes == ["writes: passed"])
    #expect(went.results.map(\.output) == [["a1b", "cd", "e", "no end"]])
  }

  @Test("megabytes are not kept")
  func much() throws {
    let went = try spec(
      "it('prints', function() for i = 1, 200000 do print('line', i) end end)")
    let output = try #require(went.results.first?.output)
    #expect(output.first == "line\t1")
    #expect(output.last == "line\t200000")
    #expect(output.reduce(0) { $0 + $1.utf8.count } < 300_000)
  }
}
