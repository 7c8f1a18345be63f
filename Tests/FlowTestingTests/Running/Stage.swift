@testable import FlowTesting

/// Tests of a file, for schedules that nobody carries out.
enum Stage {
  static func entries(
    _ names: [String], file: String = "a_test.lua", tags: Set<String> = []
  )
    -> [TestEntry]
  {
    names.enumerated().map { index, name in
      TestEntry(
        id: TestID(
          names: name.split(separator: "/").map(String.init), file: file, line: index + 1),
        tags: tags)
    }
  }

  static let passed = TestEnding(outcome: .passed)
  static let failed = TestEnding(
    outcome: .failed, failures: [TestFailure(message: "expected 1, got 2")])
}

/// What a file's run tells, in short: `+ name`, `- name: message`, `! message`.
func told(_ events: [FileEvent]) -> [String] {
  events.map { event in
    switch event {
    case .result(let result):
      let sign = result.isFlaky ? "~" : result.isFailure ? "-" : "+"
      let why = result.failures.first.map { ": " + firstLine($0.message) } ?? ""
      return "\(sign) \(result.id.fullName)\(why)"
    case .printed(let lines): return "> \(lines.joined(separator: "|"))"
    case .problem(let problem): return "! \(firstLine(problem.failure.message))"
    }
  }
}

func firstLine(_ text: String) -> String {
  text.split(separator: "\n").first.map(String.init) ?? ""
}
