import Foundation
import PlainValues
import Testing

@Suite("Tests of variants, as a user runs them")
struct VariantTestTests {
  private static func script(_ screen: String) -> String {
    """
    local slot = {}
    function slot:start() self.router:push("\(screen)") end
    return slot
    """
  }

  private static let files = [
    "app.lua": """
    local app = {}
    function app:start() self.router:push("home") self.children:start("slot") end
    return app
    """,
    "one.lua": script("one"), "two.lua": script("two"),
    "experiments.lua": """
    return { slot = { by = "user", variants = {
      { name = "a", script = "one" }, { name = "b", script = "two" },
    } } }
    """,
    "tests/slot_test.lua": """
    local screens = { a = "one", b = "two" }
    for_each_variant("slot", function(variant)
      it("shows its screen", function()
        assert.screen(screens[variant], launch("app"))
        assert.screen("two", launch("app", { variants = { slot = "b" } }))
      end)
    end)
    it("goes on", function()
      assert.matches_snapshot(launch("app").screen)
    end)
    """,
  ]

  private func names(_ arguments: String...) throws -> [String] {
    let folder = try Folder(Self.files)
    let result = try Command.run(["test", "--list"] + arguments, in: folder.path)
    #expect(result.messages.isEmpty)
    return result.lines.map { String($0.drop { $0 != " " }.dropFirst()) }
  }

  @Test("for_each_variant has a block for each variant, and flows in it have that variant")
  func each() throws {
    #expect(try names() == ["slot = a shows its screen", "slot = b shows its screen", "goes on"])
    let folder = try Folder(Self.files)
    let result = try Command.run(["test"], in: folder.path)
    #expect(result.lines.last == "3 passed, 0 failed, 0 skipped", "\(result.output)")
  }

  @Test("--variants SLOT=NAME is that variant alone; SLOT=all is every test once for each")
  func chosen() throws {
    #expect(
      try names("--variants", "slot=b") == ["slot = b shows its screen", "slot = b goes on"])
    #expect(
      try names("--variants", "slot=all") == [
        "slot = a shows its screen", "slot = a goes on", "slot = b shows its screen",
        "slot = b goes on",
      ])
    let folder = try Folder(Self.files)
    let all = try Command.run(["test", "--variants", "slot=all"], in: folder.path)
    #expect(all.lines.last == "4 passed, 0 failed, 0 skipped", "\(all.output)")
    let kept = try folder.text("tests/__snapshots__/slot_test.snap")
    #expect(kept.contains("one") && kept.contains("two"))
    let plain = try Command.run(["test"], in: folder.path)
    #expect(!plain.output.contains("obsolete"), "\(plain.output)")
    let both = try Command.run(["test", "--variants", "slot=b"], in: folder.path)
    #expect(both.lines.last == "2 passed, 0 failed, 0 skipped", "\(both.output)")
    // It is the part of all that one variant has, snapshots included.
    #expect(try folder.text("tests/__snapshots__/slot_test.snap").contains("slot = b goes on 1"))
  }

  @Test(
    "a slot or a variant that no project of the tests has is refused",
    arguments: [
      ("slt=all", "no project here has variants of \"slt\": did you mean \"slot\"?"),
      ("slot=c", "slot has no variant \"c\": did you mean \"a\"?"),
      ("slot=a,slot=b", "slot is given twice; once is enough"),
      ("slot", "variants are written SLOT=NAME or SLOT=all, such as checkout=all, not slot"),
    ])
  func wrong(word: String, message: String) throws {
    let folder = try Folder(Self.files)
    let result = try Command.run(["test", "--variants", word], in: folder.path)
    #expect(result.status == 2)
    #expect(result.messages.hasPrefix("sextant: --variants: \(message)"), "\(result.messages)")
  }

  @Test("where the tests are in no project, there are no variants to choose")
  func nowhere() throws {
    let folder = try Folder(["tests/a_test.lua": "it('is', function() end)"])
    let result = try Command.run(["test", "--variants", "slot=a"], in: folder.path)
    #expect(result.status == 2)
    #expect(
      result.messages == "sextant: --variants: no project here has variants of \"slot\"\n",
      "\(result.messages)")
  }

  @Test("where the project does not load, for_each_variant says why")
  func broken() throws {
    let folder = try Folder(Self.files)
    try folder.write("one.lua", Array("return = 1".utf8))
    let result = try Command.run(["test"], in: folder.path)
    #expect(result.output.contains("one.lua:1: error: unexpected symbol"), "\(result.output)")
  }

  @Test("what fails to reload in one test is nothing to the next")
  func reloading() throws {
    var files = Self.files
    files["tests/slot_test.lua"] = """
      it("refuses", function()
        local app = launch("app")
        assert.error_matches(function() app:reload { ["more.lua"] = "x = = 1" } end, "unexpected")
      end)
      it("takes", function()
        launch("app"):reload { ["more.lua"] = "return { start = function() end }" }
      end)
      """
    let folder = try Folder(files)
    let result = try Command.run(["test"], in: folder.path)
    #expect(result.lines.last == "2 passed, 0 failed, 0 skipped", "\(result.output)")
  }

  @Test("in a folder of tests its files are found")
  func within() throws {
    let folder = try Folder(Self.files)
    let result = try Command.run(["test"], in: folder.path + "/tests")
    #expect(result.lines.last == "3 passed, 0 failed, 0 skipped", "\(result.output)")
  }

  @Test("--failed forgets tests that are not there any more, and a line that was mistyped")
  func failed() throws {
    let folder = try Folder(["tests/a_test.lua": "it('one', function() assert.is_true(false) end)"])
    #expect(try Command.run(["test"], in: folder.path).status == 1)
    try folder.write("tests/a_test.lua", Array("it('two', function() end)".utf8))
    #expect(try Command.run(["test"], in: folder.path).status == 0)
    #expect(try Command.run(["test", "tests/a_test.lua:9"], in: folder.path).status == 1)
    let failed = try Command.run(["test", "--failed"], in: folder.path)
    #expect(failed.status == 0, "\(failed.messages)")
    let list = try Command.run(["test", "--list", "--filter", "zzz"], in: folder.path)
    #expect(list.messages.contains("none is left by --filter"), "\(list.messages)")
  }
}
