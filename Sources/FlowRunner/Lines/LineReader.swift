import Foundation

/// Splits what a file descriptor gives into lines, none of which takes more memory than the limit.
struct LineReader {
  enum Line {
    case bytes([UInt8])
    case tooLong
  }

  private let descriptor: Int32
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  init(descriptor: Int32, limit: Int) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// The next line without its end; nil at the end of the input.
  mutating func next() throws(InputError) -> Line? {
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

  private mutating func fill() throws(InputError) {
    let size = 64 << 10
    let old = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: size))
    while true {
      let count = buffer.withUnsafeMutableBytes { bytes in
        read(descriptor, bytes.baseAddress.map { $0 + old }, size)
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
}
