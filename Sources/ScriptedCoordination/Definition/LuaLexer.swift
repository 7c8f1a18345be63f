/// The tokens of Lua source, as far as finding table keys needs them apart.
///
/// See the Lua 5.4 reference manual, section 3.1. Numbers and operators of several characters come
/// in pieces, which is of no account here.
struct LuaLexer: Sequence, IteratorProtocol {
  enum Token: Equatable {
    case name(String)
    case string(String)
    case symbol(UInt8)
  }

  private let source: [UInt8]
  private var position = 0
  /// The line of the token given last, from 1.
  private(set) var line = 1

  init(_ source: [UInt8]) { self.source = source }

  mutating func next() -> Token? {
    skipBlanksAndComments()
    guard let byte = peek() else { return nil }
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      return .name(word())
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      _ = word()
      return .symbol(byte)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(quoted(by: byte))
    case UInt8(ascii: "["):
      if let text = longBracket() { return .string(text) }
    default: break
    }
    position += 1
    return .symbol(byte)
  }

  private func peek(_ offset: Int = 0) -> UInt8? {
    position + offset < source.count ? source[position + offset] : nil
  }

  private mutating func skipBlanksAndComments() {
    while let byte = peek() {
      if byte == UInt8(ascii: "\n") { line += 1 }
      if byte == UInt8(ascii: "-"), peek(1) == byte {
        position += 2
        if peek() == UInt8(ascii: "["), longBracket() != nil { continue }
        while let rest = peek(), rest != UInt8(ascii: "\n") { position += 1 }
      } else if byte <= UInt8(ascii: " ") {
        position += 1
      } else {
        return
      }
    }
  }

  private mutating func word() -> String {
    let start = position
    while let byte = peek(), byte.isWordByte { position += 1 }
    return String(decoding: source[start..<position], as: UTF8.self)
  }

  private mutating func quoted(by quote: UInt8) -> String {
    position += 1
    let start = position
    while let byte = peek(), byte != quote {
      if byte == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "\n") { line += 1 }
      if byte == UInt8(ascii: "\n") { line += 1 }
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = Swift.min(position, source.count)
    position += 1
    return String(decoding: source[Swift.min(start, end)..<end], as: UTF8.self)
  }

  /// A string or comment in long brackets, if one begins here.
  private mutating func longBracket() -> String? {
    var level = 0
    while peek(1 + level) == UInt8(ascii: "=") { level += 1 }
    guard peek(1 + level) == UInt8(ascii: "[") else { return nil }
    position += level + 2
    let start = position
    while let byte = peek() {
      if byte == UInt8(ascii: "\n") { line += 1 }
      if byte == UInt8(ascii: "]"), closes(level) {
        defer { position += level + 2 }
        return String(decoding: source[start..<position], as: UTF8.self)
      }
      position += 1
    }
    return String(decoding: source[start...], as: UTF8.self)
  }

  private func closes(_ level: Int) -> Bool {
    for offset in 0..<level where peek(1 + offset) != UInt8(ascii: "=") { return false }
    return peek(1 + level) == UInt8(ascii: "]")
  }
}

extension UInt8 {
  fileprivate var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
