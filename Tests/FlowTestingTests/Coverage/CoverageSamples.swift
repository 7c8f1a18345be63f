@testable import FlowTesting

/// A small file with what has run in it.
enum CoverageSamples {
  static let source = """
    local app = {}
    function app:start()
      self.router:push("home")
    end
    app.transitions = {
      home = { go = { push = "a" }, <odd> & "quoted" },
    }
    return app
    """

  static func rule(
    _ event: String, _ rule: Int = 1, of rules: Int = 1, line: Int? = 6, path: String = "app.lua"
  ) -> CoverageRule {
    CoverageRule(
      place: .init(path: path, source: "home", event: event, rule: rule), rules: rules,
      line: line, condition: rules > 1 && rule == 1 ? "when <signed_in>" : "", action: "push a")
  }

  static func take(
    executable: [Int] = [1, 2, 3, 4, 5, 6, 7, 8], loaded: Set<Int> = [1, 2, 5, 6, 7, 8],
    counts: [Int: Int] = [:], rules: [CoverageRule] = [],
    taken: [CoverageRule.Place: Int] = [:], path: String = "app.lua"
  ) -> CoverageTake {
    var take = CoverageTake()
    take.lines[path] = .init(executable: executable, loaded: loaded, counts: counts)
    take.rules = rules
    take.taken = taken
    return take
  }

  static func report(_ takes: [(CoverageTake, TestKey?)]) -> CoverageReport {
    var coverage = Coverage()
    for (take, test) in takes { coverage.add(take, in: test) }
    return CoverageReport(coverage) { _ in Array(source.utf8) }
  }

  /// Four lines of five have run, and one of three rules was taken, in two tests.
  static var usual: CoverageReport {
    let rules = [rule("go"), rule("stay<b>", 1, of: 2), rule("stay<b>", 2, of: 2)]
    let first = take(rules: rules, taken: [rules[0].place: 2])
    return report([
      (first, TestKey(file: "a", names: ["one"])),
      (take(taken: [rules[0].place: 1]), TestKey(file: "a", names: ["two"])),
      (take(taken: [rules[0].place: 1]), TestKey(file: "a", names: ["two"])),
    ])
  }
}
