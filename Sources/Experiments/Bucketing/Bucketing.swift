/// Where a unit falls, as GrowthBook computes it, so that a server agrees with the app.
///
/// See https://docs.growthbook.io/lib/build-your-own: `hash`, `getBucketRanges`, `chooseVariation`,
/// `inNamespace`, `getEqualWeights`.
public enum Bucketing {
  /// How a unit is hashed.
  public enum HashVersion: Int, Sendable {
    /// In thousandths; namespaces still use it.
    case one = 1
    /// In ten-thousandths, without the bias between experiments of the first.
    case two = 2
  }

  /// A part of the way from 0 to 1, without its end.
  public struct Range: Hashable, Sendable {
    public let lower: Double
    public let upper: Double

    public init(_ lower: Double, _ upper: Double) { (self.lower, self.upper) = (lower, upper) }

    public func contains(_ place: Double) -> Bool { place >= lower && place < upper }
  }

  /// Where a unit falls, from 0 to less than 1.
  ///
  /// - Parameter seed: what keeps experiments apart: the key of one.
  public static func place(
    of unit: String, seed: String, version: HashVersion = .two
  ) -> Double {
    switch version {
    case .one: Double(fnv1a(unit + seed) % 1000) / 1000
    case .two: Double(fnv1a(String(fnv1a(seed + unit))) % 10_000) / 10_000
    }
  }

  /// FNV-1a with 32 bits over UTF-16 code units, which is what JavaScript's strings are made of.
  static func fnv1a(_ text: String) -> UInt32 {
    text.utf16.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }

  /// The parts that variants have, in their order: each begins where it would with full coverage,
  /// so that more coverage moves nobody who is in one.
  ///
  /// - Parameters:
  ///   - coverage: the share of each part that counts; it is taken to lie between 0 and 1.
  ///   - weights: the variants' shares; where there are others than `count`, or where they do not add
  ///     up to 1 within a hundredth, shares are equal.
  public static func ranges(count: Int, coverage: Double, weights: [Double]?) -> [Range] {
    let coverage = min(max(coverage, 0), 1)
    var shares = weights ?? []
    let sum = shares.reduce(0, +)
    if shares.count != count || sum < 0.99 || sum > 1.01 { shares = equalWeights(count: count) }
    var start = 0.0
    return shares.map { share in
      defer { start += share }
      return Range(start, start + coverage * share)
    }
  }

  /// The first part that a place lies in.
  public static func index(of place: Double, in ranges: [Range]) -> Int? {
    ranges.firstIndex { $0.contains(place) }
  }

  public static func equalWeights(count: Int) -> [Double] {
    Array(repeating: 1 / Double(max(count, 1)), count: max(count, 0))
  }
}
