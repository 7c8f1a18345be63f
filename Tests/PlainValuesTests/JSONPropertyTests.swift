import PlainValues
import Testing

@Suite("JSON over values and texts made by chance")
struct JSONPropertyTests {
  @Test("whatever the value, writing and reading it gives it back", arguments: 0..<50)
  func roundTrip(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    for _ in 0..<200 {
      let value = random.value(depth: 4)
      for style in [JSON.Style.compact, .pretty] {
        let text = JSON.write(value, style: style)
        let read = try JSON.parse(text)
        #expect(read == value)
        #expect(JSON.write(read, style: style) == text)
      }
    }
  }

  @Test("whatever is done to a text, reading it ends, and what was read can be written")
  func mutated() {
    var random = SplitMix(seed: 1)
    for _ in 0..<20_000 {
      var text = JSON.write(random.value(depth: 3))
      for _ in 0...random.below(3) { random.mutate(&text) }
      guard let value = try? JSON.parse(text) else { continue }
      #expect((try? JSON.parse(JSON.write(value))) == value)
    }
  }
}

/// The generator of Steele, Lea and Flood: small, and the same wherever it runs.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  mutating func value(depth: Int) -> Value {
    switch below(depth > 0 ? 10 : 7) {
    case 0: .null
    case 1: .bool(.random(using: &self))
    case 2: .integer(Int(truncatingIfNeeded: next() >> UInt64(below(64))))
    case 3: .number(number())
    case 4, 5: .string(string())
    case 6: .bytes(raw())
    case 7: .array((0..<below(4)).map { _ in value(depth: depth - 1) })
    case 8:
      .object(
        Dictionary((0..<below(4)).map { _ in (string(), value(depth: depth - 1)) }) { $1 })
    default: .map(Dictionary((0..<below(4)).map { _ in (key(), value(depth: depth - 1)) }) { $1 })
    }
  }

  private mutating func key() -> Value.MapKey {
    switch below(3) {
    case 0: .integer(below(10) - 5)
    case 1: .string(string())
    default: .bytes(raw())
    }
  }

  private mutating func number() -> Double {
    let number = Double(bitPattern: next())
    return number.isNaN ? [0, -1.5, 1e15, 1e16, .infinity, -.infinity][below(6)] : number
  }

  private mutating func string() -> String {
    let pieces = ["a", "é", "🧭", "\"", "\\", "\n", "\u{0}", "$map", "$bytes", "$object", "/", " "]
    return (0..<below(4)).map { _ in pieces[below(pieces.count)] }.joined()
  }

  /// Bytes that are not UTF-8, as all that are not a string are.
  private mutating func raw() -> [UInt8] { [0xFF] + (0..<below(4)).map { _ in UInt8(below(256)) } }

  mutating func mutate(_ text: inout [UInt8]) {
    let bytes = Array(#"[]{}",:\u0129.eE+-$mapobject"#.utf8) + [0, 0x80, 0xC3, 0xFF]
    let position = below(text.count + 1)
    switch below(4) {
    case 0: text.insert(bytes[below(bytes.count)], at: position)
    case 1 where position < text.count: text.remove(at: position)
    case 2 where position < text.count: text[position] = bytes[below(bytes.count)]
    default: text.removeSubrange(position...)
    }
  }
}
