import Foundation

/// Descriptors that are given bytes, or whose bytes are read: what commands read from and write to.
enum Descriptors {
  /// Calls the body with a descriptor that gives these bytes and then ends.
  static func reading<Result>(
    _ bytes: [UInt8], _ body: (Int32) throws -> Result
  ) throws -> Result {
    let file = try temporary()
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      try require(count > 0, "a temporary file cannot be written")
      rest = rest.dropFirst(count)
    }
    lseek(file, 0, SEEK_SET)
    return try body(file)
  }

  /// What the body writes to the descriptor that it is called with.
  static func written(_ body: (Int32) throws -> Void) throws -> [UInt8] {
    let file = try temporary()
    defer { close(file) }
    try body(file)
    let size = Int(lseek(file, 0, SEEK_END))
    lseek(file, 0, SEEK_SET)
    var bytes = [UInt8](repeating: 0, count: size)
    var filled = 0
    while filled < size {
      let count = bytes.withUnsafeMutableBytes { buffer in
        read(file, buffer.baseAddress.map { $0 + filled }, size - filled)
      }
      try require(count > 0, "a temporary file cannot be read")
      filled += count
    }
    return bytes
  }

  /// A file without a name.
  private static func temporary() throws -> Int32 {
    var path = Array((NSTemporaryDirectory() + "sextant-fuzz-XXXXXX").utf8CString)
    let file = mkstemp(&path)
    try require(file >= 0, "a temporary file cannot be made")
    unlink(path)
    return file
  }
}
