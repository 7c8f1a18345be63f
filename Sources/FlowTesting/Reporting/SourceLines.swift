import SystemCalls

/// The lines of the files in which tests fail.
public final class SourceLines {
  private var files: [String: [Substring]] = [:]
  private let read: (String) -> String?

  /// - Parameter read: gives a file's text; without it, the file is read from the disk.
  public init(read: ((String) -> String?)? = nil) {
    self.read =
      read
      ?? { path in File.contents(path).map { String(decoding: $0, as: UTF8.self) } }
  }

  /// The lines as Lua counts them: they end in a line feed, a carriage return, or both.
  private static func lines(of text: String) -> [Substring] {
    // To Swift both together are one character.
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
  }

  /// A line without the white space around it; nil where there is none.
  func line(_ number: Int, of path: String) -> String? {
    if files[path] == nil {
      files[path] = Self.lines(of: read(path) ?? "")
    }
    guard let lines = files[path], lines.indices.contains(number - 1) else { return nil }
    let scalars = lines[number - 1].unicodeScalars.drop { $0.properties.isWhitespace }
    guard let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return nil }
    return String(scalars[...last])
  }
}
