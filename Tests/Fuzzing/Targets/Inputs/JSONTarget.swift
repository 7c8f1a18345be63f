import PlainValues

extension FuzzTarget {
  /// A text as JSON: what is read can be written and read again, and is the same then.
  static let json = FuzzTarget("json") { input in
    let value: Value
    do throws(JSONError) {
      value = try JSON.parse(input)
    } catch {
      try require(
        (0...input.count).contains(error.offset) && error.line > 0 && error.column > 0,
        "the error is at \(error.line):\(error.column), byte \(error.offset) of \(input.count)")
      return
    }
    for style in [JSON.Style.compact, .pretty] {
      let text = JSON.write(value, style: style)
      do {
        let read = try JSON.parse(text, limits: PlainValueLimits(depth: 100, bytes: .max))
        try require(read == value, "\(value) is read again as \(read)")
        try require(JSON.write(read, style: style) == text, "\(value) is written in two ways")
      } catch let error as JSONError {
        throw Violation(description: "what was written is refused: \(error)")
      }
    }
    guard let packed = try? PackedValue(value) else { return }
    let again = try? PackedValue(packed.value)
    try require(again == packed, "\(value) is packed in two ways")
  }
}
