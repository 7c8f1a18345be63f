import Foundation

/// `sextant test --watch` while it runs: what it says, in order, and what it is told.
final class WatchedRun {
  /// What it runs at.
  enum Place {
    /// Its lines come through a pipe.
    case pipe
    /// A terminal of its own.
    case terminal
  }

  /// It has not said what was waited for.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  private let process = Process()
  private let output: Int32
  private let input: FileHandle
  private var text = ""
  private static let longestWait: Int32 = 120_000

  init(_ arguments: [String], in folder: Folder, at place: Place = .pipe) throws {
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    switch place {
    case .pipe:
      let (into, out) = (Pipe(), Pipe())
      process.standardInput = into
      process.standardOutput = out
      process.standardError = out
      input = into.fileHandleForWriting
      output = dup(out.fileHandleForReading.fileDescriptor)
    case .terminal:
      let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      guard let name = Self.otherEnd(of: terminal), let end = FileHandle(forUpdatingAtPath: name)
      else { throw Missing(description: "there is no terminal to be had") }
      process.standardInput = end
      process.standardOutput = end
      process.standardError = end
      input = FileHandle(fileDescriptor: dup(terminal), closeOnDealloc: true)
      output = terminal
    }
    // At a terminal Swift asks how to go on after a crash.
    process.environment = Command.surroundings.merging(
      ["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.executableURL = Command.executable
    process.arguments = ["test", "--watch", "--color", "never"] + arguments
    try process.run()
  }

  /// The path of what a program sees as its terminal.
  private static func otherEnd(of terminal: Int32) -> String? {
    #if canImport(Darwin)
      guard grantpt(terminal) == 0, unlockpt(terminal) == 0 else { return nil }
      return ptsname(terminal).map { String(cString: $0) }
    #else
      // TIOCSPTLCK and TIOCGPTN: the functions for it are not to be had from Swift.
      var (lock, number): (Int32, UInt32) = (0, 0)
      guard ioctl(terminal, 0x4004_5431, &lock) == 0, ioctl(terminal, 0x8004_5430, &number) == 0
      else { return nil }
      return "/dev/pts/\(number)"
    #endif
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(output)
  }

  /// Waits until it says that, and gives what it has said up to there since the last time.
  @discardableResult
  func next(_ wanted: String) throws -> String {
    while true {
      if let found = text.range(of: wanted) {
        defer { text = String(text[found.upperBound...]) }
        return String(text[..<found.upperBound])
      }
      var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Self.longestWait) > 0 else {
        throw Missing(description: "\"\(wanted)\" is not in time in: \(text)")
      }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &bytes, bytes.count)
      guard count > 0 else {
        throw Missing(description: "it ended without \"\(wanted)\": \(text)")
      }
      text += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }

  /// Waits until a round has ended and it waits itself, and gives all that was said.
  @discardableResult
  func round() throws -> String { try next("Enter to run again") }

  func type(_ text: String) throws { try input.write(contentsOf: Data(text.utf8)) }

  /// Tells it that there is nothing more to come.
  func endInput() throws { try input.close() }

  func interrupt() { process.interrupt() }
  func terminate() { process.terminate() }
  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// How it ends.
  var status: Int32 {
    // One that goes on is ended: no test waits for ever.
    for _ in 0..<Self.longestWait / 10 where process.isRunning { usleep(10_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Whether its terminal gives whole lines, and shows what is typed.
  var hasOrdinaryTerminal: Bool {
    var mode = termios()
    guard tcgetattr(output, &mode) == 0 else { return false }
    return mode.c_lflag & tcflag_t(ICANON) != 0 && mode.c_lflag & tcflag_t(ECHO) != 0
  }
}
