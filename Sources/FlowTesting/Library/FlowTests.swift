import Console
import LuaRuntime
import SystemCalls

/// The flow tests of a folder, for a Swift test target to run as its own.
///
/// ```swift
/// import FlowTesting
/// import Testing
///
/// @Suite struct ShopFlows {
///   static let tests = FlowTests(folder: "scripts/shop") {
///     FlowApplication(services: shopServices, coordinators: shopCoordinators)
///   }
///
///   @Test(arguments: tests.cases)
///   func flow(_ test: FlowTests.Case) throws { try test.run() }
/// }
/// ```
///
/// Each case has a Lua state of its own, so that they may run at one time, on any threads.
public struct FlowTests: Sendable {
  /// A test, or a file that does not load: then running it says why.
  public struct Case: Sendable, Hashable, CustomStringConvertible {
    public let id: TestID
    fileprivate let index: Int?
    fileprivate let source: Source

    /// The names of its blocks and its own.
    public var description: String { id.fullName }

    public static func == (lhs: Case, rhs: Case) -> Bool {
      lhs.id == rhs.id && lhs.index == rhs.index
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      hasher.combine(index)
    }
  }

  /// What a file is run with.
  fileprivate struct Source: Sendable {
    let path: String
    let options: @Sendable () -> SpecOptions

    func load() throws -> SpecFile {
      guard let source = File.contents(path) else { throw SpecLoadError.unreadable(path) }
      return try SpecFile(path: path, source: source, options: options())
    }
  }

  /// In the order of the files' paths, and within a file in its own.
  public let cases: [Case]

  /// Finds the tests, which runs what is outside of any.
  ///
  /// - Parameters:
  ///   - folder: a project. Its `*_test.lua` and `*_spec.lua` are taken, at any depth.
  ///   - libraries: what test files can reach.
  ///   - application: what the application has in Swift; made anew for each case.
  public init(
    folder: String, libraries: SpecOptions.Libraries = .sandbox,
    application: @escaping @Sendable () -> FlowApplication = { FlowApplication() }
  ) {
    let options: @Sendable () -> SpecOptions = {
      var options = SpecOptions()
      options.libraries = libraries
      options.snapshots = SnapshotMode(environment: Environment.value)
      options.extensions = [FlowLauncher(application())]
      return options
    }
    let paths = ((try? SpecFinder.find([folder])) ?? []).map(\.path)
    cases = paths.flatMap { path -> [Case] in
      let source = Source(path: path, options: options)
      do {
        return try source.load().entries.enumerated().map { index, entry in
          Case(id: entry.id, index: index, source: source)
        }
      } catch {
        let id = TestID(names: [path], file: path, line: 1)
        return [Case(id: id, index: nil, source: source)]
      }
    }
  }
}

extension FlowTests.Case {
  /// Runs the test. One that is pending passes.
  ///
  /// - Throws: ``FlowTestError`` where it does not pass, and what kept its file from being loaded.
  public func run() throws {
    let file = try source.load()
    guard let index else { return }
    var failures: [TestFailure] = []
    file.run([index]) { event in
      switch event {
      case .began, .found, .opened, .printed, .hook: break
      case .ended(let result): failures += result.failures
      case .problem(let failure, _): failures.append(failure)
      }
    }
    failures += Self.keep(ShownSnapshots(spec: source.path, uses: file.book.takeUses()))
    guard failures.isEmpty else { throw FlowTestError(id: id, failures: failures) }
  }

  /// Cases of one file may run at one time: each adds to what is there.
  private static func keep(_ shown: ShownSnapshots) -> [TestFailure] {
    guard shown.uses.contains(where: { $0.text != nil }) else { return [] }
    let summary = SnapshotKeeper(mode: .write).keep(shown)
    return summary.problems.map { TestFailure(message: $0, file: shown.spec) }
  }
}

/// Why a flow test did not pass.
public struct FlowTestError: Error, CustomStringConvertible {
  public let id: TestID
  public let failures: [TestFailure]

  /// Each failure with its place, what differs and what led there.
  public var description: String {
    failures.map { failure in
      let place = failure.file.map { file in
        failure.line.map { "\(file):\($0): " } ?? "\(file): "
      }
      let lines = [(place ?? "") + failure.message] + failure.difference + failure.flow
      return (lines + failure.traceback).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
