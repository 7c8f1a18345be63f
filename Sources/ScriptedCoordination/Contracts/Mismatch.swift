import PlainValues

/// Why a value is not of a type, and where in it.
struct Mismatch {
  /// The way there, the last step first.
  var way: [Step] = []
  let text: String

  init(_ text: String) { self.text = text }

  func within(_ step: Step) -> Mismatch {
    var outer = self
    outer.way.append(step)
    return outer
  }

  /// `input.lines[3].sku is missing, …`
  func message(about what: String) -> String {
    what + way.reversed().map(\.description).joined() + " " + text
  }
}

/// One step into a table.
enum Step: CustomStringConvertible {
  case key(String)
  /// Counted from 1.
  case index(Int)

  var description: String {
    switch self {
    case .key(let name): Self.isIdentifier(name) ? ".\(name)" : "[\"\(name)\"]"
    case .index(let index): "[\(index)]"
    }
  }

  /// Whether Lua takes a key without brackets.
  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return false }
    return name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte < 0x80
    }
  }
}

extension Value {
  /// What messages call it.
  var kind: String {
    switch self {
    case .null: "missing"
    case .bool: "a boolean"
    case .integer, .number: "a number"
    case .string, .bytes: "a string"
    case .array: "a list"
    case .object(let entries): entries.isEmpty ? "an empty table" : "a table with named keys"
    case .map: "a table with mixed keys"
    }
  }
}
