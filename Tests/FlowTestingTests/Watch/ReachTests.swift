import Foundation
import SystemCalls
import Testing

@testable import FlowTesting

@Suite("Which files a test depends on")
struct ReachTests {
  /// A folder that goes with it, and what a spec in it reaches.
  private final class Place {
    let folder = NSTemporaryDirectory() + "reach-\(UUID().uuidString)"

    init(_ files: [String: String]) throws {
      for (path, text) in files {
        let url = URL(fileURLWithPath: folder + "/" + path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Runs a spec as a worker does.
    func run(
      _ spec: String, libraries: SpecOptions.Libraries = .sandbox
    ) throws -> FileReach {
      let path = folder + "/" + spec
      var options = SpecOptions()
      (options.reach, options.libraries) = (.on, libraries)
      options.extensions = [FlowLauncher()]
      let source = try Data(contentsOf: URL(fileURLWithPath: path))
      let file = try SpecFile(path: path, source: Array(source), options: options)
      var reach = FileReach()
      func take(_ test: TestKey?) { file.takeReach().map { reach.take($0, of: test) } }
      take(nil)
      file.run(Set(file.entries.indices)) { event in
        switch event {
        case .ended(let result): take(TestKey(result.id))
        case .hook(nil): take(nil)
        default: break
        }
      }
      return reach
    }

    func names(_ reach: Reach?) -> [String] {
      (reach?.files ?? []).map {
        $0.replacingOccurrences(of: AbsolutePath.of(folder) + "/", with: "")
      }.sorted()
    }
  }

  private static let special = ["experiments.lua", "protocols.lua", "screens.lua", "services.lua"]

  private static let project = [
    "app.lua": """
    local money = require "lib.money"
    local app = {}
    function app:start() self.router:push("home") end
    app.transitions = {
      home = { go = { start = "auth" }, buy = { start = "checkout" }, lost = "lost" },
    }
    function app:lost() pcall(function() self.children:start("broken") end) end
    return app
    """,
    "auth.lua": """
    local auth = {}
    function auth:start() self.router:push("login") end
    return auth
    """,
    "checkout.lua": """
    local checkout = {}
    function checkout:start() self.router:push("pay") end
    return checkout
    """,
    "one_page.lua": """
    local checkout = {}
    function checkout:start() self.router:push("page") end
    return checkout
    """,
    "broken.lua": """
    local broken = {}
    function broken:start() error("no") end
    return broken
    """,
    "catalog.lua": """
    local catalog = {}
    function catalog:start() end
    return catalog
    """,
    "lib/money.lua": "return { text = require('lib.text') }",
    "lib/text.lua": "return {}",
    "lib/names.lua": "return {}",
    "experiments.lua": """
    return { checkout = { by = "user_id", variants = {
      { name = "steps", script = "checkout" }, { name = "page", script = "one_page" },
    } } }
    """,
  ]

  private static func project(_ tests: String, _ more: [String: String] = [:]) throws -> Place {
    try Place(project.merging(more) { $1 }.merging(["tests/a_test.lua": tests]) { $1 })
  }

  private static func tests(_ reach: FileReach) -> [String: Reach] {
    Dictionary(
      uniqueKeysWithValues: reach.tests.map { ($0.key.names.joined(separator: " "), $0.value) })
  }

  @Test("itself, and what it requires, directly or not, and what was looked for in vain")
  func required() throws {
    let place = try Self.project(
      """
      require "lib.money"
      it("one", function() require "lib.names" end)
      it("two", function() pcall(require, "lib.missing") end)
      """)
    let reach = try place.run("tests/a_test.lua")
    #expect(
      place.names(reach.shared) == ["lib/money.lua", "lib/text.lua", "tests/a_test.lua"])
    let tests = Self.tests(reach)
    #expect(place.names(tests["one"]).contains("lib/names.lua"))
    let two = place.names(tests["two"])
    #expect(two.contains("lib/missing.lua"))
    #expect(two.contains("lib/missing/init.lua"))
    #expect(reach.shared.projects.isEmpty)
  }

  @Test(
    "each test: the scripts that its flows started, what these require, what a project has beside")
  func started() throws {
    let place = try Self.project(
      """
      it("stays", function() launch("app") end)
      it("signs in", function() launch("app"):send("go") end)
      """)
    let tests = Self.tests(try place.run("tests/a_test.lua"))
    let stays = ["app.lua", "lib/money.lua", "lib/text.lua", "tests/a_test.lua"] + Self.special
    #expect(place.names(tests["stays"]) == stays.sorted())
    #expect(place.names(tests["signs in"]) == (stays + ["auth.lua"]).sorted())
    #expect(tests["stays"]?.projects == [AbsolutePath.of(place.folder)])
    #expect(tests["stays"]?.extent == .known)
  }

  @Test("the scripts of all variants, whoever gets which")
  func variants() throws {
    let place = try Self.project(#"it("buys", function() launch("app"):send("buy") end)"#)
    let reach = try place.run("tests/a_test.lua")
    let files = place.names(Self.tests(reach)["buys"])
    #expect(files.contains("checkout.lua"))
    #expect(files.contains("one_page.lua"))
    #expect(!files.contains("auth.lua"))
  }

  @Test("a script whose start fails, also where its parent caught that")
  func failedStart() throws {
    let place = try Self.project(
      """
      it("fails", function() launch("broken") end)
      it("catches", function() launch("app"):send("lost") end)
      """)
    let tests = Self.tests(try place.run("tests/a_test.lua"))
    #expect(place.names(tests["fails"]).contains("broken.lua"))
    #expect(place.names(tests["catches"]).contains("broken.lua"))
  }

  @Test("what a setup has launched, all tests may depend on")
  func setup() throws {
    let place = try Self.project(
      """
      local seen
      setup(function() seen = launch("auth").screen end)
      it("one", function() assert.equal("login", seen) end)
      it("two", function() assert.equal("login", seen) end)
      """)
    let reach = try place.run("tests/a_test.lua")
    #expect(place.names(reach.shared).contains("auth.lua"))
  }

  @Test("everything, where a project cannot be launched")
  func unlaunchable() throws {
    let place = try Self.project(
      #"it("one", function() launch("app") end)"#, ["catalog.lua": "return = 1"])
    let tests = Self.tests(try place.run("tests/a_test.lua"))
    #expect(tests["one"]?.extent == .everything)
  }

  @Test("with all of Lua's libraries, what its own require finds")
  func allLibraries() throws {
    let place = try Self.project(
      """
      require "lib.money"
      it("one", function() end)
      """)
    let reach = try place.run("tests/a_test.lua", libraries: .all)
    #expect(place.names(reach.shared).contains("lib/text.lua"))
  }

  @Test("where a module was looked for that is not there, so that a test is run when it comes")
  func missing() throws {
    let place = try Self.project(
      """
      it("one", function() assert.has_error(function() require "lib.gone" end) end)
      it("two", function() end)
      """)
    for libraries in [SpecOptions.Libraries.sandbox, .all] {
      let reach = try place.run("tests/a_test.lua", libraries: libraries)
      let test = reach.tests.first { $0.key.names == ["one"] }?.value
      #expect(place.names(test).contains("lib/gone.lua"), "\(libraries)")
    }
  }

  @Test("nothing, where nobody asks")
  func off() throws {
    let source = Array(#"it("one", function() end)"#.utf8)
    let file = try SpecFile(path: "a_test.lua", source: source, options: SpecOptions())
    #expect(file.takeReach() == nil)
  }

  @Test("of a file that has not come to its end, or a test that ended its process: everything")
  func unfinished() {
    var plan = RunPlan([SpecTarget(path: "a"), SpecTarget(path: "b")])
    (plan.reach, plan.jobs) = (.on, 2)
    var schedule = Schedule(plan, .by { Array($1.indices) })
    (_, _) = (schedule.idle(0), schedule.idle(1))
    let known = Reach(files: ["/a"])
    _ = schedule.said(.reached(known, test: nil), by: 0)
    _ = schedule.said(.loaded(Stage.entries(["one", "two"], file: "a")), by: 0)
    _ = schedule.said(.began(0), by: 0)
    _ = schedule.died(0, .exit(1))
    _ = schedule.said(.loaded(Stage.entries(["one", "two"], file: "a")), by: 0)
    _ = schedule.said(.reached(known, test: 1), by: 0)
    _ = schedule.said(.ended(1, Stage.passed), by: 0)
    #expect(schedule.reaches["a"]?.shared.extent == .everything)
    _ = schedule.said(.done, by: 0)
    #expect(schedule.reaches["a"]?.shared == known)
    #expect(
      schedule.reaches["a"]?.tests == [
        TestKey(file: "a", names: ["one"]): .everything, TestKey(file: "a", names: ["two"]): known,
      ])
    #expect(schedule.reaches["b"]?.shared == .everything)
    _ = schedule.said(.unloadable(TestFailure(message: "")), by: 1)
    #expect(schedule.reaches["b"]?.shared == .everything)
  }
}
