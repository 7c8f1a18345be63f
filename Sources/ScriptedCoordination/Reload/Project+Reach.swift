extension Project {
  private func isNoCoordinator(_ path: String) -> Bool { scripts[String(path.dropLast(4))] == nil }

  /// From now on it is noted which coordinators are started, also by starts that fail or are undone.
  /// What was noted before is forgotten.
  public func noteStarts() { asked = [] }

  /// The files that what was started since ``noteStarts()`` depends on: scripts, those of all variants
  /// where one is the slot of an experiment, what these require or are checked against, and what a
  /// project has beside its coordinators. Also of files that are not there.
  ///
  /// Costs the number of files that are reached.
  ///
  /// - Parameter more: names of coordinators that were started too.
  public func reachedFiles(with more: Set<String> = []) -> Set<String> {
    let slots = more.union(asked ?? [])
    let variants = slots.flatMap { experiments[$0]?.variants.map(\.script) ?? [] }
    let scripts = slots.union(variants).map { $0 + ".lua" }
    let special = ["screens.lua", "services.lua", "protocols.lua", "experiments.lua"]
    let own = Set(scripts + special)
    return own.reduce(into: own) { reached, path in
      // An experiment makes use of its variants' scripts: of those only what was started counts.
      let used = graph[path]
      reached.formUnion(path == ExperimentReader.file ? used.filter(isNoCoordinator) : used)
    }
  }
}
