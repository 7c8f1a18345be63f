/// What is said where no test was found, or none was chosen: a run that tests nothing has failed.
public struct NoTest {
  private let plan: RunPlan
  private let choosing: [String]
  private let found: Int

  /// - Parameters:
  ///   - choosing: the options that tests were chosen by, as they are written.
  ///   - found: how many tests the files have.
  public init(plan: RunPlan, choosing: [String], found: Int) {
    self.plan = plan
    self.choosing = choosing
    self.found = found
  }

  public var message: String {
    if let failed = plan.selection.failed, failed.isEmpty {
      return "no test was run: none failed last time; leave --failed out to run all"
    }
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
