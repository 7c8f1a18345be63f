import FlowTesting
import Foundation
import Testing

@Suite("Loading a spec file")
struct LoadingTests {
  @Test("a file that is not Lua, or fails outside its blocks, is told with its line")
  func problems() {
    let cases: [(source: String, told: String)] = [
      ("it('a'\n)) ", "tests/it_test.lua:2: unexpected symbol near ')'"),
      ("\nerror('no')", "tests/it_test.lua:2: no"),
      ("local t = nil\nt.x = 1", "tests/it_test.lua:2: attempt to index a nil value (local 't')"),
    ]
    for (source, told) in cases {
      #expect {
        try spec(source)
      } throws: { error in
        guard case let error as SpecLoadError = error else { return false }
        return error.description == told
      }
    }
  }

  @Test("a file without tests has no entries, and running it does nothing")
  func empty() throws {
    let went = try spec("setup(function() error('never') end)")
    #expect(went.entries.isEmpty)
    #expect(went.problems.isEmpty)
  }

  @Test("the sandbox has no files and no processes; the names of busted and luassert are there")
  func sandbox() throws {
    let went = try spec(
      """
      it("is closed", function()
        assert.is_nil(io)
        assert.is_nil(package)
        assert.is_nil(debug)
        assert.is_nil(os.execute)
      end)
      it("requires", function()
        assert.equal(assert, require "luassert")
        assert.equal(spy, require "luassert.spy")
        assert.equal(match, require "luassert.match")
        assert.equal(it, require("busted").it)
        assert.is_table(require "say")
        require "busted.runner"()
      end)
      """)
    #expect(went.count(.passed) == 2)
  }

  @Test("open libraries are all of Lua's")
  func open() throws {
    let went = try spec(
      """
      it("is open", function()
        assert.is_function(io.open)
        assert.is_function(os.getenv)
        assert.is_table(debug.getinfo(1))
        assert.equal(4, load("return 2 + 2")())
        assert.is_truthy(package.loaded.string)
        assert.equal("string", getmetatable("").__index == string and "string")
        assert.matches("^table: 0x", tostring({}))
      end)
      """
    ) { $0.libraries = .all }
    #expect(went.failures(of: "is open").map(\.message) == [])
  }

  @Test(
    "require finds the project's modules, above tests or beside app.lua",
    arguments: [
      SpecOptions.Libraries.sandbox, .all,
    ])
  func modules(_ libraries: SpecOptions.Libraries) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sextant-spec-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in [
      ("lib/money.lua", "return { add = function(a, b) return a + b end }"),
      ("lib/broken.lua", "return )"),
    ] {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let went = try spec(
      """
      local money = require "lib.money"
      it("adds", function() assert.equal(3, money.add(1, 2)) end)
      it("is one", function() assert.equal(money, require "lib.money") end)
      it("is broken", function() require "lib.broken" end)
      """, path: folder.appendingPathComponent("tests/money_test.lua").path
    ) { $0.libraries = libraries }
    #expect(went.outcomes == ["adds: passed", "is one: passed", "is broken: error"])
    let message = try #require(went.failures(of: "is broken").first?.message)
    #expect(message.contains("lib/broken.lua:1: unexpected symbol near ')'"))
  }
}
