/// The figures as people read them.
struct Table {
  private var lines: [Line] = [.columns(["figure", "Sextant", "against", "ratio", "goal", ""])]

  private enum Line {
    case columns([String])
    case note(String)
  }

  mutating func add(_ figures: [Figure]) {
    for figure in figures {
      lines.append(.columns(figure.columns))
      if let note = figure.note { lines.append(.note(note)) }
    }
  }

  mutating func add(problem: String, of row: Row) {
    lines.append(.columns([row.name, "not measured", "", "", "", ""]))
    lines.append(.note(problem))
  }

  var text: String {
    var widths: [Int] = []
    for case .columns(let columns) in lines {
      for (index, column) in columns.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], column.count)
      }
    }
    return lines.map { line in
      switch line {
      case .columns(let columns):
        var text = ""
        for (column, width) in zip(columns, widths) {
          text += column + String(repeating: " ", count: width - column.count + 2)
        }
        while text.last == " " { text.removeLast() }
        return text
      case .note(let note): return "    " + note
      }
    }.joined(separator: "\n")
  }
}
