import Console

/// Text within a line of YAML.
enum YAMLText {
  /// What ends lines in YAML or may not be in it becomes a space, or U+FFFD for what is no character.
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
