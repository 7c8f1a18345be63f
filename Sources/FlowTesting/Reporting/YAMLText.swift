import Console

/// Text as YAML has it, and as the smaller YAMLish that Perl's `prove` reads: there are no blocks with
/// blank lines or marks, and an entry of a list that begins like a key is taken for one.
enum YAMLText {
  /// A scalar on one line, in single quotes where that can be.
  static func quoted(_ text: String) -> String {
    var lines = FailureExplanation.lines(text)
    while lines.count > 1, lines.last?.isEmpty ?? false { lines.removeLast() }
    lines = lines.map(shown)
    if lines.count == 1, !lines[0].contains(": ") {
      return "'" + lines[0].replacing("'", with: "''") + "'"
    }
    let escaped = lines.map {
      $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(": ", with: ":\\x20")
    }
    return "\"" + escaped.joined(separator: "\\n") + "\""
  }

  /// A list of such scalars below a key; nothing where it is empty.
  static func list(_ key: String, _ texts: [String]) -> [String] {
    texts.isEmpty ? [] : ["\(key):"] + texts.map { "  - " + quoted($0) }
  }

  /// What ends lines or may not be in YAML becomes a space, or U+FFFD for what is no character.
  static func shown(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.printable.unicodeScalars {
      switch scalar {
      case "\u{2028}", "\u{2029}": shown.append(" ")
      case "\u{FEFF}", "\u{FFFE}", "\u{FFFF}": shown.append("\u{FFFD}")
      default: shown.append(scalar)
      }
    }
    return String(shown)
  }
}
