import Coordination
import Experiments

/// Experiments, and what their variants have to agree to.
extension Project {
  /// Reads experiments.lua. To be called when contracts have been read.
  func loadExperiments(alsoKnown: [String]) -> [Problem] {
    guard let source = files[ExperimentReader.file] else { return [] }
    do {
      let value = try ModuleLoader(runtime, files).run(ExperimentReader.file)
      let map = SourceMap(source)
      var reader = ExperimentReader(
        sourceMap: map, scripts: Set(scripts + alsoKnown))
      experiments = reader.read(value)
      return reader.problems + experiments.all.flatMap { checkContracts(of: $0, map) }
    } catch {
      return [Problem(error, loading: ExperimentReader.file)]
    }
  }

  /// Who starts a slot knows one contract, whichever variant it gets. Coordinators in Swift have
  /// none, and scripts that could not be read have problems enough.
  private func checkContracts(of experiment: Experiment, _ map: SourceMap) -> [Problem] {
    let known = experiment.variants.enumerated().filter { definitions[$0.element.script] != nil }
    guard let (_, first) = known.first else { return [] }
    return known.dropFirst().compactMap { index, variant in
      let difference = Contract.difference(
        (variant.script + ".lua", contract(of: variant.script)),
        (first.script + ".lua", contract(of: first.script)))
      guard let difference else { return nil }
      return Problem(
        .error, file: ExperimentReader.file,
        line: map.line(of: [experiment.slot, "variants", String(index + 1)]),
        """
        \(experiment.slot): the variants "\(variant.name)" and "\(first.name)" have different \
        contracts: \(difference); let both say the same
        """)
    }
  }
}
