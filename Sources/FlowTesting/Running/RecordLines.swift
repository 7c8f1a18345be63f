/// Lines of a record, as they are written: fields with tabs between them. They have no tab, and no
/// end of a line: these are written as `\\t` and `\\n`, and a backslash as two.
struct RecordLines: Hashable, Sendable {
  private(set) var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }

  mutating func add(_ what: String, _ names: [String]) {
    bytes += what.utf8
    for name in names {
      bytes.append(UInt8(ascii: "\t"))
      add(name)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func add(_ name: String) {
    let start = bytes.count
    bytes += name.utf8
    let isSpecial: (UInt8) -> Bool = {
      $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\n")
    }
    guard bytes[start...].contains(where: isSpecial) else { return }
    let plain = Array(bytes[start...])
    bytes.removeLast(plain.count)
    for byte in plain {
      if isSpecial(byte) { bytes.append(UInt8(ascii: "\\")) }
      switch byte {
      case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
      case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
      default: bytes.append(byte)
      }
    }
  }
}

/// Reads what ``RecordLines`` have written.
struct RecordFields {
  private let bytes: [UInt8]
  /// Where the next line begins.
  private(set) var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Whether the next line begins with a digit.
  private var isAtNumber: Bool {
    position < bytes.count && UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[position]
  }

  /// Goes on after lines that begin with a digit.
  ///
  /// - Returns: those lines.
  mutating func passNumbers() -> ArraySlice<UInt8> {
    let start = position
    while isAtNumber {
      let rest = bytes[position...]
      position = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    }
    return bytes[start..<position]
  }

  /// The first field of the next line, and the others; nil at the end.
  mutating func nextLine() -> (String, [String])? {
    guard position < bytes.count else { return nil }
    let what = field()
    var names: [String] = []
    while position < bytes.count, bytes[position] == UInt8(ascii: "\t") {
      position += 1
      names.append(field())
    }
    // The last line may have lost its end.
    position = min(position + 1, bytes.count)
    return (what, names)
  }

  /// The field from here on.
  private mutating func field() -> String {
    let start = position
    var isPlain = true
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") { break }
      if byte == UInt8(ascii: "\\") { isPlain = false }
      position += 1
    }
    let field = bytes[start..<position]
    return isPlain ? String(decoding: field, as: UTF8.self) : Self.unescaped(field)
  }

  private static func unescaped(_ field: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let mark = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch mark {
      case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
      default: bytes.append(mark)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
