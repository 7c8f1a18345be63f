import PlainValues

enum Order { case less, same, greater }

extension Value {
  /// Whether Lua's `==` says so: 1 is 1.0, and strings are equal byte by byte.
  func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.string(let one), .string(let two)): one.utf8.elementsEqual(two.utf8)
    case (.integer, _), (.number, _): compared(to: other) == .same
    default: self == other
    }
  }

  /// How two numbers are to each other, exactly; nil where one is no number, or is NaN.
  func compared(to other: Value) -> Order? {
    guard number?.isNaN == false, other.number?.isNaN == false else { return nil }
    return switch (self, other) {
    case (.integer(let one), .integer(let two)): one < two ? .less : one == two ? .same : .greater
    case (.number(let one), .number(let two)): one < two ? .less : one == two ? .same : .greater
    case (.integer(let one), .number(let two)): Self.compare(one, two)
    case (.number(let one), .integer(let two)):
      switch Self.compare(two, one) {
      case .less: .greater
      case .same: .same
      case .greater: .less
      }
    default: nil
    }
  }

  /// An integer and a float, without rounding the integer.
  private static func compare(_ integer: Int, _ number: Double) -> Order {
    guard let floor = Int(exactly: number.rounded(.down)) else {
      return number < 0 ? .greater : .less
    }
    if integer != floor { return integer < floor ? .less : .greater }
    return Double(floor) < number ? .less : .same
  }
}
