/// How long the tests of a file took, as lines of a record: reading them costs nothing until somebody
/// asks for one, and those of a run are lines as soon as they are known.
struct FileTimes: Hashable, Sendable {
  /// What was known before the file ran.
  private var before: [UInt8] = []
  /// What this run has shown, in its order.
  private var now = RecordLines()
  /// The tests that ran and did not pass: what was known of them still is.
  private var failed: [[String]] = []
  private var extent = Extent.part

  /// How much of the file has run.
  private enum Extent {
    /// Of what was not told, nothing is known to be gone.
    case part
    case whole
  }

  /// In the units of the lines.
  private static let second = 1e9

  init(before: ArraySlice<UInt8> = []) {
    self.before = Array(before)
    // The last line may have lost its end, and others come after it.
    if let last = before.last, last != UInt8(ascii: "\n") { self.before.append(UInt8(ascii: "\n")) }
  }

  /// The file runs again.
  mutating func begin() {
    self = FileTimes(before: lines[...])
  }

  mutating func passed(_ names: [String], _ seconds: Double) {
    let whole = UInt64(max(0, min(seconds * Self.second, 1e18)).rounded())
    now.add(String(whole), names)
  }

  mutating func hasNotPassed(_ names: [String]) { failed.append(names) }

  /// All of the file has run: what is known of other tests is forgotten.
  mutating func endWhole() { extent = .whole }

  /// The lines, one for each test that has passed.
  var lines: [UInt8] {
    if before.isEmpty { return now.bytes }
    switch extent {
    case .whole where failed.isEmpty: return now.bytes
    case .whole:
      let failed = Set(failed)
      return kept(where: { failed.contains($0) }) + now.bytes
    case .part where now.isEmpty: return before
    case .part:
      let known = Set(Self.tests(in: now.bytes[...]).map(\.names))
      return kept(where: { !known.contains($0) }) + now.bytes
    }
  }

  private func kept(where isKept: ([String]) -> Bool) -> [UInt8] {
    Self.tests(in: before[...]).reduce(into: []) { lines, test in
      if isKept(test.names) { lines += before[test.line] }
    }
  }

  /// The seconds of each test; where more than one has the names, of the last.
  var seconds: [[String]: Double] {
    Self.tests(in: lines[...]).reduce(into: [:]) { $0[$1.names] = $1.seconds }
  }

  private static func tests(
    in lines: ArraySlice<UInt8>
  ) -> [(names: [String], seconds: Double, line: Range<Int>)] {
    var fields = RecordFields(bytes: Array(lines))
    var tests: [(names: [String], seconds: Double, line: Range<Int>)] = []
    var start = 0
    while let (time, names) = fields.nextLine() {
      if let time = UInt64(time) {
        tests.append((names, Double(time) / second, start..<fields.position))
      }
      start = fields.position
    }
    return tests
  }
}
