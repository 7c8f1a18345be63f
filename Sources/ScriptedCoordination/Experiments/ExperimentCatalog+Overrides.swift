import Coordination
import Experiments

extension ExperimentCatalog {
  /// The variants that were asked for by their names, by slot.
  ///
  /// - Throws: ``OverrideError`` for a slot or a variant that there is not.
  public func overrides(
    _ names: [String: String]
  ) throws(OverrideError) -> [String: Experiment.Variant] {
    var overrides: [String: Experiment.Variant] = [:]
    for (slot, name) in names.sorted(by: { $0.key < $1.key }) {
      guard let experiment = self[slot] else {
        throw OverrideError(
          "there is no experiment \"\(slot)\"\(Suggestion.near(slot, among: slots))")
      }
      guard let variant = experiment.variant(named: name) else {
        let known = experiment.variants.map(\.name)
        throw OverrideError(
          "\(slot) has no variant \"\(name)\"\(Suggestion.near(name, among: known))")
      }
      overrides[slot] = variant
    }
    return overrides
  }
}

/// A variant that was asked for and is not there.
public struct OverrideError: Error, Hashable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
