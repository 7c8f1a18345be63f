import Foundation
import Synchronization
import Testing

@testable import FlowTesting

@Suite("Flow tests as cases of a Swift test target")
struct FlowTestsTests {
  /// A spec file whose lines are its tests, of which one passes if it says so.
  private struct Lines: RunnableSpec {
    let path: String
    let lines: [String]

    init(_ path: String, _ text: [UInt8]) throws {
      self.path = path
      lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
      guard !lines.contains("broken") else { throw Broken() }
    }

    struct Broken: Error {}

    var entries: [TestEntry] {
      lines.enumerated().map { index, line in
        TestEntry(id: TestID(names: [line], file: path, line: index + 1), tags: [])
      }
    }

    func run(_ selected: Set<Int>, _ report: (SpecEvent) -> Void) {
      for index in selected.sorted() {
        let id = entries[index].id
        report(.began(id))
        let failure = TestFailure(
          message: "it says \(lines[index])", file: path, line: index + 1, difference: ["- pass"],
          flow: ["turns:"])
        let passes = lines[index].hasSuffix("pass")
        report(
          .ended(
            TestResult(
              id: id, outcome: passes ? .passed : .failed, failures: passes ? [] : [failure])))
      }
    }
  }

  private func tests(
    _ files: [String: String], loading: @escaping @Sendable (SpecOptions) -> Void = { _ in }
  ) throws -> FlowTests {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("cases-\(UUID().uuidString)")
    for (path, text) in files {
      let url = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    return FlowTests(
      folder: folder.path, libraries: .sandbox, application: { FlowApplication() },
      loader: { path, text, options in
        loading(options)
        return try Lines(path, text)
      })
  }

  @Test("each test of each file is a case, by path and in the file's order")
  func cases() throws {
    let tests = try tests([
      "tests/b_test.lua": "third pass", "tests/a_spec.lua": "first pass\nsecond pass",
      "app.lua": "no test", ".hidden/c_test.lua": "no test",
    ])
    #expect(tests.cases.map(\.description) == ["first pass", "second pass", "third pass"])
    for test in tests.cases { try test.run() }
  }

  @Test("a case that fails throws what happened, where, what differs and what led there")
  func failing() throws {
    let tests = try tests(["tests/a_test.lua": "one pass\ntwo"])
    let failing = try #require(tests.cases.last)
    let error = #expect(throws: FlowTestError.self) { try failing.run() }
    #expect(
      error?.description == "\(failing.id.file):2: it says two\n- pass\nturns:")
  }

  @Test("a file that does not load is a case that fails")
  func broken() throws {
    let tests = try tests(["a_test.lua": "broken", "b_test.lua": "fine pass"])
    #expect(tests.cases.count == 2)
    #expect(throws: Lines.Broken.self) { try tests.cases[0].run() }
    try tests.cases[1].run()
  }

  @Test("a folder without tests has no cases")
  func empty() throws {
    #expect(try tests(["app.lua": "no test"]).cases.isEmpty)
  }

  @Test("each case is loaded anew, with a launcher of its own")
  func launchers() throws {
    let launchers = Counter()
    let made = try tests(["a_test.lua": "one pass\ntwo pass"]) { options in
      let own = options.extensions.count { $0 is FlowLauncher }
      launchers.add(own)
    }
    for test in made.cases { try test.run() }
    // Once to find the tests, then for each.
    #expect(launchers.count == 3)
  }
}

/// Counts, on any thread.
private final class Counter: Sendable {
  private let state = Mutex(0)
  var count: Int { state.withLock { $0 } }
  func add(_ number: Int) { state.withLock { $0 += number } }
}
