import PlainValues

extension Experiment {
  /// Who or what gets a variant: the text of the attribute that an experiment goes by.
  public struct Unit: Hashable, Sendable {
    /// What is hashed.
    public let text: String

    /// The unit that an attribute names, as JavaScript writes it; nil for what names none: nothing,
    /// the empty string, 0 and false, as in GrowthBook, and what is no string, number or boolean.
    public init?(_ attribute: Value?) {
      switch attribute {
      case .string(let text) where !text.isEmpty: self.text = text
      case .integer(let integer) where integer != 0: text = Self.text(of: Double(integer))
      case .number(let number) where number != 0 && !number.isNaN: text = Self.text(of: number)
      case .bool(true): text = "true"
      default: return nil
      }
    }

    /// A number as `String(number)` of JavaScript writes it (ECMA-262, Number::toString): also an
    /// integer, which is a float there, and above 2^53 the nearest of those.
    static func text(of number: Double) -> String {
      guard number.isFinite else { return number < 0 ? "-Infinity" : "Infinity" }
      let (digits, point) = shortest(number.magnitude)
      let sign = number < 0 ? "-" : ""
      let zeros = { (count: Int) in String(repeating: "0", count: count) }
      switch point {
      case digits.count...21: return sign + digits + zeros(point - digits.count)
      case 1..<max(2, digits.count) where point <= 21:
        return "\(sign)\(digits.prefix(point)).\(digits.dropFirst(point))"
      case -5...0: return "\(sign)0.\(zeros(-point))\(digits)"
      default:
        let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
        let exponent = point - 1
        return
          "\(sign)\(digits.prefix(1))\(fraction)e\(exponent < 0 ? "-" : "+")\(exponent.magnitude)"
      }
    }

    /// The fewest digits that give the number back, and where its point is: 0.012 is 12 and -1.
    private static func shortest(_ number: Double) -> (digits: String, point: Int) {
      let parts = number.description.split(separator: "e")
      let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
      let halves = parts[0].split(separator: ".")
      let whole = halves[0]
      let all = whole + (halves.count > 1 ? halves[1] : "")
      let digits = all.drop { $0 == "0" }
      let point = whole.count - (all.count - digits.count) + exponent
      let trimmed = digits.reversed().drop { $0 == "0" }.reversed()
      return trimmed.isEmpty ? ("0", 1) : (String(trimmed), point)
    }
  }
}
