import ScriptedCoordination

/// What a worker has gathered since it was last asked: counts to be added up.
struct CoverageTake: Hashable, Sendable {
  /// Of a file of Lua.
  struct Lines: Hashable, Sendable {
    /// The lines that have code; told once by each recorder.
    var executable: [Int] = []
    /// The lines that ran outside of tests, as while the file was loaded.
    var loaded: Set<Int> = []
    /// How often lines ran in tests.
    var counts: [Int: Int] = [:]

    var isEmpty: Bool { executable.isEmpty && loaded.isEmpty && counts.isEmpty }
  }

  /// By the file's path, as messages name it.
  var lines: [String: Lines] = [:]
  /// The rules that there are; told once by each recorder.
  var rules: [CoverageRule] = []
  /// How often rules were taken.
  var taken: [CoverageRule.Place: Int] = [:]

  var isEmpty: Bool { lines.isEmpty && rules.isEmpty && taken.isEmpty }
}

/// A rule of a coordinator's transitions.
struct CoverageRule: Hashable, Sendable {
  /// Where it stands in the table of transitions, whatever its line.
  struct Place: Hashable, Sendable {
    /// The script's path, as messages name it.
    var path: String
    var source: String
    var event: String
    /// Which of the rules that stand there, from 1.
    var rule: Int
  }

  var place: Place
  /// How many rules stand there.
  var rules: Int
  var line: Int?
  var condition: String
  var action: String
}

extension CoverageRule {
  init(_ outline: TransitionOutline, path: String) {
    let transition = outline.transition
    self.init(
      place: Place(
        path: path, source: transition.source, event: transition.event, rule: transition.rule),
      rules: outline.rules, line: outline.line, condition: outline.condition,
      action: outline.action)
  }
}
