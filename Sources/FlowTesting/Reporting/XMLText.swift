/// Text within XML 1.0.
enum XMLText {
  /// Between tags. What XML cannot have is shown by its picture, as ␀ for a zero byte.
  static func content(_ text: String) -> String { escaped(text, lineEnd: "\n") }

  /// In an attribute, with its quotes.
  static func attribute(_ text: String) -> String { "\"" + escaped(text, lineEnd: "&#10;") + "\"" }

  private static func escaped(_ text: String, lineEnd: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += lineEnd
      case "\r": result += "&#13;"
      case "\t": result += lineEnd == "\n" ? "\t" : "&#9;"
      case "\u{00}"..."\u{1F}":
        result.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case "\u{7F}": result += "\u{2421}"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
