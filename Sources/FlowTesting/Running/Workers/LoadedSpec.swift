/// A file of tests in a Lua state of its own: what a worker runs.
public protocol LoadedSpec: AnyObject {
  /// Its tests, in the order in which they run.
  var entries: [TestEntry] { get }

  /// Runs the tests with these indices, and says what happens.
  func run(_ selected: Set<Int>, _ report: (SpecEvent) -> Void)
}

/// A ``LoadedSpec`` that can tell what of the code under test has run, and what tests have shown.
protocol RecordedSpec: LoadedSpec {
  var recorder: CoverageRecorder? { get }
  var book: SnapshotBook { get }
  /// The files that it has reached since this was last asked; nil where that is not gathered.
  func takeReach() -> Reach?
}

extension SpecFile: RecordedSpec {}

/// What a worker is asked to load.
public struct SpecRequest: Hashable, Sendable {
  /// The file, from the folder where the run was started.
  public var path: String
  public var libraries = SpecOptions.Libraries.sandbox
  /// Where `require` looks.
  public var luaPath: [String] = []
  public var shuffleSeed: UInt64?
  /// Seconds that a test may take; nil for as long as it likes.
  public var seconds: Double?
  /// Whether it is gathered what runs.
  public var coverage = SpecOptions.Coverage.off
  /// Whether it is gathered which files each test depends on.
  public var reach = SpecOptions.Reaching.off
  public var snapshots = SnapshotMode.write
  public var variants = TestedVariants()
  /// What runs as soon as it has been loaded.
  var run = Run.asked

  enum Run: String, Sendable {
    /// What the next order says.
    case asked
    /// All of its tests, without an order.
    case all
  }

  public init(path: String) { self.path = path }

  public var options: SpecOptions {
    var options = SpecOptions()
    options.libraries = libraries
    options.luaPath = luaPath
    options.shuffleSeed = shuffleSeed
    options.limits.seconds = seconds
    options.coverage = coverage
    options.reach = reach
    options.snapshots = snapshots
    options.variants = variants
    return options
  }
}
