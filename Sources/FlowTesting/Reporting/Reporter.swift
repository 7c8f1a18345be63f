import Console

/// Says what happens in a run, as text of some format.
public protocol Reporter {
  /// What is written for an event; empty where it says nothing.
  mutating func text(for event: RunEvent) -> String
}

/// The formats there are.
public enum ReportFormat: String, CaseIterable, Sendable {
  case pretty, dots, tap, junit, json, github

  /// All of their names, for people.
  public static var names: String {
    allCases.reduce(into: "") { $0 += ($0.isEmpty ? "" : ", ") + $1.rawValue }
  }

  /// Whether it ends with the line of the summary.
  public var endsWithSummary: Bool {
    switch self {
    case .pretty, .dots, .tap, .github: true
    case .junit, .json: false
    }
  }

  /// Whether it tells what people want to know beside the tests, such as coverage.
  public var isForPeople: Bool { self == .pretty || self == .dots }

  public func makeReporter(_ explanation: FailureExplanation) -> any Reporter {
    switch self {
    case .pretty: PrettyReporter(explanation)
    case .dots: DotsReporter(explanation)
    case .tap: TAPReporter(explanation)
    case .junit: JUnitReporter(explanation)
    case .json: JSONReporter(explanation)
    case .github: GitHubReporter(explanation)
    }
  }
}
