/// One line of the table.
struct Figure {
  enum Unit: String {
    /// Nanoseconds.
    case time
    case bytes
  }

  /// What is to be reached; at most that much.
  enum Goal {
    case ratio(Double)
    /// More than the baseline by that much.
    case more(Double)
    case value(Double)
  }

  let name: String
  let unit: Unit
  let value: Distribution
  let baseline: Baseline?
  let goal: Goal?
  /// What is to be known beside it.
  var note: String?

  struct Baseline {
    let name: String
    let value: Distribution
    /// Of the rounds' ratios, each of two turns of one round.
    let ratio: Distribution
  }

  /// Samples against those of the same rounds.
  init(
    _ name: String, unit: Unit = .time, _ samples: [Double], against baseline: String,
    _ baselineSamples: [Double], _ goal: Goal?, by center: Distribution.Center = .median,
    note: String? = nil
  ) {
    self.name = name
    self.unit = unit
    self.goal = goal
    self.note = note
    value = Distribution(samples, center)
    let below = Distribution(baselineSamples, center)
    let ratios = Distribution(zip(samples, baselineSamples).map(/))
    self.baseline = Baseline(
      name: baseline, value: below,
      ratio: center == .median
        ? ratios
        : Distribution(center: value.center / below.center, ratios))
  }

  /// Samples by themselves.
  init(
    _ name: String, unit: Unit = .time, _ samples: [Double], _ goal: Goal?, note: String? = nil
  ) {
    self.name = name
    self.unit = unit
    self.goal = goal
    self.note = note
    value = Distribution(samples)
    baseline = nil
  }

  /// By how much it is more than its baseline.
  var difference: Double? { baseline.map { value.center - $0.value.center } }

  /// Whether the goal is reached; nil where there is none.
  var isMet: Bool? {
    switch goal {
    case nil: nil
    case .ratio(let most): baseline.map { $0.ratio.center <= most }
    case .more(let most): difference.map { $0 <= most }
    case .value(let most): value.center <= most
    }
  }
}

extension Distribution {
  /// The spread of others around a center of its own.
  init(center: Double, _ spread: Distribution) {
    self.center = center
    low = spread.low
    high = spread.high
    rounds = spread.rounds
  }
}
