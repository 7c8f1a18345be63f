/// The experiments of a project, by the slots that they are about.
public struct ExperimentCatalog: Hashable, Sendable {
  private let experiments: [String: Experiment]

  public init(_ experiments: [Experiment] = []) {
    self.experiments = Dictionary(experiments.map { ($0.slot, $0) }) { first, _ in first }
  }

  public subscript(slot: String) -> Experiment? { experiments[slot] }
  /// Sorted.
  public var slots: [String] { experiments.keys.sorted() }
  /// Sorted by their slots.
  public var all: [Experiment] { slots.compactMap { experiments[$0] } }
  public var isEmpty: Bool { experiments.isEmpty }
}
