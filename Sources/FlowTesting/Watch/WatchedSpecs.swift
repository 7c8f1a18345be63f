import SystemCalls

/// The files of tests that a command line names, looked for anew each time, and the folders that
/// their tests may depend on.
struct WatchedSpecs {
  private let operands: [String]
  private let plan: RunPlan

  init(_ operands: [String], _ plan: RunPlan) {
    self.operands = operands.isEmpty ? ["."] : operands
    self.plan = plan
  }

  /// Those that are there now. Costs a walk through the folders.
  var targets: [SpecTarget] {
    // One that has gone may come back.
    let there = operands.filter { (try? SpecFinder.find([$0])) != nil }
    guard !there.isEmpty, let targets = try? SpecFinder.find(there) else { return [] }
    guard let failed = plan.selection.failed else { return targets }
    let files = Set(failed.map(\.file))
    return targets.filter { files.contains($0.path) }
  }

  /// What is named, the projects of the tests, and where `--lpath` leads; absolute.
  func folders(of targets: [SpecTarget]) -> Set<String> {
    let named = operands.map { operand -> String in
      let path = AbsolutePath.of(operand)
      return Folder.exists(operand) ? path : AbsolutePath.folder(of: path)
    }
    let projects = targets.map { SpecFolder(of: $0.path).root }
    let sources = plan.luaPath.map { pattern in
      AbsolutePath.folder(of: String(pattern.prefix { $0 != "?" }) + "x")
    }
    return Set(named + projects + sources)
  }
}
