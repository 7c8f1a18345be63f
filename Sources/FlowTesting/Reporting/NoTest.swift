/// What is said where no test was found, or none was chosen: a run that tests nothing has failed.
public struct NoTest {
  private let plan: RunPlan
  private let choosing: [String]
  private let found: Int
  private let isFirst: Bool

  /// - Parameters:
  ///   - choosing: the options that tests were chosen by, as they are written.
  ///   - found: how many tests the files have.
  ///   - record: how tests went before.
  public init(plan: RunPlan, choosing: [String], found: Int, record: TestRecord) {
    self.plan = plan
    self.choosing = choosing
    self.found = found
    isFirst = !record.isKnown
  }

  /// Whether there is nothing to run because nothing failed, which is no failure.
  public var isFine: Bool {
    plan.selection.failed != nil && !isFirst && plan.targets.isEmpty
  }

  public var message: String {
    if let failed = plan.selection.failed, failed.isEmpty {
      guard !isFirst else {
        return
          "no test was run: there is no record of a run here (\(TestRecord.path)) that --failed could go by; leave it out to run all"
      }
      return "no test was run: none failed last time; leave --failed out to run all"
    }
    if isFine { return "no test was run: of these files none failed last time" }
    if !choosing.isEmpty, found > 0 || plan.selection.failed != nil {
      return
        "no test was run: none is left by \(choosing.joined(separator: ", ")); --list shows which tests there are"
    }
    if plan.targets.isEmpty {
      return
        "no test was found: there is no *_test.lua or *_spec.lua under tests/ or spec/ here; name the files, or the folder of a project"
    }
    let files = plan.targets.count == 1 ? plan.targets[0].path : "the \(plan.targets.count) files"
    return "no test was found in \(files): a test is written it(\"does …\", function() … end)"
  }
}
