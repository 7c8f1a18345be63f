/// Writes what runner and workers say to each other: numbers in groups of seven bits, everything
/// that has a length after it.
struct WireWriter {
  /// Room for their number, then the bytes.
  private var bytes: [UInt8]

  init() {
    bytes = []
    bytes.reserveCapacity(64)
    bytes += [0, 0, 0, 0]
  }

  /// Eight bytes, whatever the number.
  mutating func write(fixed number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ count: Int) { write(UInt64(clamping: count)) }

  mutating func write(_ text: String) {
    write(text.utf8.count)
    bytes += text.utf8
  }

  mutating func write<Element>(
    _ elements: some Collection<Element>, _ write: (inout WireWriter, Element) -> Void
  ) {
    self.write(elements.count)
    for element in elements { write(&self, element) }
  }

  mutating func write(_ texts: some Collection<String>) {
    write(texts) { $0.write($1) }
  }

  mutating func write<Wrapped>(
    _ value: Wrapped?, _ write: (inout WireWriter, Wrapped) -> Void
  ) {
    self.write(value == nil ? 0 : 1)
    if let value { write(&self, value) }
  }

  /// The bytes with their number in front, as they are sent.
  var frame: [UInt8] {
    consuming get {
      let count = UInt32(clamping: bytes.count - 4)
      for byte in 0..<4 { bytes[byte] = UInt8(truncatingIfNeeded: count >> UInt32(byte * 8)) }
      return bytes
    }
  }
}

/// Reads what a ``WireWriter`` has written.
struct WireReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var rest: Int { bytes.endIndex - position }

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  mutating func number() throws(WireError) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 70, position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return number }
      shift += 7
    }
    throw WireError()
  }

  mutating func fixedNumber() throws(WireError) -> UInt64 {
    guard rest >= 8 else { throw WireError() }
    var number: UInt64 = 0
    for byte in 0..<8 { number |= UInt64(bytes[position + byte]) << UInt64(byte * 8) }
    position += 8
    return number
  }

  mutating func count() throws(WireError) -> Int {
    guard let count = Int(exactly: try number()) else { throw WireError() }
    return count
  }

  mutating func text() throws(WireError) -> String {
    let count = try count()
    guard count <= rest else { throw WireError() }
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  mutating func list<Element>(
    _ read: (inout WireReader) throws(WireError) -> Element
  ) throws(WireError) -> [Element] {
    let count = try count()
    var elements: [Element] = []
    // Not reserved: the number may be wrong, and there is a byte at least for each.
    guard count <= rest else { throw WireError() }
    for _ in 0..<count { elements.append(try read(&self)) }
    return elements
  }

  mutating func texts() throws(WireError) -> [String] {
    try list { reader throws(WireError) in try reader.text() }
  }

  mutating func optional<Wrapped>(
    _ read: (inout WireReader) throws(WireError) -> Wrapped
  ) throws(WireError) -> Wrapped? {
    try number() == 0 ? nil : try read(&self)
  }
}

/// What the other side says makes no sense: something else writes to the connection.
struct WireError: Error {}
