import Coordination

/// What came of a reload.
public struct ReloadReport: Sendable {
  public enum Outcome: Sendable {
    /// All of it is in force.
    case reloaded
    /// The files say what they said before.
    case unchanged
    /// Nothing has changed; everything runs on as it was.
    case failed([Problem])
  }

  public internal(set) var outcome = Outcome.unchanged
  /// The files that are another than before, or have gone; sorted.
  public internal(set) var files: [String] = []
  /// The scripts that have new definitions, sorted by their names.
  public internal(set) var scripts: [SwappedScript] = []
  /// Suspended handlers that go on in what the scripts said before.
  public internal(set) var oldHandlers: [OldHandler] = []
  /// What screens on show can send no longer.
  public internal(set) var lostTransitions: [LostTransition] = []
  /// What is likely a mistake, in the files that were loaded.
  public internal(set) var warnings: [Problem] = []
  /// How long each phase took, in the order in which they came.
  public internal(set) var phases: [Phase] = []

  public struct SwappedScript: Hashable, Sendable {
    public enum Change: String, Sendable { case changed, added, deleted }

    public let script: String
    public let change: Change
    /// How many coordinators run it.
    public let live: Int
    /// Of how many the state was migrated.
    public internal(set) var migrated = 0
    /// How many change over once their suspended handlers have returned.
    public internal(set) var waiting = 0
  }

  public struct OldHandler: Hashable, Sendable {
    /// Where it was defined.
    public let place: SourcePlace
    public let count: Int
  }

  public struct LostTransition: Hashable, Sendable {
    /// The path of the coordinator: `app/auth`.
    public let coordinator: String
    public let screen: String
    public let event: String
  }

  public struct Phase: Hashable, Sendable {
    public enum Name: String, Sendable { case compare, load, migrate, swap }

    public let name: Name
    public let duration: Duration
  }

  init() {}

  /// Of a reload that cannot be tried: files cannot be read.
  package init(unreadable problems: [Problem]) { outcome = .failed(problems) }

  /// What is wrong, where it failed.
  public var problems: [Problem] {
    if case .failed(let problems) = outcome { problems } else { [] }
  }
}

extension ReloadReport {
  /// Does a phase, and notes how long it took.
  mutating func measure<Result>(
    _ name: Phase.Name, _ body: (inout ReloadReport) throws -> Result
  ) rethrows -> Result {
    let clock = ContinuousClock()
    let began = clock.now
    defer { phases.append(Phase(name: name, duration: clock.now - began)) }
    return try body(&self)
  }
}
