import Coordination
import LuaRuntime
import PlainValues

/// Gives spec files `launch`, with all that drives and sees a flow.
///
/// Each launched flow runs in a Lua state of its own; a test talks to it by plain data. When a test
/// ends, the flows that it has launched end too.
public final class FlowLauncher: SpecExtension, CoveredExtension, ReachingExtension {
  let application: FlowApplication
  private let shelf = ProjectShelf()

  /// What flows that have ended have reached; nil where that is not gathered.
  private var reached: Reach?

  /// The flows of the test that runs, in the order of their launches.
  private(set) var flows: [LaunchedFlow] = []

  /// - Parameter application: what the application has in Swift.
  public init(_ application: FlowApplication = FlowApplication()) {
    self.application = application
  }

  // MARK: Spec files

  func record(into recorder: CoverageRecorder) { shelf.recorder = recorder }

  func gatherReach() { reached = Reach() }

  func takeReach() -> Reach {
    defer { reached = Reach() }
    return flows.reduce(into: reached ?? Reach()) { $0.formUnion($1.reach) }
  }

  public func install(in state: LuaState, environment: LuaTable) throws {
    endAll()
    shelf.forget()
    _ = try SpecFileGlobals(self, in: state, environment: environment)
  }

  public func endTest(_ id: TestID) -> [TestFailure] {
    defer { endAll() }
    return flows.flatMap { $0.conclude(file: id.file) }
  }

  public func context() -> [String] {
    let shown = flows.suffix(3)
    return shown.flatMap { flow in
      (flows.count > 1 ? ["flow \(flow.name):"] : []) + FlowReport(of: flow).lines
    }
  }

  private func endAll() {
    for flow in flows.reversed() {
      reached?.formUnion(flow.reach)
      if let project = flow.project { shelf.recorder?.take(flow.records, of: project) }
      shelf.putBack(flow.end(), after: flow.hasReachedLimit)
    }
    flows = []
  }

  // MARK: Launching

  /// - Parameters:
  ///   - file: the path of the spec file that launches it.
  ///   - globals: what its tests are given.
  func launch(
    _ name: String, _ options: LaunchOptions, from file: String, _ globals: SpecFileGlobals
  ) throws -> LaunchedFlow {
    let project: ProjectShelf.Loaded
    do {
      project = try shelf.take(
        name, near: file, seed: options.seed, coordinators: application.coordinators)
    } catch {
      // Any file may be what keeps it from being there.
      reached?.formUnion(.everything)
      throw error
    }
    if reached != nil { project.project.noteStarts() }
    let flow = LaunchedFlow(name, project, options, application, globals: globals)
    flows.append(flow)
    // Where it does not start, what led there is told with the failure, and it ends with the test.
    try flow.begin()
    return flow
  }
}
