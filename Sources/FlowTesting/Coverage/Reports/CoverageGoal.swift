/// How much has to have run.
public struct CoverageGoal: Hashable, Sendable {
  public enum Subject: String, CaseIterable, Sendable { case lines, transitions }

  public let subject: Subject
  /// Percent, from 0 to 100.
  public let least: Double

  public init(_ subject: Subject, least: Double) {
    self.subject = subject
    self.least = least
  }

  /// Reads `90`, which is of lines, `lines=90` or `transitions=90`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard let subject = parts.count == 1 ? .lines : Subject(rawValue: String(parts[0])),
      parts.count <= 2, let last = parts.last, let least = Double(last), (0...100).contains(least)
    else { return nil }
    self.init(subject, least: least)
  }

  /// What to say where it is missed; nil where it is reached.
  public func complaint(_ report: CoverageReport) -> String? {
    let ratio = subject == .lines ? report.lines : report.transitions
    guard ratio.percent < least else { return nil }
    let wanted = least == least.rounded() ? String(Int(least)) : String(least)
    let (verb, example) =
      subject == .lines
      ? ("have run", report.files.first { !$0.missed.isEmpty }.map { "\($0.path):\($0.missed[0])" })
      : ("were taken", Self.neverTaken(report))
    return """
      coverage: \(ratio.percentText) of \(subject.rawValue) \(verb) (\(ratio.part) of \
      \(ratio.whole)), --coverage-min wants \(wanted)%\(example.map { "; the first missing: \($0)" } ?? "")
      """
  }

  private static func neverTaken(_ report: CoverageReport) -> String? {
    for file in report.files {
      guard let transition = file.transitions.first(where: { $0.taken == 0 }) else { continue }
      return file.path + (transition.line.map { ":\($0)" } ?? "") + ", \(transition.name)"
    }
    return nil
  }
}
