import Coordination
import Experiments
import ScriptedCoordination

extension TestedVariants {
  /// What is wrong with them for the projects that those spec files are in; nil where nothing is, or
  /// where a project cannot be loaded, of which its tests tell. Files that are in no project have none.
  /// Costs loading the projects.
  public func problem(
    inProjectsOf files: [String], _ application: FlowApplication = FlowApplication()
  ) -> String? {
    guard !slots.isEmpty else { return nil }
    let shelf = ProjectShelf()
    var catalogs: [ExperimentCatalog] = []
    for file in files where shelf.isInProject(file) {
      guard let catalog = try? shelf.experiments(near: file, application) else { return nil }
      catalogs.append(catalog)
    }
    for slot in slots {
      let experiments = catalogs.compactMap { $0[slot] }
      guard !experiments.isEmpty else {
        let known = Set(catalogs.flatMap(\.slots)).sorted()
        return "no project here has variants of \"\(slot)\"\(Suggestion.near(slot, among: known))"
      }
      guard let name = chosen[slot] else { continue }
      let names = Set(experiments.flatMap(\.variants).map(\.name)).sorted()
      guard names.contains(name) else {
        return "\(slot) has no variant \"\(name)\"\(Suggestion.near(name, among: names))"
      }
    }
    return nil
  }
}
