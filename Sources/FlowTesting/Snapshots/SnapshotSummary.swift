import Console

/// What has become of the snapshots of a run.
public struct SnapshotSummary: Hashable, Sendable {
  /// Snapshots of a file that no test shows any more.
  public struct Obsolete: Hashable, Sendable {
    public var path: String
    public var names: [String]
  }

  public var written = 0
  public var updated = 0
  public var removed = 0
  public var obsolete: [Obsolete] = []
  /// Why some could not be written.
  public var problems: [String] = []

  public init() {}

  init(problem: String) { problems = [problem] }

  mutating func add(_ other: SnapshotSummary) {
    written += other.written
    updated += other.updated
    removed += other.removed
    obsolete += other.obsolete
    problems += other.problems
  }

  private static let mostNames = 10

  /// What is said of them; nothing where nothing has changed.
  public func lines(_ paint: Paint = Paint(colored: false)) -> [String] {
    let names = obsolete.flatMap { file in file.names.map { (file.path, $0) } }
    let counts = [
      (written, "written"), (updated, "updated"), (removed, "removed"), (names.count, "obsolete"),
    ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
    var lines = problems.map { paint.error("✗ ") + $0.printable }
    if !counts.isEmpty { lines.append("snapshots: " + counts.joined(separator: ", ")) }
    lines += names.prefix(Self.mostNames).map { path, name in
      paint.warning("  ○ ") + "\(path): \(name)".printable
    }
    if names.count > Self.mostNames {
      lines.append(paint.quiet("  … and \(names.count - Self.mostNames) more"))
    }
    if !names.isEmpty {
      lines.append(paint.quiet("  no test shows them any more: --update-snapshots removes them"))
    }
    return lines
  }
}
