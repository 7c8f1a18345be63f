import LuaRuntime
import PlainValues
import Testing

@Suite("Values")
struct ValueTests {
  @Test(
    "plain data comes back as it went in",
    arguments: [
      true, false, 0, -1, .integer(.max), .integer(.min), 1.5, 1.0, -0.0, .number(.infinity),
      .number(-.infinity), 1e300, "", "é\0x", .bytes([0xff, 0]), .bytes([0xed, 0xa0, 0x80]),
      [:], [1, "a", [true], [:]], ["a": 1, "b": ["c": [:]], "": 2],
      .map([.integer(3): 1, .string("x"): 2, .bytes([0xff]): 3]),
      .map([.integer(0): 1, .integer(1): 2]), .map([.integer(1): 1, .integer(3): 3]),
      .map([.integer(-5): 1, .integer(.max): 2, .integer(.min): 3]),
    ] as [Value])
  func roundTrip(value: Value) throws {
    let script = try Script()
    let identity: LuaFunction = try script.load("return function(...) return ... end").call()
    let back: PackedValue = try identity.call(value)
    #expect(try back == PackedValue(value))
    #expect(back.value == value)
    // And by way of a raw table, a state table and a copy that a script makes key by key.
    for table in [
      try script.state.makeTable(PackedValue(["v": value])),
      try script.state.makeStateTable(PackedValue(["v": value])),
    ] {
      #expect(try table.packed() == PackedValue(["v": value]))
    }
    let copy: LuaFunction = try script.load(
      """
      local function copy(v)
        if type(v) ~= "table" then return v end
        local keys, new = {}, {}
        for k in pairs(v) do table.insert(keys, 1, k) end
        for _, k in ipairs(keys) do new[k] = copy(v[k]) end
        return new
      end
      return copy
      """
    ).call()
    let copied: PackedValue = try copy.call(value)
    #expect(try copied == PackedValue(value))
  }

  @Test("C packs every value to the bytes that Swift packs it to")
  func crossCheck() throws {
    let script = try Script()
    var random = SeededRandom(seed: 7)
    for _ in 0..<500 {
      let value = Value.random(using: &random, depth: 4)
      let packed = try PackedValue(value)
      let table = try script.state.makeTable(PackedValue(["v": value]))
      let entry: LuaValue = try table.get("v")
      let back = try script.state.makeTable(PackedValue([:]))
      try back.set("v", entry)
      #expect(try back.packed() == PackedValue(["v": value]))
      let nothing: PackedValue = try script.load("return (...)").call(packed)
      #expect(nothing == packed)
    }
  }

  @Test("a table with 5,000 keys of all kinds packs in order")
  func large() throws {
    let script = try Script()
    let text = "local t = {} for i = 5000, 1, -1 do t['k' .. i] = i; t[-i] = 'v' .. i end return t"
    let packed: PackedValue = try script.load(text).call()
    #expect(try PackedValue(packed.value) == packed)
    let list: PackedValue = try script.load(
      "local t = {} for i = 3000, 1, -1 do t[i] = i end return t"
    ).call()
    #expect(list.value == .array((1...3000).map { .integer($0) }))
  }

  @Test(
    "what is not plain data is refused, by the path to it",
    arguments: [
      ("print", "params is a function"),
      ("{ a = { print } }", "params.a[1] is a function"),
      ("{ items = { 1, 2, { price = print } } }", "params.items[3].price is a function"),
      ("{ ['a b'] = coroutine.create(print) }", "params[\"a b\"] is a coroutine"),
      ("{ x = 0/0 }", "params.x is not a number (NaN)"),
      ("0/0", "params is not a number (NaN)"),
      ("{ [1.5] = 1 }", "params has a key that is a float (1.5)"),
      ("{ a = { [true] = 1 } }", "params.a has a key that is a boolean"),
      ("{ [print] = 1 }", "params has a key that is a function"),
      ("setmetatable({}, {})", "params is a table with a metatable"),
      ("{ a = setmetatable({}, { __index = {} }) }", "params.a is a table with a metatable"),
      ("(function() local t = {} t.t = t return t end)()", "params.t contains itself"),
      (
        "(function() local t = {} t.a = { b = { t } } return t end)()",
        "params.a.b[1] contains itself"
      ),
      (
        "(function() local t = {} for i = 1, 101 do t = { t } end return t end)()",
        "params has tables within tables, more than 100 deep"
      ),
      ("('x'):rep(17 << 20)", "params is larger than 16777216 bytes"),
      ("{ thing }", "params[1] is a thing"),
    ])
  func refused(text: String, message: String) throws {
    let script = try Script()
    let type = try LuaHostClass<Counter>(script.state, name: "thing", members: [])
    try script.set("thing", try type.makeObject(Counter()))
    try script.set(
      "take",
      try script.state.makeFunction("take") { call in
        call.returns(try call.packed(at: 0, label: "params"))
      })
    #expect(script.failure("take(\(text))")?.message == message)
    // The buffer is as before.
    #expect(try script.text("return take({ a = 'b' }).a") == "b")
  }

