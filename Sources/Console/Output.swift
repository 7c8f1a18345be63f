import SystemCalls

/// Where a run writes: a file descriptor.
///
/// Writing goes straight through, so that what was written is not lost if the process is killed.
public struct Output: Sendable {
  private let descriptor: Int32

  public static let standard = Output(descriptor: STDOUT_FILENO)
  public static let messages = Output(descriptor: STDERR_FILENO)

  public init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether somebody reads it on a terminal.
  public var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Ends it; nothing can be written any more.
  public func close() { _ = SystemCalls.close(descriptor) }

  /// How many characters a line of the terminal has; nil where it is none.
  public var width: Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all of a text.
  ///
  /// - Throws: ``OutputError`` where nobody reads any more, or the disk is full.
  public func write(_ text: String) throws(OutputError) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes {
        SystemCalls.write(descriptor, $0.baseAddress, $0.count)
      }
      if written >= 0 {
        bytes = bytes.dropFirst(written)
      } else if errno != EINTR {
        throw OutputError(isClosed: errno == EPIPE, description: String(cString: strerror(errno)))
      }
    }
  }
}

/// Why something could not be written.
public struct OutputError: Error, CustomStringConvertible {
  /// Whether the other end has closed.
  public let isClosed: Bool
  public let description: String

  public init(isClosed: Bool, description: String) {
    self.isClosed = isClosed
    self.description = description
  }
}
