/// Writes JSON.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private let style: JSON.Style
  private var indentation = 0

  init(style: JSON.Style) { self.style = style }

  mutating func write(_ value: Value) {
    switch value {
    case .null: append("null")
    case .bool(let bool): append(bool ? "true" : "false")
    case .integer(let integer): append(String(integer))
    // Swift's description is the shortest that reads back as the same float, always with a point
    // or an exponent.
    case .number(let number) where number.isFinite: append(number.description)
    case .number(let number): write(tag: .number) { $0.write(string: number.description) }
    case .string(let string): write(string: string)
    case .bytes(let raw): write(tag: .bytes) { $0.write(string: Base64.encode(raw)) }
    case .array(let elements): list("[", elements, "]") { $0.write($1) }
    case .object(let entries) where entries.keys.contains { JSON.Tag(rawValue: $0) != nil }:
      write(tag: .object) { $0.write(object: entries) }
    case .object(let entries): write(object: entries)
    case .map(let entries): write(tag: .map) { $0.write(map: entries) }
    }
  }

  private mutating func write(object entries: [String: Value]) {
    let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    list("{", sorted, "}") { writer, entry in
      writer.write(key: entry.key)
      writer.write(entry.value)
    }
  }

  private mutating func write(map entries: [Value.MapKey: Value]) {
    list("[", entries.sorted { $0.key < $1.key }, "]") { writer, entry in
      writer.append("[")
      switch entry.key {
      case .integer(let integer): writer.write(.integer(integer))
      case .string(let string): writer.write(string: string)
      case .bytes(let raw): writer.write(.bytes(raw))
      }
      writer.append(writer.style == .pretty ? ", " : ",")
      writer.write(entry.value)
      writer.append("]")
    }
  }

  private mutating func write(tag: JSON.Tag, content: (inout JSONWriter) -> Void) {
    append("{")
    write(key: tag.rawValue)
    content(&self)
    append("}")
  }

  private mutating func write(key: String) {
    write(string: key)
    append(style == .pretty ? ": " : ":")
  }

  private mutating func list<Element>(
    _ open: String, _ elements: [Element], _ close: String,
    element write: (inout JSONWriter, Element) -> Void
  ) {
    append(open)
    indentation += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { append(",") }
      newLine()
      write(&self, element)
    }
    indentation -= 1
    if !elements.isEmpty { newLine() }
    append(close)
  }

  private mutating func newLine() {
    guard style == .pretty else { return }
    append("\n")
    for _ in 0..<indentation { append("  ") }
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }

  private mutating func write(string: String) {
    append("\"")
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0x08: append("\\b")
      case 0x0C: append("\\f")
      case 0x0A: append("\\n")
      case 0x0D: append("\\r")
      case 0x09: append("\\t")
      case 0..<0x20: append("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    append("\"")
  }
}
