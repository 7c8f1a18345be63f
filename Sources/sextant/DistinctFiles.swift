import SystemCalls

/// The files that a command reads and writes, of which no two may be one.
struct DistinctFiles {
  /// What each is for, and where it is.
  private var files: [(use: String, path: String)] = []

  init() {}

  /// - Parameter options: those that name a file.
  init(_ arguments: Arguments, _ options: [String]) {
    for option in options {
      if let path = arguments.value(option), path != "-" { add("--\(option)", path) }
    }
  }

  mutating func add(_ use: String, _ path: String) { files.append((use, path)) }

  /// - Parameter allowed: two uses of one file that go together.
  /// - Throws: ``Misuse`` where two are one file, also by way of links.
  func check(allowing allowed: Set<String> = []) throws(Misuse) {
    for (index, one) in files.enumerated() {
      for other in files.dropFirst(index + 1)
      where allowed != [one.use, other.use] && Self.areOne(one.path, other.path) {
        throw Misuse("\(one.use) and \(other.use) are one file, \(other.path): name two")
      }
    }
  }

  private static func areOne(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(one, &first) == 0, stat(other, &second) == 0 else {
      return resolved(one) == resolved(other)
    }
    // Devices, such as /dev/null, keep nothing that could be lost.
    return first.st_mode & S_IFMT == S_IFREG && first.st_dev == second.st_dev
      && first.st_ino == second.st_ino
  }

  private static func resolved(_ path: String) -> String {
    AbsolutePath.resolved(path) ?? AbsolutePath.of(path)
  }
}
