import Coordination
import Experiments

/// Slots of which different users get different scripts.
extension Project {
  public func coordinator(
    for slot: String, _ choice: VariantChoice
  ) throws -> (Binding, any Behavior)? {
    guard let experiment = experiments[slot] else { return try coordinator(for: slot) }
    let asked = choice.override(of: slot)
    let override = asked.flatMap(experiment.variant)
    if let asked, override == nil {
      choice.note(
        "\(slot) has no variant \"\(asked)\", which was chosen for it: the experiment chooses")
    }
    let assignment = experiment.assignment(
      for: choice.attributes, override: override, remembered: choice.remembered)
    let variant = assignment.variant
    guard let (_, behavior) = try choice.coordinator(variant.script) else { return nil }
    if let memory = assignment.memory { choice.remember(memory.key, .string(memory.value)) }
    if assignment.isExposure {
      choice.expose(
        Exposure(
          slot: slot, experiment: experiment.key, variant: variant.name,
          attribute: experiment.attribute,
          unit: choice.attributes[experiment.attribute] ?? .null))
    }
    return (binding(of: slot, variant: variant.name), behavior)
  }

  public func variants(of slot: String) -> [String]? { experiments[slot]?.variants.map(\.name) }

  public func binding(of slot: String, variant: String) -> Binding {
    Binding(
      slot: slot, variant: variant, script: experiments[slot]?.variant(named: variant)?.script)
  }
}

extension ProjectLoader {
  mutating func loadExperiments() {
    experiments = ExperimentCatalog()
    guard let source = files[ExperimentReader.file] else { return }
    do {
      let value = try run(ExperimentReader.file)
      var reader = ExperimentReader(sourceMap: SourceMap(source), scripts: Set(scriptNames))
      experiments = reader.read(value)
      add(reader.problems)
      namedSlots = reader.slots
      hasUnknownSlots = reader.hasUnknownSlots
      // A variant whose script goes is to be noticed.
      let scripts = experiments.all.flatMap(\.variants).map { $0.script + ".lua" }
      noteUse(of: scripts, by: ExperimentReader.file)
    } catch {
      add([Problem(error, loading: ExperimentReader.file)])
      hasUnknownSlots = true
    }
  }

  /// Who starts a slot knows one contract, whichever variant it gets. Coordinators in Swift have
  /// none, and scripts that could not be read have problems enough.
  mutating func checkVariants() {
    guard !experiments.isEmpty else { return }
    let map = SourceMap(files[ExperimentReader.file] ?? [])
    for experiment in experiments.all { add(problems(of: experiment, map)) }
  }

  private func problems(of experiment: Experiment, _ map: SourceMap) -> [Problem] {
    let known = experiment.variants.enumerated().compactMap { index, variant in
      definition(of: variant.script).map { (index, variant, $0.contract) }
    }
    guard let (_, first, contract) = known.first else { return [] }
    return known.dropFirst().compactMap { index, variant, other in
      let difference = Contract.difference(
        (variant.script + ".lua", other), (first.script + ".lua", contract))
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
