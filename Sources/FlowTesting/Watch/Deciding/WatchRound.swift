/// A run of tests among those that follow one another while somebody watches.
public struct WatchRound {
  /// What it is about, for people; empty where that needs no saying.
  public var title: [String]
  public var targets: [SpecTarget]
  public var narrowing: Narrowing?
  /// Whether snapshots are written as they are now.
  public var snapshots: SnapshotMode?

  /// The files of which all tests are to run.
  var wholeFiles: Set<String> {
    guard narrowing?.name == nil else { return [] }
    let paths = targets.filter(\.lines.isEmpty).map(\.path)
    guard let tests = narrowing?.tests else { return Set(paths) }
    return Set(paths.filter { tests.contains(TestKey(file: $0, names: [])) })
  }

  /// Its tests, as names that ``Narrowing`` knows.
  var tests: Set<TestKey> {
    narrowing?.tests ?? Set(targets.map { TestKey(file: $0.path, names: []) })
  }

  /// The plan of a run of it.
  ///
  /// - Parameter plan: what the command line asks for.
  public func plan(_ plan: RunPlan) -> RunPlan {
    var plan = plan
    plan.targets = targets
    plan.selection.narrowing = narrowing
    plan.snapshots = snapshots ?? plan.snapshots
    plan.reach = .on
    return plan
  }
}
