import Experiments
import PlainValues
import ScriptedCoordination

/// Says who gets which variant, and carries nothing out.
public struct Assigner {
  let experiments: ExperimentCatalog
  private let overrides: [String: Experiment.Variant]
  private let remembered: (String) -> Value?

  /// - Parameters:
  ///   - overrides: the variants that were asked for, by slot.
  ///   - remembered: what the store keeps under a key.
  public init(
    _ experiments: ExperimentCatalog, overrides: [String: Experiment.Variant] = [:],
    remembered: @escaping (String) -> Value? = { _ in nil }
  ) {
    self.experiments = experiments
    self.overrides = overrides
    self.remembered = remembered
  }

  /// What somebody gets in each experiment, sorted by slots.
  public func assignments(
    for attributes: [String: Value]
  ) -> [(experiment: Experiment, assignment: Assignment)] {
    experiments.all.map { experiment in
      (
        experiment,
        experiment.assignment(
          for: attributes, override: overrides[experiment.slot], remembered: remembered)
      )
    }
  }

  /// The variants' names by slot, null for who is not in the experiment: `{"checkout":"one_page"}`.
  func names(for attributes: [String: Value]) -> Value {
    .object(
      Dictionary(
        uniqueKeysWithValues: assignments(for: attributes).map { experiment, assignment in
          (
            experiment.slot,
            assignment.isInExperiment ? .string(assignment.variant.name) : Value.null
          )
        }))
  }
}
