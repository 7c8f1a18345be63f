import Coordination
import LuaRuntime
import ScriptedCoordination
import Testing

/// Projects that are wrong in ways and in numbers that nobody writes by hand.
@Suite("Hostile projects")
struct HostileProjectTests {
  private static func problems(_ files: [String: String]) -> [Problem] {
    do {
      _ = try Project(ProjectFiles(["app.lua": app].merging(files) { $1 }))
      return []
    } catch {
      return error.problems
    }
  }

  private static let app = """
    return { start = function(self) self.router:push("home") end, implements = "p",
      transitions = { home = { tap = { ignore = true } } } }
    """

  @Test("a type may be said to be optional as often as one likes")
  func optional() {
    let type = #"("string" .. ("?"):rep(300000))"#
    #expect(Self.problems(["protocols.lua": "return { p = { input = { a = \(type) } } }"]).isEmpty)
    let unknown = #"("text" .. ("?"):rep(300000))"#
    let found = Self.problems(["protocols.lua": "return { p = { input = { a = \(unknown) } } }"])
    #expect(
      found.first?.text
        == "p.input.a: there is no type \"text\"; there is any, boolean, integer, number, string, table"
    )
  }

  private static let wrong = [
    (
      "protocols.lua",
      """
      local t = { types = {}, p = {} }
      for i = 1, 3000 do t.types["type" .. i] = { a = "other" .. i } end
      return t
      """
    ),
    (
      "protocols.lua",
      """
      local t = { types = {}, p = {} }
      for i = 1, 2000 do t.types["type" .. i] = "string" t["p" .. i] = { input = { a = "other" .. i } } end
      return t
      """
    ),
    (
      "app.lua",
      """
      local app = { contract = { handles = {} }, transitions = { home = {} } }
      for i = 1, 2000 do
        app.contract.handles[i] = "event" .. i
        app.transitions.home["other" .. i] = { ignore = true }
      end
      function app:start() self.router:push("home") end
      return app
      """
    ),
    (
      "app.lua",
      """
      local app = { transitions = { home = {} } }
      for i = 1, 3000 do app.transitions.home["e" .. i] = { start = "child" .. i } end
      function app:start() self.router:push("home") end
      return app
      """
    ),
    (
      "experiments.lua",
      """
      local t = {}
      for i = 1, 2000 do
        t["e" .. i] = { by = "u", variants = { { name = "a", script = "s" .. i }, { name = "b", script = "app" } } }
      end
      return t
      """
    ),
  ]

  @Test(
    "of very many problems the first are told, and that no more are looked for",
    arguments: wrong)
  func many(_ file: String, _ source: String) {
    let other = ["protocols.lua": "return { p = {} }"]
    let found = Self.problems(other.merging([file: source]) { $1 }).filter { $0.file == file }
    #expect(found.count == 101)
    #expect(
      found.contains {
        $0.text == "no more is looked for than these 100 problems: mend them first"
      })
  }

  @Test("a name among very many is looked for among the first of them")
  func suggestions() {
    let many = (0..<100_000).map { "name\($0)" }
    #expect(Suggestion.nearest(to: "nam17", among: many) == "name17")
    #expect(Suggestion.nearest(to: "name99999x", among: many) != "name99999")
  }
}
