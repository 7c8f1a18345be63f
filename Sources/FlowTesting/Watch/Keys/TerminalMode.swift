import SystemCalls

/// The mode of a terminal in which each key is read at once and is not shown, as long as it is needed.
///
/// It is put back at the end, and also where a signal ends the process or a crash does.
final class TerminalMode {
  private let terminal: Int32
  private let original: termios

  /// - Parameter terminal: its descriptor; nil is given where it is none.
  init?(_ terminal: Int32) {
    var mode = termios()
    guard tcgetattr(terminal, &mode) == 0 else { return nil }
    self.terminal = terminal
    original = mode
  }

  /// Takes the mode on, where it is not on and the process may.
  func enter() {
    var mode = termios()
    guard mayChange, tcgetattr(terminal, &mode) == 0 else { return }
    let flags = tcflag_t(ICANON | ECHO)
    guard mode.c_lflag & flags != 0 else { return }
    mode.c_lflag &= ~flags
    LastResort.keep(terminal, original)
    _ = tcsetattr(terminal, TCSANOW, &mode)
  }

  func leave() {
    LastResort.drop()
    guard mayChange else { return }
    var mode = original
    _ = tcsetattr(terminal, TCSANOW, &mode)
  }

  /// In the background of a shell it would stop the process.
  private var mayChange: Bool {
    let foreground = tcgetpgrp(terminal)
    return foreground < 0 || foreground == getpgrp()
  }
}

/// Puts a terminal back when the process is ended by a signal that nothing else takes.
private enum LastResort {
  private static let signals = [
    SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV,
  ]

  // Without a race: `keep` writes it before any handler that reads it is there, `drop` after all have
  // gone; only the main loop of `--watch`, one thread, calls those. A handler only reads.
  nonisolated(unsafe) private static var terminal: Int32 = -1
  // The same. In an array: for a variable of its own Swift reserves less than a C struct with padding at
  // its end takes when it is copied.
  nonisolated(unsafe) private static var mode: [termios] = []
  // The same: it is filled whole before the first handler is set. Reading an element allocates
  // nothing, so that a handler may.
  nonisolated(unsafe) private static var former: [(number: Int32, action: sigaction)] = []

  static func keep(_ terminal: Int32, _ mode: termios) {
    guard Self.terminal < 0 else { return }
    (Self.terminal, Self.mode) = (terminal, [mode])
    former = signals.compactMap { number in
      var action = sigaction()
      return sigaction(number, nil, &action) == 0 && !action.isIgnored ? (number, action) : nil
    }
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = restore
    #else
      action.__sigaction_handler.sa_handler = restore
    #endif
    // What was there before, such as the printing of a crash, has its turn after it.
    action.sa_flags = CInt(bitPattern: UInt32(bitPattern: CInt(SA_NODEFER)))
    for before in former { sigaction(before.number, &action, nil) }
  }

  static func drop() {
    guard terminal >= 0 else { return }
    for (number, var action) in former { sigaction(number, &action, nil) }
    former = []
    terminal = -1
  }

  /// Calls only what may be called in a signal's handler.
  private static let restore: @convention(c) (Int32) -> Void = { number in
    var mode = LastResort.mode[0]
    _ = tcsetattr(LastResort.terminal, TCSANOW, &mode)
    for index in LastResort.former.indices where LastResort.former[index].number == number {
      var action = LastResort.former[index].action
      sigaction(number, &action, nil)
    }
    raise(number)
  }
}
