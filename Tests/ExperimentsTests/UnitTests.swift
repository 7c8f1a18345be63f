import PlainValues
import Testing

@testable import Experiments

@Suite("Units")
struct UnitTests {
  @Test(
    "an attribute names a unit as JavaScript writes it",
    arguments: [
      ("ada", "ada"), (" ", " "), ("0", "0"), (42, "42"), (-7, "-7"), (true, "true"),
      (.integer(.max), "9223372036854776000"),
      (.integer(9_007_199_254_740_993), "9007199254740992"),
      (1.0, "1"), (1.5, "1.5"),
    ] as [(Value, String)])
  func unit(attribute: Value, text: String) {
    #expect(Experiment.Unit(attribute)?.text == text)
  }

  @Test(
    "what is missing, empty, 0 or false, and what is a table, names none",
    arguments: [
      nil, .null, "", 0, 0.0, -0.0, .number(.nan), false, [], ["a"], ["id": 1], .bytes([0xFF]),
    ] as [Value?])
  func none(attribute: Value?) {
    #expect(Experiment.Unit(attribute) == nil)
  }

  /// As Node writes them.
  @Test(
    "numbers are written as JavaScript's String() does",
    arguments: [
      (1, "1"), (-1, "-1"), (42, "42"), (1.5, "1.5"), (0.1, "0.1"), (-0.25, "-0.25"),
      (100, "100"), (1e5, "100000"), (123_456_789, "123456789"), (1e20, "100000000000000000000"),
      (123_456_789_012_345_683_968, "123456789012345680000"), (1e21, "1e+21"),
      (1.5e21, "1.5e+21"), (-1e21, "-1e+21"), (1.2345e25, "1.2345e+25"), (1e-6, "0.000001"),
      (1.5e-6, "0.0000015"), (1e-7, "1e-7"), (1.5e-7, "1.5e-7"), (.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"), (0.000123, "0.000123"),
      (12345.678, "12345.678"), (.infinity, "Infinity"), (-.infinity, "-Infinity"),
    ] as [(Double, String)])
  func numbers(number: Double, text: String) {
    #expect(Experiment.Unit.text(of: number) == text)
  }
}
