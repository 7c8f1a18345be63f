/// Files, by their paths. A link counts as what it leads to.
package enum File {
  /// Whether something is there, be it a file or a folder.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// What is in it, or the beginning of that. Costs the number of bytes.
  ///
  /// - Parameter limit: how many bytes are read at most.
  package static func read(
    _ path: String, atMost limit: Int = .max
  ) throws(SystemProblem) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .last }
    var bytes: [UInt8] = []
    // One more than it has, so that its end is found in one piece.
    var piece = max(Int(status.st_size) + 1, 4096)
    while bytes.count < limit {
      let more = try next(min(piece, limit - bytes.count), of: file)
      guard !more.isEmpty else { break }
      bytes = bytes.isEmpty ? more : bytes + more
      piece = 64 << 10
    }
    return bytes
  }

  /// What is in it; nil where it cannot be read.
  package static func contents(_ path: String) -> [UInt8]? { try? read(path) }

  private static func next(_ size: Int, of file: Int32) throws(SystemProblem) -> [UInt8] {
    while true {
      var problem: SystemProblem?
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        let result = SystemCalls.read(file, buffer.baseAddress, size)
        if result < 0 { problem = .last }
        count = max(result, 0)
      }
      guard let problem else { return bytes }
      guard problem.number == EINTR else { throw problem }
    }
  }
}
