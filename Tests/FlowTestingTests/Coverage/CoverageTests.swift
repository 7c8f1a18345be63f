import Foundation
import Testing

@testable import FlowTesting

@Suite("Coverage")
struct CoverageTests {
  @Test("what ran outside of tests counts once, what ran in tests each time")
  func sums() {
    let once = CoverageSamples.take(loaded: [1], counts: [3: 2])
    let report = CoverageSamples.report([(once, nil), (once, nil)])
    let counts = report.files[0].lines.map(\.count)
    #expect(counts == [1, 0, 4, nil, 0, 0, nil, 0])
  }

  @Test("sums are the same in whatever order they come")
  func order() {
    let takes = (0..<4).map { index in
      (
        CoverageSamples.take(
          loaded: [index + 1], counts: [3: index],
          rules: [CoverageSamples.rule("go")], taken: [CoverageSamples.rule("go").place: index]),
        TestKey(file: "a", names: ["\(index)"])
      )
    }
    #expect(CoverageSamples.report(takes) == CoverageSamples.report(takes.reversed()))
  }

  @Test("a test that takes a rule twice, or runs twice, is one test")
  func tests() {
    let transition = CoverageSamples.usual.files[0].transitions.first { $0.event == "go" }
    #expect(transition?.taken == 4)
    #expect(transition?.tests == 2)
  }

  @Test("a rule is told with which of a list it is, and where nothing took it with no test")
  func rules() {
    let file = CoverageSamples.usual.files[0]
    #expect(file.transitions.map(\.name) == ["home.go", "home.stay<b> [1]", "home.stay<b> [2]"])
    #expect(file.transitions.map(\.taken) == [4, 0, 0])
    #expect(file.transitionRatio == Ratio(1, of: 3))
  }

  static let percents: [(Ratio, String)] = [
    (Ratio(0, of: 0), "–"), (Ratio(0, of: 3), "0%"), (Ratio(1, of: 3), "33.3%"),
    (Ratio(3, of: 3), "100%"), (Ratio(9999, of: 10_000), "99.9%"), (Ratio(1, of: 2), "50%"),
  ]

  @Test("only all of it is 100%", arguments: percents)
  func percent(_ ratio: Ratio, _ text: String) { #expect(ratio.percentText == text) }

  static let closing: [(String, Bool)] = [
    ("end", true), ("  end,", true), ("})", true), ("end) -- done", true), ("else", true),
    ("", true), ("-- a comment", true), ("end return x", false), ("local x", false),
    ("{ 1 }", false), ("endless()", false), ("elseif x then", false),
  ]

  @Test("a line that only closes says nothing of what was tested", arguments: closing)
  func closes(_ text: String, _ closes: Bool) { #expect(CodeLine.onlyCloses(text) == closes) }

  static let goals: [(String, CoverageGoal?)] = [
    ("90", CoverageGoal(.lines, least: 90)), ("lines=62.5", CoverageGoal(.lines, least: 62.5)),
    ("transitions=0", CoverageGoal(.transitions, least: 0)), ("101", nil), ("-1", nil),
    ("nan", nil), ("", nil), ("rules=3", nil), ("lines=", nil), ("lines=3=4", nil),
  ]

  @Test("a goal is a percentage of lines, or of what it names", arguments: goals)
  func goal(_ text: String, _ goal: CoverageGoal?) { #expect(CoverageGoal(text) == goal) }

  static let complaints: [(CoverageGoal, String?)] = [
    (CoverageGoal(.lines, least: 80), nil),
    (
      CoverageGoal(.lines, least: 90),
      """
      coverage: 83.3% of lines have run (5 of 6), --coverage-min wants 90%; the first missing: \
      app.lua:3
      """
    ),
    (
      CoverageGoal(.transitions, least: 33.5),
      """
      coverage: 33.3% of transitions were taken (1 of 3), --coverage-min wants 33.5%; the first \
      missing: app.lua:6, home.stay<b> [1]
      """
    ),
  ]

  @Test("a goal that is missed says by how much, and what is missing first", arguments: complaints)
  func complaint(_ goal: CoverageGoal, _ text: String?) {
    #expect(goal.complaint(CoverageSamples.usual) == text)
  }

  static let paths: [(path: String, isTested: Bool)] = [
    ("/project/src/a.lua", true), ("/project/a.lua", true), ("/project/tests/a.lua", false),
    ("/project/lib/spec/a.lua", false), ("/project/src/../tests/a.lua", false),
    ("/project/.luarocks/a.lua", false), ("/project/lua_modules/x/a.lua", false),
    ("/project/src/a_test.lua", false), ("/project/src/a_spec.lua", false),
    ("/usr/share/lua/5.4/a.lua", false), ("/projects/a.lua", false),
  ]

  @Test("code under test is what is in the project and is no test", arguments: paths)
  func tested(_ path: String, _ isTested: Bool) {
    #expect(CoveragePath.isTested(path, root: "/project") == isTested)
  }

  @Test("paths are told from the working directory where they are within")
  func shown() {
    let working = FileManager.default.currentDirectoryPath
    #expect(CoveragePath.shown(working + "/./src/x/../a.lua") == "src/a.lua")
    #expect(CoveragePath.shown("./src/a.lua") == "src/a.lua")
    #expect(CoveragePath.shown("/else/where.lua") == "/else/where.lua")
    #expect(CoveragePath.shown("../sister/a.lua").hasPrefix("/"))
  }
}
