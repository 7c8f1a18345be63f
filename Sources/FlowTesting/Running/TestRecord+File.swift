import Coordination
import SystemCalls

/// The file that a record is kept in: one line a test, so that thousands cost little each run.
///
/// After a heading come `file`, with the path; then of each of its tests `failed` with its names, or
/// `problem` with those of a block of which a hook failed, or with none, of the file. Last, in the order
/// of the run, are lines that begin with the time that a test took, as whole billionths of a second, and
/// have its names. What stands in a line is separated by tabs.
extension TestRecord {
  /// The file that it is kept in, from the folder where tests are run.
  public static let path = ".sextant/tests.tsv"

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
    while true {
      let timed = fields.passNumbers()
      if !timed.isEmpty { times[file] = FileTimes(before: timed) }
      guard let (what, names) = fields.nextLine() else { break }
      switch what {
      case Self.isFile: file = names.first ?? ""
      case Self.hasFailed: tests.insert(TestKey(file: file, names: names))
      case Self.hasProblem: problems.insert(TestKey(file: file, names: names))
      default: break
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
    func add(_ what: String, _ keys: Set<TestKey>) {
      for key in keys.sorted() {
        linesByFile[key.file, default: RecordLines()].add(what, key.names)
      }
    }
    add(Self.hasFailed, tests)
    add(Self.hasProblem, problems.union(earlierProblems))
    var bytes = Array((Self.heading + "\n").utf8)
    for file in Set(linesByFile.keys).union(times.keys).sorted() {
      var heading = RecordLines()
      heading.add(Self.isFile, [file])
      bytes += heading.bytes
      bytes += linesByFile[file]?.bytes ?? []
      bytes += times[file]?.lines ?? []
    }
    return bytes
  }
}
