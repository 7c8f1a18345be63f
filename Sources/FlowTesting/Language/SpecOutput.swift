/// What a file's Lua prints and writes to its output, until it is asked for.
final class SpecOutput {
  /// What is kept of the beginning of what a test prints, and of its end.
  static let most = 128 << 10

  private var printed = PrintedLines(most: most)
  private var isEmpty = true
  /// A line that has no end yet.
  private var open = ""

  func print(_ line: String) {
    isEmpty = false
    printed.append(open.isEmpty ? line : open + line)
    open = ""
  }

  /// Takes a piece of text, which may end within a line.
  func write(_ text: String) {
    let pieces = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for piece in pieces.dropLast() { print(String(decoding: piece, as: UTF8.self)) }
    guard let last = pieces.last, !last.isEmpty else { return }
    open += String(decoding: last, as: UTF8.self)
    if open.utf8.count > Self.most { print("") }
  }

  /// The lines since this was last asked for.
  func take() -> [String] {
    if !open.isEmpty { print("") }
    guard !isEmpty else { return [] }
    defer {
      printed = PrintedLines(most: Self.most)
      isEmpty = true
    }
    return printed.lines
  }
}
