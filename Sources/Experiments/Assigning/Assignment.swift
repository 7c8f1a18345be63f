import PlainValues

/// Which variant of an experiment somebody gets, and why: a decision, of which nothing has been
/// carried out.
public struct Assignment: Hashable, Sendable {
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// It was asked for.
    case override
    /// It was assigned before.
    case sticky
    /// By the hash of the unit.
    case hashed
    /// Those who are not in the experiment get the first variant.
    case noAttribute = "no_attribute"
    case outsideNamespace = "outside_namespace"
    case notInAudience = "not_in_audience"
    case notInCoverage = "not_in_coverage"

    /// Whether it gives a variant because of the experiment, or because that was asked for.
    public var isInExperiment: Bool {
      switch self {
      case .override, .sticky, .hashed: true
      case .noAttribute, .outsideNamespace, .notInAudience, .notInCoverage: false
      }
    }
  }

  public let variant: Experiment.Variant
  public let reason: Reason
  /// What is to be kept, so that it sticks; nil where nothing is.
  public let memory: Memory?

  /// Whether it counts: where it is carried out, this is the first time that this unit gets a
  /// variant of the experiment.
  public var isExposure: Bool { reason == .hashed }

  /// Whether the unit has a variant because of the experiment, or because it was asked for.
  public var isInExperiment: Bool { reason.isInExperiment }

  /// A variant that a unit has got, as the store keeps it.
  public struct Memory: Hashable, Sendable {
    /// What it is kept under.
    public let key: String
    /// The variant's name.
    public let value: String
  }
}

extension Experiment {
  /// What a unit's variant is kept under: `experiment/checkout-one-page/user_id/42`. Each unit has
  /// its own, since several may use one device.
  public func memoryKey(of unit: Unit) -> String { "experiment/\(key)/\(attribute)/\(unit.text)" }

  /// Decides which variant somebody gets.
  ///
  /// An override beats what sticks, what sticks beats all else. A variant that is kept and that the
  /// experiment does not have any more counts as none.
  ///
  /// - Parameters:
  ///   - attributes: who it is.
  ///   - override: a variant that was asked for.
  ///   - remembered: gives what was kept under a key.
  public func assignment(
    for attributes: [String: Value], override: Variant? = nil,
    remembered: (String) -> Value? = { _ in nil }
  ) -> Assignment {
    if let override { return Assignment(variant: override, reason: .override, memory: nil) }
    guard let unit = Unit(attributes[attribute]) else { return outside(.noAttribute) }
    let key = memoryKey(of: unit)
    if let kept = remembered(key)?.string.flatMap(variant(named:)) {
      return Assignment(variant: kept, reason: .sticky, memory: nil)
    }
    if namespace?.contains(unit.text) == false { return outside(.outsideNamespace) }
    if audience?.includes(attributes) == false { return outside(.notInAudience) }
    guard let variant = variant(of: unit) else { return outside(.notInCoverage) }
    return Assignment(
      variant: variant, reason: .hashed, memory: .init(key: key, value: variant.name))
  }

  private func outside(_ reason: Assignment.Reason) -> Assignment {
    Assignment(variant: first, reason: reason, memory: nil)
  }
}
