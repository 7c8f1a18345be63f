/// The order of names in which numbers go by their size: `step 2` before `step 10`.
enum NumericOrder {
  /// Sign by sign; where both have a number next, those.
  static func isBefore(_ one: String, _ other: String) -> Bool {
    var (left, right) = (one.unicodeScalars[...], other.unicodeScalars[...])
    while let sign = left.first, let opposite = right.first {
      if digits.contains(sign), digits.contains(opposite) {
        let (number, against) = (takeNumber(&left), takeNumber(&right))
        if number.count != against.count { return number.count < against.count }
        if !number.elementsEqual(against) { return number.lexicographicallyPrecedes(against) }
      } else {
        guard sign == opposite else { return sign < opposite }
        left.removeFirst()
        right.removeFirst()
      }
    }
    // Of those that differ in zeros before numbers only, the text decides.
    return left.isEmpty == right.isEmpty ? one < other : left.isEmpty
  }

  private static let digits: ClosedRange<Unicode.Scalar> = "0"..."9"

  /// The digits that are next, without zeros before them: of two numbers the longer is larger.
  private static func takeNumber(
    _ rest: inout Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView {
    let number = rest.prefix { digits.contains($0) }
    rest = rest[number.endIndex...]
    return number.drop { $0 == "0" }
  }
}