  @Test("one table in two places is copied twice, and a float key that is whole is an integer")
  func shared() throws {
    let script = try Script()
    let packed: PackedValue = try script.load("local t = { 1 } return { a = t, b = t }").call()
    #expect(packed.value == ["a": [1], "b": [1]])
    let keys: PackedValue = try script.load("return { [1.0] = 'a', [2.0] = 'b' }").call()
    #expect(keys.value == ["a", "b"])
  }

  @Test("100 tables within each other are plain data, for C as for Swift")
  func deepest() throws {
    let script = try Script()
    var value: Value = 1
    for _ in 0..<100 { value = [value] }
    let back: PackedValue = try script.load("return (...)").call(value)
    #expect(try back == PackedValue(value))
    #expect(throws: (any Error).self) { try PackedValue([value]) }
    #expect(throws: LuaError.self) {
      let _: PackedValue = try script.load("return { (...) }").call(value)
    }
  }

  @Test("what Swift cannot put into Lua is an error of the call")
  func cannotPut() throws {
    let script = try Script(), other = try Script()
    let function = try script.load("return (...)")
    let table = try other.state.makeTable()
    #expect(throws: LuaError.self) { try function.call(Value.number(.nan)) }
    #expect(throws: LuaError.self) { try function.call(table) }
    #expect(throws: LuaError.self) { try function.call(LuaValue.other(typeName: "coroutine")) }
    let fine: Int = try function.call(5)
    #expect(fine == 5)
  }

  @Test("bytes that claim to be packed and are not are an error")
  func damaged() throws {
    let script = try Script()
    let whole = try PackedValue(["a": [1, "two", 3.5], "b": .map([.integer(9): "x"])]).bytes
    for length in 1..<whole.count {
      let cut = PackedValue(unchecked: Array(whole.prefix(length)))
      #expect(throws: LuaError.self) { try script.state.makeTable(cut) }
    }
    #expect(throws: LuaError.self) { try script.state.makeTable(PackedValue(unchecked: [77])) }
    let deep =
      [UInt8](repeating: 0, count: 0) + (0..<100_000).flatMap { _ in [6, 1, 0, 0, 0] as [UInt8] }
    #expect(throws: LuaError.self) { try script.state.makeTable(PackedValue(unchecked: deep)) }
  }

  @Test("a table is read and written raw, by any key, in order")
  func tables() throws {
    let script = try Script()
    let table = try script.state.makeTable()
    try table.set("b", 1)
    try table.set("a", "x")
    try table.set(2, true)
    try table.set(1, 2.5)
    try table.set(LuaValue.number(0.5), [0xff] as [UInt8])
    #expect(table.count == 2)
    #expect(try table.keys().map(\.description) == ["0.5", "1", "2", "a", "b"])
    #expect(try table["a"].string == "x")
    #expect(try table[3].isNil)
    try table.set("b", Int?.none)
    #expect(try table.keys().count == 4)
    #expect(throws: LuaError.self) { try table.set(LuaValue.nil, 1) }
    try table.replaceContents(with: PackedValue(["z": 1]))
    #expect(try table.packed().value == ["z": 1])
  }
}

final class Counter {
  var count = 0
}

/// SplitMix64.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

extension Value {
  static func random(using random: inout SeededRandom, depth: Int) -> Value {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &random) {
    case 0: return .bool(.random(using: &random))
    case 1: return .integer(.random(in: -3...3, using: &random))
    case 2: return .integer(.random(in: .min ... .max, using: &random))
    case 3: return .number(.random(in: -1...1, using: &random))
    case 4: return .string(String(Int.random(in: 0..<1_000_000, using: &random), radix: 36))
    case 5: return .bytes([0xff, UInt8.random(in: 0...255, using: &random)])
    case 6, 7:
      let count = Int.random(in: 1..<12, using: &random)
      return .array((0..<count).map { _ in .random(using: &random, depth: depth - 1) })
    case 8:
      var entries: [String: Value] = [:]
      for _ in 0..<Int.random(in: 0..<12, using: &random) {
        let key = String(Int.random(in: 0..<50_000, using: &random), radix: 36)
        entries[key] = .random(using: &random, depth: depth - 1)
      }
      return .object(entries)
    default:
      var entries: [MapKey: Value] = [.bytes([0xc0]): 1]
      for _ in 0..<Int.random(in: 0..<12, using: &random) {
        let key = Int.random(in: -9...9, using: &random)
        entries[.integer(key)] = .random(using: &random, depth: depth - 1)
        entries[.string("s\(key)")] = .random(using: &random, depth: depth - 1)
      }
      return .map(entries)
    }
  }
}
