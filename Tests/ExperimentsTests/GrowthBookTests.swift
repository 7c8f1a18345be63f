import PlainValues
import Testing

@testable import Experiments

/// All of GrowthBook's own cases for what is computed here as it does: see `GrowthBook/README.md`.
@Suite("The same as GrowthBook")
struct GrowthBookTests {
  /// The cases of one section, each a list of what is given and what comes out.
  private static func cases(_ section: String) throws -> [[Value]] {
    let all = try JSON.parse(PackageResources.cases_json)
    let cases = try #require(all[section]?.array).compactMap(\.array)
    #expect(!cases.isEmpty)
    return cases
  }

  private static func ranges(_ value: Value) throws -> [Bucketing.Range] {
    try #require(value.array).map { pair in
      let ends = try #require(pair.array).compactMap(\.number)
      return Bucketing.Range(ends[0], ends[1])
    }
  }

  private static func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-8 }

  @Test("hash")
  func hash() throws {
    for sample in try Self.cases("hash") {
      let (seed, unit) = (try #require(sample[0].string), try #require(sample[1].string))
      // An unknown version has no place.
      let version = Bucketing.HashVersion(rawValue: try #require(sample[2].integer))
      let place = version.map { Bucketing.place(of: unit, seed: seed, version: $0) }
      #expect(place == sample[3].number, "\(sample)")
    }
  }

  @Test("getBucketRange")
  func bucketRanges() throws {
    for sample in try Self.cases("getBucketRange") {
      let given = try #require(sample[1].array)
      let ranges = Bucketing.ranges(
        count: try #require(given[0].integer), coverage: try #require(given[1].number),
        weights: given[2].array?.compactMap(\.number))
      let wanted = try Self.ranges(sample[2])
      #expect(ranges.count == wanted.count, "\(sample)")
      for (range, wanted) in zip(ranges, wanted) {
        #expect(Self.isNear(range.lower, wanted.lower), "\(sample)")
        #expect(Self.isNear(range.upper, wanted.upper), "\(sample)")
      }
    }
  }

  @Test("chooseVariation")
  func chooseVariation() throws {
    for sample in try Self.cases("chooseVariation") {
      let index = Bucketing.index(
        of: try #require(sample[1].number), in: try Self.ranges(sample[2]))
      #expect(index ?? -1 == sample[3].integer, "\(sample)")
    }
  }

  @Test("inNamespace")
  func inNamespace() throws {
    for sample in try Self.cases("inNamespace") {
      let parts = try #require(sample[2].array)
      let namespace = Experiment.Namespace(
        try #require(parts[0].string),
        .init(try #require(parts[1].number), try #require(parts[2].number)))
      #expect(namespace.contains(try #require(sample[1].string)) == sample[3].bool, "\(sample)")
    }
  }

  @Test("getEqualWeights")
  func equalWeights() throws {
    for sample in try Self.cases("getEqualWeights") {
      let weights = Bucketing.equalWeights(count: try #require(sample[0].integer))
      let wanted = try #require(sample[1].array).compactMap(\.number)
      #expect(weights.count == wanted.count)
      for (weight, wanted) in zip(weights, wanted) { #expect(Self.isNear(weight, wanted)) }
    }
  }

  /// As `hashFnv32a` of GrowthBook's JavaScript gives them.
  @Test(
    "attributes outside ASCII hash by UTF-16 code units (scenario 35)",
    arguments: [
      ("münchen", 0.7331), ("münchen@example.com", 0.4696), ("東京", 0.4758), ("🚲", 0.4195),
      ("e\u{301}", 0.8605),
      ("é", 0.1788), ("", 0.1537),
    ])
  func utf16(unit: String, place: Double) {
    #expect(Bucketing.place(of: unit, seed: "checkout-one-page") == place)
  }
}
