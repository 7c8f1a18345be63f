import PlainValues
import Testing

@testable import Experiments

@Suite("Who gets which variant")
struct AssignmentTests {
  private static let control = Experiment.Variant(name: "control", script: "checkout")
  private static let onePage = Experiment.Variant(name: "one_page", script: "checkout_one_page")

  private static func experiment(
    coverage: Double = 1, weights: (Double, Double) = (1, 1),
    namespace: Experiment.Namespace? = nil,
    audience: Audience? = nil
  ) -> Experiment {
    Experiment(
      slot: "checkout", key: "checkout-one-page", by: "user_id", coverage: coverage,
      first: .init(name: "control", script: "checkout", weight: weights.0),
      others: [.init(name: "one_page", script: "checkout_one_page", weight: weights.1)],
      namespace: namespace, audience: audience)
  }

  private func user(_ id: Value) -> [String: Value] { ["user_id": id] }

  // As GrowthBook: 1 falls at 0.3938, 2 at 0.345, 42 at 0.8019, 43 at 0.0897.

  @Test(
    "a unit's variant follows from its hash alone",
    arguments: [(1, "control"), (2, "control"), (42, "one_page"), (43, "control")])
  func hashed(id: Int, variant: String) {
    for attribute in [Value.integer(id), .string(String(id)), .number(Double(id))] {
      let assignment = Self.experiment().assignment(for: user(attribute))
      #expect(assignment.variant.name == variant)
      #expect(assignment.reason == .hashed)
      #expect(
        assignment.memory
          == .init(key: "experiment/checkout-one-page/user_id/\(id)", value: variant))
      #expect(assignment.isExposure && assignment.isInExperiment)
    }
  }

  /// Each way to be outside gets the first variant, is not remembered, and is no exposure.
  @Test(
    "who is not in the experiment gets the first variant, and nothing is kept of it",
    arguments: [
      (experiment(), [:], .noAttribute), (experiment(), ["user_id": ""], .noAttribute),
      (experiment(), ["user_id": .null], .noAttribute),
      (experiment(coverage: 0), ["user_id": 42], .notInCoverage),
      (experiment(coverage: 0.5), ["user_id": 42], .notInCoverage),
      (
        experiment(audience: .attribute("country", .equal("DE"))), ["user_id": 42],
        .notInAudience
      ),
      (
        experiment(namespace: .init("namespace1", .init(0, 0.4))), ["user_id": 1], .outsideNamespace
      ),
    ] as [(Experiment, [String: Value], Assignment.Reason)])
  func outside(experiment: Experiment, attributes: [String: Value], reason: Assignment.Reason) {
    let assignment = experiment.assignment(for: attributes)
    #expect(assignment.reason == reason)
    #expect(assignment.variant == Self.control)
    #expect(assignment.memory == nil)
    #expect(!assignment.isExposure && !assignment.isInExperiment)
  }

  @Test("within namespace, audience and coverage the hash decides")
  func inside() {
    let experiment = Self.experiment(
      coverage: 0.7, namespace: .init("namespace1", .init(0.4, 1)),
      audience: .attribute("country", .equal("DE")))
    let assignment = experiment.assignment(for: ["user_id": 42, "country": "DE"])
    #expect(assignment.reason == .hashed)
    #expect(assignment.variant == Self.onePage)
  }

  @Test("an assignment sticks, whatever has changed since")
  func sticky() {
    let kept: [String: Value] = ["experiment/checkout-one-page/user_id/43": "one_page"]
    for experiment in [
      Self.experiment(), Self.experiment(coverage: 0), Self.experiment(weights: (1, 0)),
      Self.experiment(audience: .attribute("country", .equal("DE"))),
      Self.experiment(namespace: .init("x", .init(0, 0))),
    ] {
      let assignment = experiment.assignment(for: user(43)) { kept[$0] }
      #expect(assignment.variant.name == "one_page")
      #expect(assignment.reason == .sticky)
      #expect(assignment.memory == nil)
      #expect(assignment.isInExperiment && !assignment.isExposure)
      // Somebody else on the same device.
      #expect(experiment.assignment(for: user(2)) { kept[$0] }.variant.name == "control")
      #expect(experiment.assignment(for: [:]) { kept[$0] }.reason == .noAttribute)
    }
  }

  @Test(
    "what is kept and is no variant counts as nothing",
    arguments: ["old_variant", 7, "", ["one_page"]] as [Value])
  func reassigned(kept: Value) {
    let assignment = Self.experiment().assignment(for: user(42)) { _ in kept }
    #expect(assignment.reason == .hashed)
    #expect(assignment.memory?.value == "one_page")
    #expect(assignment.isExposure)
  }

  @Test("an override beats all, is not kept, and is no exposure")
  func override() {
    for attributes in [user(43), [:]] {
      let assignment = Self.experiment(coverage: 0)
        .assignment(for: attributes, override: Self.onePage) { _ in "control" }
      #expect(assignment.variant == Self.onePage)
      #expect(assignment.reason == .override)
      #expect(assignment.memory == nil)
      #expect(assignment.isInExperiment && !assignment.isExposure)
    }
  }

  // MARK: Scenarios

  @Test("ramping an experiment up moves nobody who was in it (scenario 34)")
  func rampingUp() {
    for weights in [(1.0, 1.0), (1, 3), (0.2, 0.1)] {
      var before: [Int: String] = [:]
      for coverage in [0, 0.05, 0.1, 0.3, 0.5, 0.75, 1] {
        let experiment = Self.experiment(coverage: coverage, weights: weights)
        for id in 1...1000 {
          let assignment = experiment.assignment(for: user(.integer(id)))
          if let variant = before[id] { #expect(assignment.variant.name == variant) }
          if assignment.isInExperiment { before[id] = assignment.variant.name }
        }
      }
      #expect(before.count == 1000)
    }
  }

  /// By the same computation in JavaScript: 124 and 391 of 1000 with weights 1 to 3.
  @Test("coverage is applied once (scenario 36)")
  func coverageOnce() {
    let experiment = Self.experiment(coverage: 0.5, weights: (1, 3))
    var counts: [String: Int] = [:]
    for id in 1...1000 {
      let assignment = experiment.assignment(for: user(.integer(id)))
      counts[assignment.isInExperiment ? assignment.variant.name : "-", default: 0] += 1
    }
    #expect(counts == ["control": 124, "one_page": 391, "-": 485])
  }

  @Test(
    "weights are shares of their sum, where GrowthBook would take equal ones",
    arguments: [(1.0, 1.0), (0.3, 0.3), (50, 50), (0.001, 0.001), (1_000_000, 1_000_000)])
  func weightSums(weights: (Double, Double)) {
    for id in 1...200 {
      let unit = user(.integer(id))
      #expect(
        Self.experiment(weights: weights).assignment(for: unit).variant.name
          == Self.experiment().assignment(for: unit).variant.name)
    }
    let uneven = Self.experiment(weights: (weights.0, weights.1 * 3))
    #expect(uneven.assignment(for: user(1)).variant.name == "one_page")
  }

  @Test("a variant without weight is nobody's")
  func noWeight() {
    let experiment = Self.experiment(weights: (0, 2))
    for id in 1...200 {
      #expect(experiment.assignment(for: user(.integer(id))).variant.name == "one_page")
    }
  }

  @Test("experiments of one namespace share no unit, and other keys split otherwise")
  func apart() {
    let one = Self.experiment(namespace: .init("shop", .init(0, 0.5)))
    let other = Self.experiment(namespace: .init("shop", .init(0.5, 1)))
    for id in 1...500 {
      let unit = user(.integer(id))
      #expect(
        one.assignment(for: unit).isInExperiment != other.assignment(for: unit).isInExperiment)
    }
    let another = Experiment(
      slot: "cart", by: "user_id", first: Self.control, others: [Self.onePage])
    let same = (1...1000).filter { id in
      another.assignment(for: user(.integer(id))).variant.name
        == Self.experiment().assignment(for: user(.integer(id))).variant.name
    }
    #expect((400...600).contains(same.count))
  }
}
