import PlainValues
import Testing

@Suite("Packed values")
struct PackedValueTests {
  @Test(
    "packing and unpacking gives the value back",
    arguments: [
      .null, true, false, 0, -1, .integer(.max), .integer(.min), 1.5, 1.0, .number(.infinity),
      "", "é", .bytes([0xff, 0]), [1, "a", [true]], ["a": 1, "b": ["c": [:]]],
      .map([.integer(3): 1, .string("x"): 2, .bytes([0xff]): 3]),
    ] as [Value])
  func roundTrip(value: Value) throws {
    #expect(try PackedValue(value).value == value)
  }

  @Test("an empty table is no bytes at all")
  func empty() throws {
    #expect(try PackedValue([:]).bytes.isEmpty)
    #expect(try PackedValue([]) == .empty)
    #expect(PackedValue.empty.value == .empty)
  }

  @Test("equal values have equal bytes, whatever the order they were written in")
  func order() throws {
    let keys = (0..<50).map { "key\($0)" }
    let forwards = Value.object(.init(uniqueKeysWithValues: keys.map { ($0, .string($0)) }))
    let backwards = Value.object(
      .init(uniqueKeysWithValues: keys.reversed().map { ($0, .string($0)) }))
    #expect(try PackedValue(forwards) == PackedValue(backwards))
  }

  @Test("keys that Swift takes for equal and Lua does not are kept, packed and as JSON")
  func equivalentKeys() throws {
    let composed = Array("\u{e9}".utf8)
    let decomposed = Array("e\u{301}".utf8)
    let value = Value.map([.string("e\u{301}"): 1, .bytes(composed): 2])
    let packed = try PackedValue(value)
    // An object, as Lua packs it: the keys by their bytes.
    #expect(
      packed.bytes == [7, 2, 0, 0, 0] + [5, 3, 0, 0, 0] + decomposed + [3, 1, 0, 0, 0, 0, 0, 0, 0]
        + [5, 2, 0, 0, 0] + composed + [3, 2, 0, 0, 0, 0, 0, 0, 0])
    #expect(packed.value == value)
    #expect(try JSON.parse(JSON.write(value)) == value)
    let turned = try JSON.parse(#"{"$map":[["\u00e9",2],["e\u0301",1]]}"#)
    #expect(try PackedValue(turned) == packed)
    let three = Value.map([.string("e\u{301}"): 1, .bytes(composed): 2, .integer(3): 3])
    #expect(try PackedValue(three).value == three)
    #expect(try JSON.parse(JSON.write(three)) == three)
    #expect(throws: JSONError.self) {
      try JSON.parse(#"{"$map":[["\u00e9",2],[{"$bytes":"w6k="},1]]}"#)
    }
  }

  @Test("nulls are absent, and make a gap in an array")
  func nulls() throws {
    #expect(try PackedValue(["a": nil, "b": 1]).value == ["b": 1])
    #expect(try PackedValue([1, nil, 3]).value == .map([.integer(1): 1, .integer(3): 3]))
    #expect(try PackedValue([1, nil]).value == [1])
  }

  @Test("what is not plain data, or beyond a limit, is refused")
  func refused() {
    #expect(throws: PlainValueError.notANumber) { try PackedValue(.number(.nan)) }
    #expect(throws: PlainValueError.tooDeep(limit: 2)) {
      try PackedValue([[[[1]]]], limits: .init(depth: 2))
    }
    #expect(throws: PlainValueError.tooLarge(limit: 10)) {
      try PackedValue("more than ten bytes", limits: .init(bytes: 10))
    }
  }

  @Test("bytes that are cut short never read beyond their end")
  func cutShort() throws {
    let whole = try PackedValue(["a": [1, "two", 3.5], "b": .map([.integer(9): "x"])]).bytes
    for length in 0..<whole.count {
      _ = PackedValue(unchecked: Array(whole.prefix(length))).value
    }
  }

  @Test("the keys of an object are known without reading what is under them")
  func keysOfObject() throws {
    let value = try PackedValue([
      "a": 1, "b": [1.5, "x", true, [:]], "c": ["d": ["e": 2]], "f": "text",
      "g": .map([.integer(3): 1, .string("h"): "i"]),
    ])
    #expect(value.keys == ["a", "b", "c", "f", "g"])
    #expect(PackedValue.empty.keys == [])
    for other: PackedValue in [1, "x", true, try PackedValue([1, 2])] { #expect(other.keys == nil) }
  }
}
