/// Writes the packed form.
struct Packer {
  private(set) var bytes: [UInt8] = []
  private let limits: PlainValueLimits

  init(limits: PlainValueLimits) { self.limits = limits }

  mutating func pack(_ value: Value, depth: Int) throws(PlainValueError) {
    guard depth <= limits.depth else { throw .tooDeep(limit: limits.depth) }
    switch value {
    case .null: bytes.append(PackedValue.Tag.null)
    case .bool(let bool): bytes.append(bool ? PackedValue.Tag.isTrue : PackedValue.Tag.isFalse)
    case .integer(let integer): append(integer)
    case .number(let number):
      guard !number.isNaN else { throw .notANumber }
      bytes.append(PackedValue.Tag.number)
      append(number.bitPattern)
    case .string(let string): append(string.utf8)
    case .bytes(let raw): append(raw)
    case .array(let elements): try pack(array: elements, depth: depth)
    case .object(let entries): try pack(object: entries, depth: depth)
    case .map(let entries): try pack(map: entries, depth: depth)
    }
    guard bytes.count <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
  }

  private mutating func pack(array elements: [Value], depth: Int) throws(PlainValueError) {
    guard !elements.contains(.null) else {
      let entries = elements.enumerated().map { (Value.MapKey.integer($0.offset + 1), $0.element) }
      return try pack(map: Dictionary(uniqueKeysWithValues: entries), depth: depth)
    }
    guard !elements.isEmpty else { return try pack(object: [:], depth: depth) }
    append(PackedValue.Tag.array, count: elements.count)
    for element in elements { try pack(element, depth: depth + 1) }
  }

  private mutating func pack(object: [String: Value], depth: Int) throws(PlainValueError) {
    let entries = object.filter { $0.value != .null }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    append(PackedValue.Tag.object, count: entries.count)
    for (key, value) in entries {
      append(key.utf8)
      try pack(value, depth: depth + 1)
    }
  }

  private mutating func pack(map: [Value.MapKey: Value], depth: Int) throws(PlainValueError) {
    let entries = map.filter { $0.value != .null }
    if let simpler = Value.simplest(of: entries) { return try pack(simpler, depth: depth) }
    let isObject = entries.keys.allSatisfy(\.isText)
    append(isObject ? PackedValue.Tag.object : PackedValue.Tag.map, count: entries.count)
    for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
      switch key {
      case .integer(let integer): append(integer)
      case .string(let string): append(string.utf8)
      case .bytes(let raw): append(raw)
      }
      try pack(value, depth: depth + 1)
    }
  }

  private mutating func append(_ integer: Int) {
    bytes.append(PackedValue.Tag.integer)
    append(UInt64(bitPattern: Int64(integer)))
  }

  private mutating func append(_ string: some Collection<UInt8>) {
    append(PackedValue.Tag.string, count: string.count)
    bytes.append(contentsOf: string)
  }

  private mutating func append(_ tag: UInt8, count: Int) {
    bytes.append(tag)
    withUnsafeBytes(of: UInt32(count).littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ word: UInt64) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

extension Value {
  /// The array or object that a map's entries make, if they make one.
  static func simplest(of entries: [MapKey: Value]) -> Value? {
    if let elements = elements(of: entries) { return .array(elements) }
    var object: [String: Value] = [:]
    for (key, value) in entries {
      guard case .string(let name) = key else { return nil }
      object[name] = value
    }
    return .object(object)
  }

  private static func elements(of entries: [MapKey: Value]) -> [Value]? {
    guard !entries.isEmpty else { return nil }
    var elements: [Value] = []
    elements.reserveCapacity(entries.count)
    for index in 1...entries.count {
      guard let element = entries[.integer(index)] else { return nil }
      elements.append(element)
    }
    return elements
  }
}

extension Value.MapKey: Comparable {
  /// Integers by value, then strings by their bytes.
  public static func < (lhs: Value.MapKey, rhs: Value.MapKey) -> Bool {
    switch (lhs, rhs) {
    case (.integer(let left), .integer(let right)): left < right
    case (.integer, _): true
    case (_, .integer): false
    default: lhs.utf8.lexicographicallyPrecedes(rhs.utf8)
    }
  }

  /// Whether it is a string that is UTF-8.
  fileprivate var isText: Bool {
    switch self {
    case .integer: false
    case .string: true
    case .bytes(let raw): String(validating: raw, as: UTF8.self) != nil
    }
  }

  private var utf8: [UInt8] {
    switch self {
    case .integer: []
    case .string(let string): Array(string.utf8)
    case .bytes(let raw): raw
    }
  }
}

extension Dictionary where Key == Value.MapKey, Value == PlainValues.Value {
  /// Adds an entry, where there is none of that key.
  ///
  /// - Returns: false where there is.
  mutating func add(_ value: Value, under key: Key) -> Bool {
    if case .string(let text) = key { return add(value, under: text) }
    guard self[key] == nil else { return false }
    self[key] = value
    return true
  }

  /// Adds an entry under a string.
  ///
  /// Swift takes strings for equal that say the same in other bytes, as "é" in one scalar and in
  /// two; Lua does not. Of such, the first by its bytes is the string, and the others stand there as
  /// bytes.
  ///
  /// - Returns: false where the same string is there already.
  mutating func add(_ value: Value, under text: String) -> Bool {
    guard let index = index(forKey: .string(text)), case .string(let there) = keys[index] else {
      self[.string(text)] = value
      return true
    }
    let spelled = Key.bytes(Array(text.utf8))
    guard !there.utf8.elementsEqual(text.utf8), self[spelled] == nil else { return false }
    if there.utf8.lexicographicallyPrecedes(text.utf8) {
      self[spelled] = value
    } else {
      self[.bytes(Array(there.utf8))] = remove(at: index).value
      self[.string(text)] = value
    }
    return true
  }
}
