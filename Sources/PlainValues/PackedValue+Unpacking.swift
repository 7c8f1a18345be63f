/// Reads the packed form. It trusts the bytes, which only packing makes, and yet never reads
/// beyond them.
struct Unpacker {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The keys of an object; nil where there is something else.
  mutating func keys() -> [String]? {
    guard byte() == PackedValue.Tag.object else { return nil }
    var keys: [String] = []
    for _ in 0..<count() {
      guard case .string(let key) = next() else { return nil }
      keys.append(key)
      skip()
    }
    return keys
  }

  /// Whether there is an object with a key at least, and none but these.
  mutating func hasKeysOnly(of names: [String]) -> Bool {
    guard !bytes.isEmpty, byte() == PackedValue.Tag.object else { return false }
    for _ in 0..<count() {
      guard byte() == PackedValue.Tag.string else { return false }
      let size = count()
      let key = bytes[position..<position + size]
      guard names.contains(where: { $0.utf8.count == size && $0.utf8.elementsEqual(key) }) else {
        return false
      }
      position += size
      skip()
    }
    return true
  }

  /// Passes over a value.
  private mutating func skip() {
    switch byte() {
    case PackedValue.Tag.integer, PackedValue.Tag.number: position += 8
    case PackedValue.Tag.string: position += count()
    case PackedValue.Tag.array: for _ in 0..<count() { skip() }
    case PackedValue.Tag.object, PackedValue.Tag.map:
      for _ in 0..<count() {
        skip()
        skip()
      }
    default: break
    }
    position = Swift.min(position, bytes.count)
  }

  mutating func next() -> Value {
    switch byte() {
    case PackedValue.Tag.isFalse: .bool(false)
    case PackedValue.Tag.isTrue: .bool(true)
    case PackedValue.Tag.integer: .integer(integer())
    case PackedValue.Tag.number: .number(Double(bitPattern: word()))
    case PackedValue.Tag.string: string()
    case PackedValue.Tag.array: array()
    case PackedValue.Tag.object: object()
    case PackedValue.Tag.map: map()
    default: .null
    }
  }

  private mutating func array() -> Value {
    let count = count()
    var elements: [Value] = []
    elements.reserveCapacity(Swift.min(count, bytes.count - position))
    for _ in 0..<count { elements.append(next()) }
    return .array(elements)
  }

  private mutating func object() -> Value {
    let count = count()
    var entries: [String: Value] = [:]
    entries.reserveCapacity(Swift.min(count, bytes.count - position))
    var others: [Value.MapKey: Value] = [:]
    for _ in 0..<count {
      guard case .string(let key) = next() else { break }
      let value = next()
      if entries[key] == nil {
        entries[key] = value
      } else {
        others[.bytes(Array(key.utf8))] = value
      }
    }
    guard !others.isEmpty else { return .object(entries) }
    for (key, value) in entries { others[.string(key)] = value }
    return .map(others)
  }

  private mutating func map() -> Value {
    let count = count()
    var entries: [Value.MapKey: Value] = [:]
    for _ in 0..<count {
      switch next() {
      case .integer(let key): entries[.integer(key)] = next()
      case .string(let key):
        let value = next()
        _ = entries.add(value, under: key)
      case .bytes(let key): entries[.bytes(key)] = next()
      default: return .map(entries)
      }
    }
    return .map(entries)
  }

  private mutating func string() -> Value {
    let count = Swift.min(count(), bytes.count - position)
    let slice = bytes[position..<position + count]
    position += count
    return String(validating: slice, as: UTF8.self).map(Value.string) ?? .bytes(Array(slice))
  }

  private mutating func byte() -> UInt8 {
    guard position < bytes.count else { return PackedValue.Tag.null }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func count() -> Int {
    var count: UInt32 = 0
    for shift in 0..<4 { count |= UInt32(byte()) << (8 * UInt32(shift)) }
    return Swift.min(Int(count), bytes.count - position)
  }

  private mutating func integer() -> Int { Int(Int64(bitPattern: word())) }

  private mutating func word() -> UInt64 {
    guard position + 8 <= bytes.count else { return 0 }
    defer { position += 8 }
    return UInt64(
      littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(
        fromByteOffset: position, as: UInt64.self))
  }
}
