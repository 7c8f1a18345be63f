import FuzzTargets
import Testing

/// The sandbox's own matcher of patterns against the installed one, on patterns and texts that are put
/// together at random: the fuzzer's target, without the fuzzer.
@Suite("Patterns at random")
struct RandomPatternTests {
  /// Pieces of patterns, those that belong together more often than by chance.
  private static let pieces = [
    "a", "b", ".", "%a", "%d", "%s", "%w", "%x", "%p", "%l", "%u", "%c", "%A", "%W", "[ab]", "[^a]",
    "[a-c]", "[%w_]", "[]]", "[^]a]", "[a-", "*", "+", "-", "?", "^", "$", "(", ")", "()", "%1",
    "%2",
    "%b()", "%bab", "%f[a]", "%f[^%w]", "%", "%%", "%(", "\u{0}", "é",
  ]
  private static let texts = ["a", "b", "c", "A", " ", "1", "(", ")", "_", "\u{0}", "é", "-"]
  private static let functions = ["find", "plain", "match", "gsub", "table", "call", "gmatch"]

  @Test("give what Lua's give", arguments: 0..<24 as Range<UInt64>)
  func same(seed: UInt64) throws {
    let target = try #require(FuzzTarget.named("patterns"))
    var state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1
    func below(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    func some(_ parts: [String], _ most: Int) -> String {
      (0..<below(most + 1)).map { _ in parts[below(parts.count)] }.joined()
    }
    for _ in 0..<200 {
      let head = "\(Self.functions[below(Self.functions.count)]) \(below(8) - 3)"
      let replacement = some(["x", "%0", "%1", "%2", "%%", "%"], 3)
      let input = [head, some(Self.pieces, 6), replacement, some(Self.texts, 14)]
      try target.run(Array(input.joined(separator: "\n").utf8))
    }
  }
}
