/// A file's part of the page: its transitions, and its text.
enum CoverageFile {
  // MARK: Transitions

  static func transitions(_ file: CoverageReport.File, _ id: String) -> String {
    guard !file.transitions.isEmpty else { return "" }
    return """
      <table class="transitions">
      <caption>Transitions</caption>
      <thead><tr><th scope="col">Source</th><th scope="col">Event</th><th scope="col">Rule</th>\
      <th scope="col">What it does</th><th scope="col" class="number">Taken</th>\
      <th scope="col" class="number">Tests</th><th scope="col" class="number">Line</th></tr></thead>
      <tbody>
      \(file.transitions.map { row($0, id) }.joined(separator: "\n"))
      </tbody>
      </table>
      """
  }

  private static func row(_ transition: CoverageReport.Transition, _ id: String) -> String {
    let isTaken = transition.taken > 0
    let rule = transition.rules > 1 ? "\(transition.rule) of \(transition.rules)" : ""
    let condition =
      transition.condition.isEmpty
      ? "" : " <span class=\"quiet\">\(escape(transition.condition))</span>"
    let line = transition.line.map { "<a href=\"#\(id)-\($0)\">\($0)</a>" } ?? ""
    return """
      <tr class="\(isTaken ? "ran" : "missed")"><th scope="row">\(escape(transition.source))</th>\
      <td>\(escape(transition.event))</td><td>\(rule)</td>\
      <td>\(escape(transition.action))\(condition)</td>\
      <td class="number">\(isTaken ? "\(transition.taken)×" : "○ never")</td>\
      <td class="number">\(isTaken ? String(transition.tests) : "")</td>\
      <td class="number">\(line)</td></tr>
      """
  }

  // MARK: Text

  static func source(_ file: CoverageReport.File, _ id: String) -> String {
    guard !file.lines.isEmpty else {
      return "<p>The file is not there any more: its text cannot be shown.</p>"
    }
    return """
      <details\(file.missed.isEmpty ? "" : " open=\"\"")>
      <summary>Source of \(escape(file.path))</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Source of \(escape(file.path))">
      <table class="source">
      <thead class="hidden"><tr><th scope="col">Line</th><th scope="col">Ran</th>\
      <th scope="col">Text</th></tr></thead>
      <tbody>
      \(file.lines.map { line($0, id) }.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      </details>
      """
  }

  private static func line(_ line: CoverageReport.Line, _ id: String) -> String {
    let (kind, count) =
      switch line.count {
      case nil: ("blank", "")
      case 0?: ("missed", "○ never")
      case let count?: ("ran", "\(count)×")
      }
    return """
      <tr id="\(id)-\(line.number)" class="\(kind)"><th scope="row">\(line.number)</th>\
      <td class="count">\(count)</td><td><code>\(escape(line.text))</code></td></tr>
      """
  }

  /// Ranges of lines, each a link to its first.
  static func links(_ numbers: [Int], in id: String) -> String {
    var ranges: [(first: Int, last: Int)] = []
    for number in numbers {
      if let last = ranges.last, last.last + 1 == number {
        ranges[ranges.count - 1].last = number
      } else {
        ranges.append((number, number))
      }
    }
    return ranges.map { first, last in
      "<a href=\"#\(id)-\(first)\">\(first == last ? "\(first)" : "\(first)–\(last)")</a>"
    }.joined(separator: ", ")
  }

  private static func escape(_ text: String) -> String { XMLText.content(text) }
}
