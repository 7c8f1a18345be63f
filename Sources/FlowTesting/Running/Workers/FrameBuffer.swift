import SystemCalls

/// Takes what comes through a connection apart into frames.
struct FrameBuffer {
  private var bytes: [UInt8] = []
  private var start = 0

  mutating func append(_ more: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The next frame that is whole; nil where more has to come.
  mutating func next() -> ArraySlice<UInt8>? {
    guard bytes.count - start >= 4 else { return nil }
    let count = (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << ($1 * 8) }
    guard bytes.count - start - 4 >= count else { return nil }
    defer { start += 4 + count }
    return bytes[start + 4..<start + 4 + count]
  }
}

/// One end of the connection between the runner and a worker.
struct Channel: Sendable {
  let descriptor: Int32

  /// Sends all of it.
  ///
  /// - Returns: false where the other end has gone.
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// What has come, once something has; nil where the other end has gone.
  func receive() -> [UInt8]? {
    while true {
      let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
        count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
      }
      if !bytes.isEmpty { return bytes }
      guard errno == EINTR else { return nil }
      errno = 0
    }
  }
}
