import Console
import FlowTesting
import PlainValues

/// The list of the tests that would run: lines for people, or JSON.
struct TestListing {
  private let isJSON: Bool
  private let output: Output
  /// The file that it goes to; nil for standard output.
  private let path: String?

  /// - Throws: ``Misuse`` for reporters that have no list.
  init(_ reports: [TestReport]) throws(Misuse) {
    guard reports.count == 1, let report = reports.first,
      report.format == .pretty || report.format == .json
    else { throw Misuse("--list goes with one reporter, which is pretty or json") }
    isJSON = report.format == .json
    path = report.path
    output = try report.path.map(ReportFile.open) ?? .standard
  }

  func write(_ tests: [TestEntry]) throws {
    do {
      try output.write(
        isJSON ? JSON.text(of: value(of: tests), style: .pretty) + "\n" : lines(of: tests))
    } catch {
      guard let path else { throw error }
      throw Unusable(
        "sextant: error: the list \(path) is not whole: it cannot be written: \(error)")
    }
  }

  private func lines(of tests: [TestEntry]) -> String {
    tests.map { test in
      "\(test.id.file):\(test.id.line): \(test.id.fullName)".printable + "\n"
    }.joined()
  }

  private func value(of tests: [TestEntry]) -> Value {
    .array(
      tests.map { test in
        [
          "file": .string(test.id.file), "line": .integer(test.id.line),
          "name": .string(test.id.fullName), "names": .array(test.id.names.map { .string($0) }),
          "tags": .array(test.tags.sorted().map { .string($0) }),
        ]
      })
  }
}
