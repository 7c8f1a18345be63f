/// What of a project's scripts has run in a run of tests: lines, and transitions.
public struct CoverageReport: Hashable, Sendable {
  /// A line of a file.
  public struct Line: Hashable, Sendable {
    public let number: Int
    public let text: String
    /// How often it ran; nil where it has no code.
    public let count: Int?
  }

  /// A rule of a coordinator's transitions.
  public struct Transition: Hashable, Sendable {
    public let source: String
    public let event: String
    /// Which rule it is, from 1, of how many that stand there.
    public let rule: Int
    public let rules: Int
    public let line: Int?
    /// What has to hold for it, and what it does, as they are written.
    public let condition: String
    public let action: String
    /// How often it was taken, and in how many tests.
    public let taken: Int
    public let tests: Int

    /// `login.submitted`, and which rule where there are several.
    public var name: String { "\(source).\(event)" + (rules > 1 ? " [\(rule)]" : "") }
  }

  public struct File: Hashable, Sendable {
    /// From the working directory, where it is within.
    public let path: String
    public let lines: [Line]
    /// In the order of their lines.
    public let transitions: [Transition]

    /// The lines with code, and how many of them have run.
    public var lineRatio: Ratio {
      let counts = lines.compactMap(\.count)
      return Ratio(counts.count { $0 > 0 }, of: counts.count)
    }

    public var transitionRatio: Ratio {
      Ratio(transitions.count { $0.taken > 0 }, of: transitions.count)
    }

    /// The numbers of the lines that have code and never ran.
    public var missed: [Int] { lines.filter { $0.count == 0 }.map(\.number) }
  }

  /// In the order of their paths.
  public let files: [File]

  public var lines: Ratio { files.map(\.lineRatio).reduce(.none, +) }
  public var transitions: Ratio { files.map(\.transitionRatio).reduce(.none, +) }
}

/// So many of so many.
public struct Ratio: Hashable, Sendable {
  public let part: Int
  public let whole: Int

  public init(_ part: Int, of whole: Int) {
    self.part = part
    self.whole = whole
  }

  static let none = Ratio(0, of: 0)

  static func + (left: Ratio, right: Ratio) -> Ratio {
    Ratio(left.part + right.part, of: left.whole + right.whole)
  }

  /// From 0 to 100; of nothing it is all.
  public var percent: Double { whole == 0 ? 100 : Double(part) * 100 / Double(whole) }

  /// With one digit, rounded down: `100%` is all. Of nothing it is `–`.
  public var percentText: String {
    guard whole > 0 else { return "–" }
    let tenths = part * 1000 / whole
    return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }
}
