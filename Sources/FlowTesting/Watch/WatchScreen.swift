import Console

/// Where somebody who watches is told what goes on.
public struct WatchScreen {
  private let output: Output
  private let paint: Paint
  private let style: Style
  private var isTyping = false

  public enum Style: Sendable {
    /// A terminal, which is cleared for each round.
    case screen
    /// Lines, one after the other.
    case lines
  }

  public init(_ output: Output, _ paint: Paint, _ style: Style) {
    self.output = output
    self.paint = paint
    self.style = style
  }

  /// A round begins that is not the first.
  mutating func begin(_ round: WatchRound) throws(OutputError) {
    isTyping = false
    // What has scrolled off stays.
    if style == .screen { try output.write("\u{1B}[H\u{1B}[2J") }
    try say(round.title)
  }

  mutating func say(_ lines: [String]) throws(OutputError) {
    guard !lines.isEmpty else { return }
    try endTyping()
    for line in lines.flatMap({ $0.split(separator: "\n", omittingEmptySubsequences: false) }) {
      try output.write(paint.quiet(String(line).printable) + "\n")
    }
  }

  /// A text is being typed; what stands on its line now.
  mutating func typing(_ text: String) throws(OutputError) {
    switch style {
    case .screen: try output.write("\r\u{1B}[K" + text.printable)
    case .lines: try output.write(text.printable + "\n")
    }
    isTyping = style == .screen
  }

  private mutating func endTyping() throws(OutputError) {
    guard isTyping else { return }
    isTyping = false
    try output.write("\r\u{1B}[K")
  }
}
