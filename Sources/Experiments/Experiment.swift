/// A slot of which different units get different scripts.
public struct Experiment: Hashable, Sendable {
  public struct Variant: Hashable, Sendable {
    public let name: String
    /// The coordinator that is started.
    public let script: String
    /// From 0; its share is this by the sum of all.
    public let weight: Double

    public init(name: String, script: String, weight: Double = 1) {
      self.name = name
      self.script = script
      self.weight = weight
    }
  }

  /// The name under which coordinators start it.
  public let slot: String
  /// What keeps its assignments apart from those of others.
  public let key: String
  /// The attribute that says who the unit is.
  public let attribute: String
  /// The share of units that are in it, from 0 to 1.
  public let coverage: Double
  /// At least one. The first is for those who are not in it.
  public let variants: [Variant]
  public let namespace: Namespace?
  /// Who may be in it; nil for everybody.
  public let audience: Audience?
  private let ranges: [Bucketing.Range]

  /// - Parameters:
  ///   - variants: with at least one weight that is not 0.
  ///   - first: the one for those who are not in it.
  public init(
    slot: String, key: String? = nil, by attribute: String, coverage: Double = 1,
    first: Variant, others: [Variant] = [], namespace: Namespace? = nil,
    audience: Audience? = nil
  ) {
    self.slot = slot
    self.key = key ?? slot
    self.attribute = attribute
    self.coverage = coverage
    self.first = first
    variants = [first] + others
    self.namespace = namespace
    self.audience = audience
    let sum = variants.map(\.weight).reduce(0, +)
    ranges = Bucketing.ranges(
      count: variants.count, coverage: coverage, weights: variants.map { $0.weight / sum })
  }

  /// What those get who are not in it.
  public let first: Variant

  public func variant(named name: String) -> Variant? { variants.first { $0.name == name } }

  /// The variant of a unit that may be in it; nil for one that its coverage leaves out. Needs no
  /// attribute but the unit, and no memory.
  public func variant(of unit: Unit) -> Variant? {
    Bucketing.index(of: Bucketing.place(of: unit.text, seed: key), in: ranges)
      .map { variants[$0] }
  }
}
