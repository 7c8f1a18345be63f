import SystemCalls

/// Where keys are read: a terminal, or lines from elsewhere.
final class KeyInput {
  private let input: Int32
  private let isTerminal: Bool
  private let mode: TerminalMode?
  private var keys: WatchKeys
  private var hasEnded = false

  /// From now on each key counts at once, where it is a terminal.
  ///
  /// - Parameter input: an open file descriptor.
  init(_ input: Int32) {
    self.input = input
    isTerminal = isatty(input) == 1
    mode = isTerminal ? TerminalMode(input) : nil
    keys = WatchKeys(isTerminal ? .terminal : .lines)
    mode?.enter()
  }

  deinit { mode?.leave() }

  /// The terminal is as it was from now on.
  func end() {
    mode?.leave()
    hasEnded = true
  }

  /// Becomes readable when something is typed; nil where nothing comes any more.
  var descriptor: Int32? { hasEnded ? nil : input }

  var isTyping: Bool { keys.isTyping }

  /// What has been typed. Never waits.
  func take() -> [WatchKeys.Step] {
    guard !hasEnded else { return [] }
    // What has stopped the process may have put the terminal back.
    mode?.enter()
    var wanted = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard poll(&wanted, 1, 0) > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = max(0, read(input, buffer.baseAddress, buffer.count))
    }
    if bytes.isEmpty {
      hasEnded = true
      // Without a terminal nobody is there any more who could see anything.
      return isTerminal ? [.command(.quit)] : []
    }
    return keys.take(bytes)
  }
}
