/// What is said to somebody who watches.
enum WatchMessages {
  /// How much a round runs.
  struct Size: Hashable {
    /// Nil where it is not known yet.
    var tests: Int?
    var files: Int

    var text: String {
      let files = files == 1 ? "1 file" : "\(files) files"
      guard let tests, tests > 0 else { return files }
      return (tests == 1 ? "1 test" : "\(tests) tests") + " in " + files
    }
  }

  static let mostChanges = 8

  // MARK: Changes

  /// What a round is about that follows from changes.
  static func title(of changes: [WatchedChange], _ size: Size) -> [String] {
    list(changes.map(\.text)) + ["running \(size.text)"]
  }

  /// Why nothing runs after changes.
  static func nothingReached(
    _ changes: [WatchedChange], _ touched: KnownReach.Touched
  ) -> [String] {
    list(
      changes.map { change in
        touched.unreached.contains(change)
          ? "\(change.text): no test reaches it"
          : "\(change.text): of the tests that reach it p and t leave none"
      })
  }

  private static func list(_ lines: [String]) -> [String] {
    let left = lines.count - mostChanges
    return lines.prefix(mostChanges) + (left > 0 ? ["and \(left) more"] : [])
  }

  // MARK: Answers

  static let failedOnly = "those that failed when they last ran"

  static func narrowed(path: String, name: String) -> [String] {
    var parts: [String] = []
    if !path.isEmpty { parts.append("only files with \"\(path)\" in their path") }
    if !name.isEmpty { parts.append("only tests with \"\(name)\" in their full name") }
    return parts
  }

  static func noFile(with text: String) -> String {
    "no file of tests has \"\(text)\" in its path; all is as before"
  }

  static func noPattern(_ text: String, _ problem: String) -> String {
    "\(text) is no Lua pattern: \(problem); all is as before"
  }

  static func noneFailed(narrowed: [String]) -> String {
    let none = "no test failed when it last ran"
    return narrowed.isEmpty ? none : "\(none) (\(narrowed.joined(separator: ", ")))"
  }

  static func noKey(_ text: String) -> String { "\(text) means nothing here; h lists the keys" }

  static let cancelled = "left as it was"

  // MARK: Standing lines

  /// What is said when a round has ended.
  static func waiting(files: Int, failingBefore: Int, narrowed: [String]) -> [String] {
    var lines: [String] = []
    if failingBefore > 0 {
      lines.append("still failing from before: \(failingBefore) (f runs all that failed)")
    }
    if !narrowed.isEmpty { lines.append(narrowed.joined(separator: ", ") + " (a runs all)") }
    let watched = files == 1 ? "1 file" : "\(files) files"
    lines.append(
      "watching \(watched) — press a to run all, f failed, p path, t name, u update snapshots, q quit, Enter to run again"
    )
    return lines
  }
}
