import PlainValues

/// Somebody has come to see a variant of an experiment for the first time: what an application
/// reports to whoever counts.
public struct Exposure: Hashable, Sendable {
  /// The name that starts the variants.
  public let slot: String
  /// The experiment's key.
  public let experiment: String
  public let variant: String
  /// The attribute that decides, such as `user_id`, and what it is.
  public let attribute: String
  public let unit: Value

  public init(slot: String, experiment: String, variant: String, attribute: String, unit: Value) {
    self.slot = slot
    self.experiment = experiment
    self.variant = variant
    self.attribute = attribute
    self.unit = unit
  }

  public var value: Value {
    [
      "slot": .string(slot), "experiment": .string(experiment), "variant": .string(variant),
      "attribute": .string(attribute), "unit": unit,
    ]
  }
}
