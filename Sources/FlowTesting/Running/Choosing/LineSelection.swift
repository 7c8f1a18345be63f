/// The tests that lines of a file mean.
///
/// A line means the test or the block that begins there, or nearest before it: within a test that
/// test, among what a block has before its first test the block.
struct LineSelection {
  private let lines: Set<Int>
  private let isWhole: Bool

  init(_ wanted: [Int], _ entries: [TestEntry]) {
    isWhole = wanted.isEmpty
    guard !isWhole else {
      lines = []
      return
    }
    let known = Set(entries.map(\.id.line)).union(entries.flatMap(\.blockLines))
    lines = Set(
      wanted.filter { line in entries.contains { $0.isAround(line) } }
        .compactMap { line in known.filter { $0 <= line }.max() })
  }

  func takes(_ entry: TestEntry) -> Bool {
    isWhole || lines.contains(entry.id.line) || entry.blockLines.contains(where: lines.contains)
  }
}

/// Lines of a file that were asked for, at which there is no test and no block.
struct StrayLines {
  private let lines: [Int]
  private let tests: [Int]

  /// Nil where there is none.
  init?(_ wanted: [Int], _ entries: [TestEntry]) {
    lines = Set(wanted).filter { line in !entries.contains { $0.isAround(line) } }.sorted()
    guard !lines.isEmpty else { return nil }
    tests = Set(entries.map(\.id.line)).sorted()
  }

  func failure(in file: String) -> TestFailure {
    let wanted = lines.count == 1 ? "line \(lines[0])" : "lines \(Self.list(lines))"
    let known =
      tests.isEmpty ? "it has none" : "its tests begin at \(Self.word(tests)) \(Self.list(tests))"
    return TestFailure(
      message: "no test is at \(wanted) of \(file): \(known)", file: file, line: lines.first)
  }

  private static func word(_ lines: [Int]) -> String { lines.count == 1 ? "line" : "lines" }

  private static func list(_ lines: [Int]) -> String {
    let most = 20
    let shown = lines.prefix(most).map(String.init).joined(separator: ", ")
    return lines.count > most ? shown + " and \(lines.count - most) more" : shown
  }
}

extension TestEntry {
  /// Whether a line is within the outermost block that it is in; of a test outside any, within it.
  fileprivate func isAround(_ line: Int) -> Bool {
    line >= blockLines.first ?? id.line && line <= lastLine ?? .max
  }
}
