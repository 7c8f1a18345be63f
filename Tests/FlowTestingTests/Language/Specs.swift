import FlowTesting
import Testing

/// How the tests of a spec went.
struct Went {
  var entries: [TestEntry] = []
  var results: [TestResult] = []
  /// What was printed outside any test.
  var printed: [String] = []
  var problems: [(failure: TestFailure, names: [String])] = []

  /// `name: outcome` of each, in order.
  var outcomes: [String] { results.map { "\($0.id.fullName): \($0.outcome.rawValue)" } }

  /// What a test of that full name failed with.
  func failures(of name: String) -> [TestFailure] {
    results.first { $0.id.fullName == name }?.failures ?? []
  }

  func count(_ outcome: TestResult.Outcome) -> Int {
    results.count { $0.outcome == outcome }
  }
}

/// Runs a spec file whole, or those of its tests that are chosen.
func spec(
  _ source: String, path: String = "tests/it_test.lua",
  _ change: (inout SpecOptions) -> Void = { _ in },
  only choose: (TestEntry) -> Bool = { _ in true }
) throws -> Went {
  var options = SpecOptions()
  change(&options)
  let file = try SpecFile(path: path, source: Array(source.utf8), options: options)
  var went = Went(entries: file.entries)
  let chosen = Set(file.entries.indices.filter { choose(file.entries[$0]) })
  file.run(chosen) { event in
    switch event {
    case .began, .found, .opened, .hook: break
    case .printed(let lines): went.printed += lines
    case .ended(let result): went.results.append(result)
    case .problem(let failure, let names): went.problems.append((failure, names))
    }
  }
  return went
}
