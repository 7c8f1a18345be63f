/// Lines of a record, as they are written: fields with tabs between them. They have no tab, and no
/// end of a line: these are written as `\\t` and `\\n`, and a backslash as two.
struct RecordLines {
  private var bytes: [UInt8] = []
  private var lines: [Line] = []

  /// Where one lies. (Not a range: of the first list of those Swift's runtime looks through all
  /// conformances of the program, which takes longer than all else here.)
  private struct Line {
    let start: Int
    let end: Int
  }

  mutating func add(_ what: String, _ names: [String]) {
    let start = bytes.count
    bytes += what.utf8
    for name in names {
      bytes.append(UInt8(ascii: "\t"))
      add(name)
    }
    bytes.append(UInt8(ascii: "\n"))
    lines.append(Line(start: start, end: bytes.count))
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

  /// The lines one after the other, in the order of their bytes.
  var sorted: [UInt8] {
    bytes.withUnsafeBytes { all in
      let order = lines.sorted { left, right in
        all[left.start..<left.end].lexicographicallyPrecedes(all[right.start..<right.end])
      }
      return order.reduce(into: []) { $0 += all[$1.start..<$1.end] }
    }
  }
}

/// Reads what ``RecordLines`` have written.
struct RecordFields {
  private let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The first field of the next line, and the others; nil at the end.
  mutating func nextLine() -> (String, [String])? {
    guard position < bytes.count else { return nil }
    let what = field()
    var names: [String] = []
    while position < bytes.count, bytes[position] == UInt8(ascii: "\t") {
      position += 1
      names.append(field())
    }
    position += 1
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
