import PlainValues
import Testing

@testable import Experiments

@Suite("Audiences")
struct AudienceTests {
  private typealias Condition = Audience.Condition

  private static let adult = Condition.atLeast(18)
  private static let german = Condition.oneOf(["DE", "AT"])

  @Test(
    "a condition looks at one attribute",
    arguments: [
      (.equal("DE"), "DE", true), (.equal("DE"), "de", false), (.equal("DE"), nil, false),
      (.equal(1), 1.0, true), (.equal(1), "1", false), (.equal(true), true, true),
      (.equal(true), 1, false), (.equal(false), nil, false),
      (.equal("é"), "e\u{301}", false),
      (.equal(9_007_199_254_740_993), 9_007_199_254_740_992.0, false),
      (german, "AT", true), (german, "CH", false), (german, nil, false),
      (adult, 18, true), (adult, 17, false), (adult, 18.5, true), (adult, 17.9, false),
      (.atLeast(1), .number(.nan), false), (.atMost(1.5), .number(.nan), false),
      (.equal(1), .number(.nan), false), (adult, "18", false), (adult, nil, false),
      (.atLeast(17.5), 18, true),
      (.atLeast(17.5), 17, false), (.atMost(2), 2, true), (.atMost(2), 2.5, false),
      (.atMost(2.5), 2, true), (.atMost(2.5), 3, false), (.atMost(-0.5), 0, false),
      (.atMost(1e300), .integer(.max), true), (.atLeast(-1e300), .integer(.min), true),
      (.matches(Wildcard("*@example.com")), "ada@example.com", true),
      (.matches(Wildcard("*@example.com")), "ada@example.org", false),
      (.matches(Wildcard("4*")), 42, false),
      (.all([adult, .atMost(30)]), 20, true), (.all([adult, .atMost(30)]), 31, false),
      (.any([.equal("x"), adult]), 20, true), (.any([.equal("x"), adult]), "y", false),
      (.none([german]), "CH", true), (.none([german]), "DE", false), (.none([german]), nil, true),
      (.equal("a"), ["a"], false), (.none([.equal("a")]), ["a"], true),
    ] as [(Condition, Value?, Bool)])
  func condition(condition: Audience.Condition, value: Value?, holds: Bool) {
    #expect(condition.holds(for: value) == holds)
  }

  @Test(
    "an audience looks at all of them",
    arguments: [
      ([:], false), (["country": "DE"], false), (["age": 30], false),
      (["country": "DE", "age": 30], true), (["country": "DE", "age": .null], false),
      (["country": "CH", "staff": true], true), (["country": "DE", "age": 30, "bot": true], false),
    ] as [([String: Value], Bool)])
  func audience(attributes: [String: Value], isIncluded: Bool) {
    let audience = Audience.all([
      .any([
        .all([.attribute("country", Self.german), .attribute("age", Self.adult)]),
        .attribute("staff", .equal(true)),
      ]),
      .none([.attribute("bot", .equal(true))]),
    ])
    #expect(audience.includes(attributes) == isIncluded)
  }

  @Test(
    "* stands for any characters and ? for one, of the whole text",
    arguments: [
      ("", "", true), ("", "a", false), ("a", "a", true), ("a", "A", false), ("a", "ab", false),
      ("?", "", false), ("?", "a", true), ("?", "ab", false), ("?", "é", true), ("?", "🚲", true),
      ("*", "", true), ("*", "abc", true), ("a*", "abc", true), ("a*", "ba", false),
      ("*c", "abc", true), ("*c", "abcd", false), ("a*c", "abcbc", true),
      ("a*b*c", "axxbyyc", true),
      ("a*b*c", "axxcyyb", false), ("*a?", "aaab", true), ("**", "x", true), ("*.*", "a.b", true),
      ("[a]", "[a]", true), ("%a", "b", false), (".", "x", false), ("a.c", "a.c", true),
    ])
  func wildcard(pattern: String, text: String, matches: Bool) {
    #expect(Wildcard(pattern).matches(text) == matches)
  }

  /// With a matcher that tries all ways this would not end.
  @Test("a pattern of many stars against a long text ends")
  func stars() {
    let pattern = Wildcard(String(repeating: "*a", count: 200) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 20_000)))
  }
}
