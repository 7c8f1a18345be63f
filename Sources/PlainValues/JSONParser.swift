/// Reads JSON by descending into it, as deep as the limits let it.
struct JSONParser {
  let bytes: [UInt8]
  var position = 0
  private let limits: PlainValueLimits

  init(bytes: [UInt8], limits: PlainValueLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func document() throws(JSONError) -> Value {
    guard bytes.count <= limits.bytes else {
      throw error("a text of \(bytes.count) bytes is over the limit of \(limits.bytes)", at: 0)
    }
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw error("a byte order mark does not belong before JSON", at: 0)
    }
    let value = try value(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw unexpected("nothing more") }
    return value
  }

  mutating func value(depth: Int) throws(JSONError) -> Value {
    skipSpace()
    guard depth <= limits.depth else {
      throw error("tables within tables, more than \(limits.depth) deep")
    }
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case let byte? where byte == UInt8(ascii: "-") || byte.isDigit: return try number()
    default: break
    }
    if skip(word: "true") { return .bool(true) }
    if skip(word: "false") { return .bool(false) }
    if skip(word: "null") { return .null }
    throw unexpected("a value")
  }

  private mutating func array(depth: Int) throws(JSONError) -> Value {
    var elements: [Value] = []
    try list(closedBy: "]") { (parser) throws(JSONError) in
      elements.append(try parser.value(depth: depth + 1))
    }
    return .array(elements)
  }

  private mutating func object(depth: Int) throws(JSONError) -> Value {
    let start = position
    position += 1
    skipSpace()
    if peek == UInt8(ascii: "\"") {
      let keyStart = position
      let key = try string()
      if let tag = JSON.Tag(rawValue: key) { return try tagged(tag, at: keyStart, depth: depth) }
    }
    position = start
    return .object(try entries(depth: depth) { JSON.Tag(rawValue: $0) == nil })
  }

  /// Reads an object as it is written.
  ///
  /// - Parameter allows: Whether a key may be in it.
  private mutating func entries(
    depth: Int, where allows: (String) -> Bool
  ) throws(JSONError) -> [String: Value] {
    var entries: [String: Value] = [:]
    try list(closedBy: "}") { (parser) throws(JSONError) in
      parser.skipSpace()
      let keyStart = parser.position
      guard parser.peek == UInt8(ascii: "\"") else { throw parser.unexpected("a key in quotes") }
      let key = try parser.string()
      guard allows(key) else { throw parser.notAlone(key, at: keyStart) }
      guard entries[key] == nil else {
        throw parser.error("the key \"\(key)\" is in this object twice", at: keyStart)
      }
      try parser.expect(":", after: "a key")
      entries[key] = try parser.value(depth: depth + 1)
    }
    return entries
  }

  /// Reads what is between two brackets, with commas between the elements.
  mutating func list(
    closedBy close: Unicode.Scalar, element: (inout JSONParser) throws(JSONError) -> Void
  ) throws(JSONError) {
    let close = UInt8(ascii: close)
    position += 1
    skipSpace()
    if skip(close) { return }
    while true {
      try element(&self)
      skipSpace()
      if skip(close) { return }
      guard skip(UInt8(ascii: ",")) else {
        throw unexpected("\",\" or \"\(Character(Unicode.Scalar(close)))\"")
      }
    }
  }
}

// MARK: - Tags

extension JSONParser {
  /// Reads what follows the key of an object that is a tag, to the end of the object.
  private mutating func tagged(
    _ tag: JSON.Tag, at keyStart: Int, depth: Int
  ) throws(JSONError) -> Value {
    try expect(":", after: "a key")
    skipSpace()
    let value =
      switch tag {
      case .bytes: try taggedBytes()
      case .map: try taggedMap(depth: depth)
      case .number: try taggedNumber()
      case .object: try taggedObject(depth: depth)
      }
    skipSpace()
    guard peek != UInt8(ascii: ",") else { throw notAlone(tag.rawValue, at: keyStart) }
    guard skip(UInt8(ascii: "}")) else { throw unexpected("\"}\"") }
    return value
  }

  private mutating func taggedBytes() throws(JSONError) -> Value {
    let start = position
    guard peek == UInt8(ascii: "\""), let bytes = Base64.decode(try string()) else {
      throw error("expected bytes in base64 after \"$bytes\"", at: start)
    }
    return .bytes(bytes)
  }

  private mutating func taggedNumber() throws(JSONError) -> Value {
    let start = position
    guard peek == UInt8(ascii: "\"") else {
      throw unexpected("\"inf\" or \"-inf\" after \"$number\"")
    }
    switch try string() {
    case "inf": return .number(.infinity)
    case "-inf": return .number(-.infinity)
    case "nan": throw error("NaN is not plain data", at: start)
    default: throw error("expected \"inf\" or \"-inf\" after \"$number\"", at: start)
    }
  }

  private mutating func taggedObject(depth: Int) throws(JSONError) -> Value {
    guard peek == UInt8(ascii: "{") else { throw unexpected("an object after \"$object\"") }
    return .object(try entries(depth: depth) { _ in true })
  }

  private mutating func taggedMap(depth: Int) throws(JSONError) -> Value {
    var entries: [Value.MapKey: Value] = [:]
    guard peek == UInt8(ascii: "[") else {
      throw unexpected("a list of keys and values after \"$map\"")
    }
    try list(closedBy: "]") { (parser) throws(JSONError) in
      parser.skipSpace()
      guard parser.skip(UInt8(ascii: "[")) else { throw parser.unexpected("[key, value]") }
      parser.skipSpace()
      let start = parser.position
      let key = try parser.mapKey(depth: depth)
      try parser.expect(",", after: "a key")
      let value = try parser.value(depth: depth + 1)
      guard entries.add(value, under: key) else {
        throw parser.error("this key is in the map twice", at: start)
      }
      try parser.expect("]", after: "a value")
    }
    return .map(entries)
  }

  private mutating func mapKey(depth: Int) throws(JSONError) -> Value.MapKey {
    let start = position
    switch try value(depth: depth + 1) {
    case .integer(let integer): return .integer(integer)
    case .string(let string): return .string(string)
    case .bytes(let bytes):
      // One that is UTF-8 after all is a string.
      return String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .bytes(bytes)
    default: throw error("a key is an integer or a string", at: start)
    }
  }

  private func notAlone(_ key: String, at offset: Int) -> JSONError {
    error(
      "\"\(key)\" marks a value and stands alone; {\"$object\": {…}} goes around an object with "
        + "such a key", at: offset)
  }
}
