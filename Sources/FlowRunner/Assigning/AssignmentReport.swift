import Console
import Experiments
import PlainValues

/// What one gets in each experiment, and why, for people and for machines.
public struct AssignmentReport {
  private let assignments: [(experiment: Experiment, assignment: Assignment)]

  public init(_ assigner: Assigner, _ attributes: [String: Value]) {
    assignments = assigner.assignments(for: attributes)
  }

  /// One line an experiment: slot, variant, why.
  public var text: String {
    let rows = assignments.map { experiment, assignment in
      [
        experiment.slot, assignment.variant.name,
        assignment.reason.words(experiment),
      ].map(\.printable)
    }
    let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count + 2) }.joined()
        + row[2] + "\n"
    }.joined()
  }

  /// By slot: the variant, why, and whether that counts as being in the experiment.
  public var value: Value {
    .object(
      Dictionary(
        uniqueKeysWithValues: assignments.map { experiment, assignment in
          (
            experiment.slot,
            [
              "variant": .string(assignment.variant.name),
              "reason": .string(assignment.reason.rawValue),
              "in_experiment": .bool(assignment.isInExperiment),
            ]
          )
        }))
  }
}

extension Assignment.Reason {
  /// Why, in words.
  func words(_ experiment: Experiment) -> String {
    switch self {
    case .override: "asked for"
    case .sticky: "assigned before, and kept in the store"
    case .hashed: "by the hash of \(experiment.attribute)"
    case .noAttribute: "not in the experiment: \(experiment.attribute) is missing or empty"
    case .outsideNamespace:
      "not in the experiment: outside its part of the namespace \(experiment.namespace?.name ?? "")"
    case .notInAudience: "not in the experiment: not in its audience"
    case .notInCoverage: "not in the experiment: outside its coverage of \(experiment.coverage)"
    }
  }
}
