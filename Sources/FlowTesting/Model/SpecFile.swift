import LuaRuntime

/// How spec files are run.
public struct SpecOptions {
  /// What specs can reach.
  public enum Libraries: String, Sendable {
    /// What a flow's scripts can.
    case sandbox
    /// All of Lua's own, for specs of ordinary Lua code.
    case all
  }

  public var libraries = Libraries.sandbox
  /// Patterns where `require` looks, such as `./src/?.lua`, first to last.
  public var luaPath: [String] = []
  /// The order of tests; nil is that of the file.
  public var shuffleSeed: UInt64?
  /// What a test may use up, its hooks included, and what each block's body and `setup` may.
  public var limits = LuaLimits(instructions: nil, seconds: 10)
  /// Whether it is gathered what runs.
  public var coverage = Coverage.off

  public enum Coverage: String, Sendable { case off, on }

  /// Which variants of experiments flows are launched with.
  public var variants = TestedVariants()

  /// Whether it is gathered which files each test depends on.
  public var reach = Reaching.off

  public enum Reaching: String, Sendable { case off, on }

  /// What becomes of a snapshot that is not there, or is another.
  public var snapshots = SnapshotMode.write

  /// Puts more into the environment of a file, such as `launch`.
  public var extensions: [any SpecExtension] = []

  public init() {}
}

/// Something that specs are given beside the test language.
public protocol SpecExtension: AnyObject {
  /// Defines its globals for the file of that path.
  func install(
    in state: LuaState, environment: LuaTable, path: String, options: SpecOptions
  ) throws
  /// What runs in place of a file's own text: that, or what runs it; nil for the text.
  func body(around text: LuaFunction, in state: LuaState) throws -> LuaFunction?
  /// A test has ended, its hooks too; gives failures of its own (leaks, an unhandled event), which
  /// make a test that passed fail. Whatever it has open for the test ends.
  func endTest(_ id: TestID) -> [TestFailure]
  /// What led to a failure, to be shown with it.
  func context() -> [String]
}

extension SpecExtension {
  public func body(around text: LuaFunction, in state: LuaState) throws -> LuaFunction? { nil }
}

/// A ``SpecExtension`` that runs scripts of its own, which belong to coverage.
protocol CoveredExtension: SpecExtension {
  /// From now on tells what runs. Called before anything is installed.
  func record(into recorder: CoverageRecorder)
}

/// What happens while a file is run, in order.
public enum SpecEvent {
  case began(TestID)
  case ended(TestResult)
  /// Something outside any test went wrong: loading the file, a `setup`.
  case problem(TestFailure, names: [String])
  /// A test that was not found when the file was loaded: the body of a block that failed then has
  /// not now, or has others. It begins next.
  case found(TestEntry)
  /// That block, which was told as a test that fails, is none.
  case opened(TestID)
  /// What was printed outside any test.
  case printed([String])
  /// A hook outside any test begins; nil when it is over.
  case hook(SpecHook?)
}
