/// The files that a test depends on.
public struct Reach: Hashable, Sendable {
  /// Absolute paths, also of files that were looked for and are not there.
  public var files: Set<String>
  /// The folders of projects, absolute. What comes or goes in one may change how all of it loads.
  public var projects: Set<String>
  public var extent = Extent.known

  public enum Extent: Hashable, Sendable {
    case known
    /// Not all is known: it is taken to depend on every file.
    case everything
  }

  public init(files: Set<String> = [], projects: Set<String> = []) {
    self.files = files
    self.projects = projects
  }

  /// That of a test of which nothing is known.
  public static var everything: Reach {
    var reach = Reach()
    reach.extent = .everything
    return reach
  }

  public mutating func formUnion(_ other: Reach) {
    files.formUnion(other.files)
    projects.formUnion(other.projects)
    if other.extent == .everything { extent = .everything }
  }

  /// Whether a change can make a difference to it.
  func isTouched(by change: WatchedChange) -> Bool {
    if extent == .everything || files.contains(change.path) { return true }
    return change.effect != .changed && projects.contains(where: change.isInProject)
  }
}

/// What the tests of one file reach.
public struct FileReach: Hashable, Sendable {
  /// What all of them do.
  public var shared = Reach()
  /// What each does beside that.
  public var tests: [TestKey: Reach] = [:]

  public init() {}

  /// Takes in what is told of one test, or of all.
  mutating func take(_ reach: Reach, of test: TestKey?) {
    if let test {
      tests[test, default: Reach()].formUnion(reach)
    } else {
      shared.formUnion(reach)
    }
  }

  /// All files that it knows.
  var files: Set<String> { tests.values.reduce(shared.files) { $0.union($1.files) } }
}

/// A ``SpecExtension`` that can tell what tests reach by it.
protocol ReachingExtension: SpecExtension {
  /// From now on it is gathered.
  func gatherReach()

  /// What was reached by it since this was last asked, and is reached by what it has open.
  func takeReach() -> Reach
}
