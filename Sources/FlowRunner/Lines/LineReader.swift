import PlainValues
import SystemCalls

/// Splits what a file descriptor gives into lines, none of which takes more memory than the limit.
public final class LineReader {
  enum Line {
    case bytes([UInt8])
    case tooLong
  }

  let descriptor: Int32
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// How many lines it has given: the number of the last one.
  private(set) var lineNumber = 0

  /// - Parameters:
  ///   - descriptor: an open file descriptor.
  ///   - limit: the longest line that is given, in bytes.
  public init(descriptor: Int32, limit: Int) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// The next line without its end; nil at the end of the input.
  func next() throws(InputError) -> Line? {
    let line = try read()
    if line != nil { lineNumber += 1 }
    return line
  }

  private func read() throws(InputError) -> Line? {
    var searched = start
    var isTooLong = false
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return isTooLong || end - start > limit ? .tooLong : .bytes(Array(buffer[start..<end]))
      }
      if isAtEnd {
        defer { start = buffer.count }
        if isTooLong { return .tooLong }
        return start == buffer.count ? nil : .bytes(Array(buffer[start...]))
      }
      buffer.removeFirst(start)
      start = 0
      if buffer.count > limit {
        isTooLong = true
        buffer = []
      }
      searched = buffer.count
      try fill()
    }
  }

  /// Whether there is something to read, or the end, within so many seconds; nil waits for ever.
  func isReady(within seconds: Double?) -> Bool {
    if buffer[start...].contains(UInt8(ascii: "\n")) { return true }
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let wait = seconds.map { Int32(min(max($0, 0) * 1000 + 1, 3_600_000)) } ?? -1
    return poll(&wanted, 1, wait) != 0
  }

  private func fill() throws(InputError) {
    let size = 64 << 10
    let old = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: size))
    while true {
      let count = buffer.withUnsafeMutableBytes { bytes in
        SystemCalls.read(descriptor, bytes.baseAddress.map { $0 + old }, size)
      }
      if count < 0, errno == EINTR { continue }
      buffer.removeLast(size - max(count, 0))
      guard count >= 0 else {
        throw InputError("the input cannot be read: \(String(cString: strerror(errno)))")
      }
      isAtEnd = count == 0
      return
    }
  }
}

/// Why a line, or the whole input, is refused.
public struct InputError: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }

  /// The line of JSON that answers a line that is refused.
  func line(_ number: Int) -> String {
    let value: Value = [
      "error": ["message": .string(description), "line": .integer(number)]
    ]
    return JSON.text(of: value) + "\n"
  }
}

extension [UInt8] {
  /// Whether there is nothing in it but white space.
  var isBlankLine: Bool { allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }
}
