/// What is to run, and how.
public struct RunPlan {
  public var targets: [SpecTarget]
  public var selection = Selection()
  public var libraries = SpecOptions.Libraries.sandbox
  /// Where `require` looks.
  public var luaPath: [String] = []
  /// Where the order of tests comes from, if it is shuffled.
  public var seed: UInt64 = 0
  /// Whether tests run in the order of the file.
  public var order = Order.file
  /// How often all of it runs.
  public var rounds = 1
  /// How often a test that fails is tried again.
  public var retries = 0
  /// How many processes run tests at once.
  public var jobs = 1
  /// Seconds of processor time that a test may take, and loading a file; one that waits may take
  /// some times as long.
  public var timeout = 10.0
  /// When to stop.
  public var stop = Stop.atEnd
  public var shard: Shard?
  /// Whether it is gathered what runs.
  public var coverage = SpecOptions.Coverage.off
  /// Which variants of experiments flows are launched with.
  public var variants = TestedVariants()
  /// Whether it is gathered which files each test depends on.
  public var reach = SpecOptions.Reaching.off
  /// What becomes of a snapshot that is not there, or is another.
  public var snapshots = SnapshotMode.write

  public enum Order: Sendable {
    case file, shuffled
  }

  public enum Stop: Sendable {
    case atEnd, atFirstFailure
  }

  public init(_ targets: [SpecTarget]) { self.targets = targets }

  /// Whether all tests of that file run.
  func runsWhole(_ file: String) -> Bool {
    selection.isEverything && shard == nil && stop == .atEnd
      && targets.allSatisfy { $0.lines.isEmpty || $0.path != file }
  }

  var stopsAtFailure: Bool { stop == .atFirstFailure }

  func request(_ path: String) -> SpecRequest {
    var request = SpecRequest(path: path)
    request.libraries = libraries
    request.luaPath = luaPath
    request.shuffleSeed = order == .shuffled ? seed : nil
    request.seconds = timeout
    request.coverage = coverage
    request.snapshots = snapshots
    request.variants = variants
    request.reach = reach
    return request
  }
}
