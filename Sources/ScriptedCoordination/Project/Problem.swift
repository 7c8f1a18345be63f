/// Something wrong with a project, and where.
public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Severity: String, Hashable, Sendable { case error, warning }

  public let severity: Severity
  /// The path of the file within the project; nil for the project as a whole.
  public let file: String?
  public let line: Int?
  public let text: String

  public init(_ severity: Severity, file: String?, line: Int? = nil, _ text: String) {
    self.severity = severity
    self.file = file
    self.line = line
    self.text = text
  }

  /// `auth.lua:12: error: …`, as compilers write it.
  public var description: String {
    let place = [file, line.map(String.init)].compactMap { $0 }.joined(separator: ":")
    return place.isEmpty
      ? "\(severity.rawValue): \(text)" : "\(place): \(severity.rawValue): \(text)"
  }
}

/// What is wrong with one file, as far as anybody reads. To put a problem into words may take a look
/// at many names, so that whoever gathers problems stops when there is no room for more.
extension [Problem] {
  private static let most = 100

  var hasRoom: Bool { count < Self.most }

  /// Adds it where there is room, and to the last one that no more are looked for.
  mutating func note(_ problem: Problem) {
    guard hasRoom else { return }
    append(problem)
    guard !hasRoom else { return }
    append(
      Problem(
        problem.severity, file: problem.file,
        "no more is looked for than these \(Self.most) problems: mend them first"))
  }
}

/// A project that cannot be run, with all that is wrong with it.
public struct ProjectError: Error, CustomStringConvertible {
  public let problems: [Problem]

  public init(_ problems: [Problem]) { self.problems = problems }

  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
