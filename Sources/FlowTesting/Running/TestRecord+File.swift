import Coordination
import SystemCalls

/// The file that a record is kept in: one line a test, so that thousands cost little each run.
///
/// After a heading come `file`, with the path; then of each of its tests `failed`, or the seconds
/// that it took as whole billionths, with its names; and `problem` with those of a block of which a
/// hook failed, or with none, of the file. What stands in a line is separated by tabs.
extension TestRecord {
  /// The file that it is kept in, from the folder where tests are run.
  public static let path = ".sextant/tests.tsv"

  /// In the units of the file.
  private static let second = 1e9
  private static let heading = "sextant tests 1"
  private static let isFile = "file"
  private static let hasFailed = "failed"
  private static let hasProblem = "problem"

  /// What was kept; nothing where no run has been, or the file is of no use.
  public init(folder: String) {
    self.init()
    guard let bytes = File.contents(folder + "/" + Self.path),
      bytes.starts(with: (Self.heading + "\n").utf8)
    else { return }
    isKnown = true
    var fields = RecordFields(bytes: Array(bytes.dropFirst(Self.heading.utf8.count + 1)))
    var file = ""
    while let (what, names) = fields.nextLine() {
      switch what {
      case Self.isFile: file = names.first ?? ""
      case Self.hasFailed: tests.insert(TestKey(file: file, names: names))
      case Self.hasProblem: problems.insert(TestKey(file: file, names: names))
      default:
        if let time = UInt64(what) {
          seconds[TestKey(file: file, names: names)] = Double(time) / Self.second
        }
      }
    }
  }

  /// Keeps it. The folder says itself that it is not to be committed.
  public func write(folder: String) throws {
    let home = folder + "/.sextant"
    try Folder.make(home)
    let ignore = home + "/.gitignore"
    if !File.exists(ignore) {
      try WholeFile(path: ignore).write(Array("*\n".utf8))
    }
    // What is lost with the power is known again after the next run.
    try WholeFile(path: folder + "/" + Self.path).write(lines, .visible)
  }

  private var lines: [UInt8] {
    var linesByFile: [String: RecordLines] = [:]
    for key in tests {
      linesByFile[key.file, default: RecordLines()].add(Self.hasFailed, key.names)
    }
    for key in problems.union(earlierProblems) {
      linesByFile[key.file, default: RecordLines()].add(Self.hasProblem, key.names)
    }
    for (key, time) in seconds {
      let whole = UInt64(max(0, min(time * Self.second, 1e18)).rounded())
      linesByFile[key.file, default: RecordLines()].add(String(whole), key.names)
    }
    var bytes = Array((Self.heading + "\n").utf8)
    for (file, lines) in linesByFile.sorted(by: { $0.key < $1.key }) {
      var heading = RecordLines()
      heading.add(Self.isFile, [file])
      bytes += heading.sorted
      bytes += lines.sorted
    }
    return bytes
  }
}
