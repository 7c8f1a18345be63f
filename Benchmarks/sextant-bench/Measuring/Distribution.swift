/// What came of the rounds of a measurement.
struct Distribution {
  /// Which value stands for all.
  enum Center: String { case median, mean }

  let center: Double
  /// The quartiles: half of the rounds lie between them.
  let low: Double
  let high: Double
  let rounds: Int

  /// - Parameter samples: at least one.
  init(_ samples: [Double], _ center: Center = .median) {
    let sorted = samples.sorted()
    rounds = sorted.count
    low = Self.quantile(0.25, of: sorted)
    high = Self.quantile(0.75, of: sorted)
    self.center =
      switch center {
      case .median: Self.quantile(0.5, of: sorted)
      case .mean: sorted.reduce(0, +) / Double(sorted.count)
      }
  }

  /// One value, of what is measured once.
  init(_ value: Double) { self.init([value]) }

  /// Between the two nearest, in proportion.
  private static func quantile(_ part: Double, of sorted: [Double]) -> Double {
    guard let last = sorted.indices.last else { return .nan }
    let place = part * Double(last)
    let below = Int(place)
    let above = min(below + 1, last)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
  }
}
