/// Strings and numbers.
extension JSONParser {
  /// Reads a string, from its opening quote to its closing one.
  mutating func string() throws(JSONError) -> String {
    let start = position
    position += 1
    var characters: [UInt8] = []
    var plain = position
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        characters += bytes[plain..<position]
        try checkUTF8(from: start + 1)
        position += 1
        return String(decoding: characters, as: UTF8.self)
      case UInt8(ascii: "\\"):
        characters += bytes[plain..<position]
        try escape(into: &characters)
        plain = position
      case 0..<0x20:
        throw unexpected("an escape such as \\n in place of a control character")
      default: position += 1
      }
    }
    throw error("this string has no closing quote", at: start)
  }

  /// Checks what lies between there and here, which is bytes of the text without any that an
  /// escape stands for: those are UTF-8 by the way they were made.
  private func checkUTF8(from start: Int) throws(JSONError) {
    guard bytes[start..<position].contains(where: { $0 >= 0x80 }) else { return }
    var offset = start
    var source = bytes[start..<position].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while true {
      switch parser.parseScalar(from: &source) {
      case .valid(let scalar): offset += scalar.count
      case .emptyInput: return
      case .error: throw error("the byte at offset \(offset) is not UTF-8", at: offset)
      }
    }
  }

  private mutating func escape(into characters: inout [UInt8]) throws(JSONError) {
    let start = position
    position += 1
    let short: UInt8
    switch peek {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): short = bytes[position]
    case UInt8(ascii: "b"): short = 0x08
    case UInt8(ascii: "f"): short = 0x0C
    case UInt8(ascii: "n"): short = 0x0A
    case UInt8(ascii: "r"): short = 0x0D
    case UInt8(ascii: "t"): short = 0x09
    case UInt8(ascii: "u"):
      let scalar = try unicodeEscape(from: start)
      characters += Array(String(scalar).utf8)
      return
    default:
      throw error("expected one of \" \\ / b f n r t u after the backslash", at: start)
    }
    characters.append(short)
    position += 1
  }

  /// Reads `u` with four digits, and the second half of a surrogate pair where that is the first.
  private mutating func unicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    let isPair =
      UTF16.isLeadSurrogate(first) && skip(UInt8(ascii: "\\")) && peek == UInt8(ascii: "u")
    guard isPair else { throw error("half of a surrogate pair", at: start) }
    let second = try codeUnit()
    guard UTF16.isTrailSurrogate(second) else { throw error("half of a surrogate pair", at: start) }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    position += 1
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("expected four hexadecimal digits after \\u", at: position - 2) }
    position += 4
    return unit
  }

  mutating func number() throws(JSONError) -> Value {
    let start = position
    var isInteger = true
    _ = skip(UInt8(ascii: "-"))
    let digits = position
    try skipDigits()
    guard bytes[digits] != UInt8(ascii: "0") || position == digits + 1 else {
      throw error("a number does not begin with 0", at: digits)
    }
    if skip(UInt8(ascii: ".")) {
      isInteger = false
      try skipDigits()
    }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      isInteger = false
      _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
      try skipDigits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger {
      guard let integer = Int(text) else {
        throw error(
          "an integer that does not fit 64 bits; a float has a \".\" or an \"e\"", at: start)
      }
      return .integer(integer)
    }
    guard let number = Double(text), number.isFinite else {
      throw error("a number beyond what a float can hold", at: start)
    }
    return .number(number)
  }

  private mutating func skipDigits() throws(JSONError) {
    let start = position
    while let byte = peek, byte.isDigit { position += 1 }
    guard position > start else { throw unexpected("a digit") }
  }
}

/// Single bytes, and what is said where they are not as they should be.
extension JSONParser {
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  mutating func skip(word: StaticString) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[position...].starts(with: word) else { return false }
    position += word.count
    return true
  }

  mutating func expect(_ scalar: Unicode.Scalar, after: String) throws(JSONError) {
    skipSpace()
    guard skip(UInt8(ascii: scalar)) else {
      throw unexpected("\"\(Character(scalar))\" after \(after)")
    }
  }

  func unexpected(_ expected: String) -> JSONError { error("expected \(expected), found \(found)") }

  func error(_ message: String, at offset: Int? = nil) -> JSONError {
    JSONError(message, at: offset ?? position, in: bytes)
  }

  /// What is here, as a message shows it.
  private var found: String {
    switch peek {
    case nil: "the end"
    case let byte? where (0x21..<0x7F).contains(byte): "\"\(Character(Unicode.Scalar(byte)))\""
    case 0x0A?: "the end of the line"
    case let byte?: "the byte 0x" + String(byte, radix: 16, uppercase: true)
    }
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
