extension Experiment {
  /// A part of a space that experiments share, so that no unit is in two of them.
  public struct Namespace: Hashable, Sendable {
    public let name: String
    /// Within 0 and 1.
    public let range: Bucketing.Range

    public init(_ name: String, _ range: Bucketing.Range) {
      self.name = name
      self.range = range
    }

    /// Whether a unit falls into it, as GrowthBook's `inNamespace`.
    public func contains(_ unit: String) -> Bool {
      range.contains(Bucketing.place(of: unit, seed: "__" + name, version: .one))
    }
  }
}
