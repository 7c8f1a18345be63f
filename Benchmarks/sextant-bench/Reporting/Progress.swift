import Console

/// Which row is measured, in one line on a terminal; nothing elsewhere.
struct Progress {
  private let isShown = Output.messages.isTerminal

  func show(_ text: String) { say("\r\u{1B}[K" + text) }

  func end() { say("\r\u{1B}[K") }

  /// A terminal that has gone is no reason to stop.
  private func say(_ text: String) { if isShown { try? Output.messages.write(text) } }
}
