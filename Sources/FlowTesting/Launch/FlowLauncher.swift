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

  /// The variants that flows have which the file's tests launch, unless these say so.
  private var tested = TestedVariants()
  /// Those that the test that runs has chosen beside them.
  private var chosen: [String: String] = [:]
  /// The file whose tests run.
  private(set) var path = ""
  private var blocks: VariantBlocks?

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

  public func install(
    in state: LuaState, environment: LuaTable, path: String, options: SpecOptions
  ) throws {
    endAll()
    shelf.forget()
    tested = options.variants
    self.path = path
    _ = try SpecFileGlobals(self, in: state, environment: environment)
    let blocks = try VariantBlocks(
      in: state, words: environment, variants: { [weak self] in try self?.variants(of: $0) ?? [] },
      choose: { [weak self] in self?.chosen[$0] = $1 })
    try environment.set("for_each_variant", blocks.function)
    self.blocks = blocks
  }

  public func body(around text: LuaFunction, in state: LuaState) throws -> LuaFunction? {
    // Of a project that cannot be loaded its tests tell, each where it launches a flow.
    let experiments = tested.slots.isEmpty ? nil : try? shelf.experiments(near: path, application)
    let slots = tested.slots.filter { experiments?[$0] != nil }
    return try slots.isEmpty ? nil : blocks?.wrap(text, for: slots, in: state)
  }

  /// The variants of a slot that tests are to run with.
  private func variants(of slot: String) throws -> [String] {
    let experiments = try shelf.experiments(near: path, application)
    guard let variants = experiments[slot]?.variants.map(\.name) else {
      throw LaunchProblem(
        """
        for_each_variant: experiments.lua of the project that the file is in has no variants of \
        \"\(slot)\"\(Suggestion.near(slot, among: experiments.slots))
        """)
    }
    return tested.chosen[slot].map { [$0] } ?? variants
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
      let hasReachedLimit = flow.hasReachedLimit
      shelf.putBack(flow.end(), after: hasReachedLimit)
    }
    flows = []
    chosen = [:]
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
    var options = options
    // What a project does not have is no affair of its tests.
    let usual = tested.chosen.merging(chosen) { $1 }.filter { slot, _ in
      project.project.experiments[slot] != nil && !options.assigned.contains(slot)
    }
    options.variants.merge(usual) { own, _ in own }
    let flow = LaunchedFlow(name, project, options, application, globals: globals)
    flows.append(flow)
    // Where it does not start, what led there is told with the failure, and it ends with the test.
    try flow.begin()
    return flow
  }
}
