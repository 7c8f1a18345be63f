import SystemCalls

extension CoverageReport {
  /// - Parameter read: the text of a file, by its path; nil where it is not there any more.
  init(
    _ coverage: Coverage,
    read: (String) -> [UInt8]? = { SystemCalls.File.contents($0) }
  ) {
    let rules = Dictionary(grouping: coverage.rules.values, by: \.place.path)
    files = Set(coverage.lines.keys).union(rules.keys).sorted().map { path in
      let text = read(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
      return File(
        path: path, lines: Self.lines(text, coverage.lines[path] ?? Coverage.Lines()),
        transitions: (rules[path] ?? []).map { rule in
          let takings = coverage.takings[rule.place] ?? Coverage.Takings()
          return Transition(rule, takings)
        }.sorted(by: Self.order))
    }
  }

  private static func order(_ left: Transition, _ right: Transition) -> Bool {
    (left.line ?? 0, left.source, left.event, left.rule)
      < (right.line ?? 0, right.source, right.event, right.rule)
  }

  private static func lines(_ text: String, _ lines: Coverage.Lines) -> [Line] {
    var texts = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    if texts.last == "" { texts.removeLast() }
    // Where it is not known which lines have code, it is those that have run.
    let executable = lines.executable.isEmpty ? Set(lines.counts.keys) : lines.executable
    return texts.enumerated().map { index, text in
      let hasCode = executable.contains(index + 1) && !CodeLine.onlyCloses(text)
      return Line(
        number: index + 1, text: text, count: hasCode ? lines.count(index + 1) : nil)
    }
  }
}

extension CoverageReport.Transition {
  fileprivate init(_ rule: CoverageRule, _ takings: Coverage.Takings) {
    self.init(
      source: rule.place.source, event: rule.place.event, rule: rule.place.rule,
      rules: rule.rules, line: rule.line, condition: rule.condition, action: rule.action,
      taken: takings.count, tests: takings.tests.count)
  }
}

/// What stands on a line of Lua.
enum CodeLine {
  private static let words: Set<Substring> = ["end", "else", "do", "then", "repeat"]

  /// Whether nothing stands there but the end, or the middle, of what began elsewhere, such as
  /// `end,` and `})`. Lua has code on such lines, which says nothing about what was tested.
  static func onlyCloses(_ text: String) -> Bool {
    let code = text.firstRange(of: "--").map { text[..<$0.lowerBound] } ?? text[...]
    return code.split { !($0.isLetter || $0.isNumber || $0 == "_") && "(){}[],; \t\r".contains($0) }
      .allSatisfy { words.contains($0) }
  }
}
