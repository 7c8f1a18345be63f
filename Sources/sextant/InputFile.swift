import SystemCalls

/// A file that is read, or standard input for `-`.
struct InputFile {
  let descriptor: Int32

  /// - Throws: ``Misuse`` where it cannot be read.
  init(path: String) throws(Misuse) {
    guard path != "-" else {
      descriptor = STDIN_FILENO
      return
    }
    descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else {
      throw Misuse("\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
      throw Misuse("\(path) cannot be read: it is a folder")
    }
    // One such as /dev/zero has no end; /dev/null has, at once.
    let isEndless = status.st_mode & S_IFMT == S_IFCHR && isatty(descriptor) == 0
    guard !isEndless || path == "/dev/null" || path.hasPrefix("/dev/fd/") || path == "/dev/stdin"
    else { throw Misuse("\(path) cannot be read: it is a device") }
  }
}
