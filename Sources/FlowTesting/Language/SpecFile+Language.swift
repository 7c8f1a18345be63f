import LuaRuntime

/// A file of tests in a Lua state of its own.
///
/// Loading it runs its text and the bodies of its blocks, which is how its tests are known before
/// any of them runs. They are run as busted runs them: the body of each block just before its
/// tests. Where that could make a difference, the file is loaded anew for it; so a file's text may
/// run twice.
public final class SpecFile {
  /// As it was given; where it is not absolute, from the working directory.
  public let path: String
  /// The tests in the order in which they run. A block whose body fails is one of them.
  public let entries: [TestEntry]
  /// The files that it has loaded with `require`, as messages name them.
  public var requiredFiles: [String] { session.modules.loaded }

  /// What runs, where that is gathered.
  let recorder: CoverageRecorder?
  /// What its tests show and have shown.
  let book: SnapshotBook
  /// What else can tell which files tests depend on; nil where that is not gathered.
  let reaching: [any ReachingExtension]?
  private let source: [UInt8]
  private let options: SpecOptions
  private let root: SpecBlock
  private(set) var session: SpecSession
  /// Whether tests can run in the session as it is.
  private var isFresh: Bool

  /// Loads a file and finds its tests. Costs what its text does.
  ///
  /// - Throws: ``SpecLoadError`` where it is not Lua, or fails outside its blocks.
  public init(path: String, source: [UInt8], options: SpecOptions) throws {
    self.path = path
    self.source = source
    self.options = options
    recorder = options.coverage == .on ? CoverageRecorder() : nil
    book = SnapshotBook(of: path, options)
    if let recorder {
      for case let more as any CoveredExtension in options.extensions {
        more.record(into: recorder)
      }
    }
    reaching =
      options.reach == .on ? options.extensions.compactMap { $0 as? any ReachingExtension } : nil
    for more in reaching ?? [] { more.gatherReach() }
    do {
      session = try SpecSession(
        path: path, source: source, options: options, recorder: recorder, book: book)
    } catch {
      throw SpecLoadError(failure: TestFailure(stopped: error, in: "loading the file"))
    }
    var discovery = SpecDiscovery(session, seed: options.shuffleSeed)
    root = try discovery.file()
    entries = discovery.entries
    isFresh = discovery.isFaithful
  }

  /// Runs tests, in order, and says what happens as it does.
  ///
  /// - Parameter selected: which, by their indices in ``entries``.
  public func run(_ selected: Set<Int>, _ report: (SpecEvent) -> Void) {
    let isOpen = isFresh
    isFresh = false
    if !isOpen {
      do {
        session = try SpecSession(
          path: path, source: source, options: options, recorder: recorder, book: book)
      } catch {
        return report(.problem(TestFailure(stopped: error, in: "loading the file"), names: []))
      }
    }
    withoutActuallyEscaping(report) { report in
      SpecRun(
        session, options, entries: entries, selected: selected, isOpen: isOpen, report
      ).file(root)
    }
  }
}
