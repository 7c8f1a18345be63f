import PlainValues
import Testing

@Suite("JSON")
struct JSONTests {
  @Test(
    "each kind of value has one way to be written, which reads back as the same value",
    arguments: [
      (.null, "null"), (true, "true"), (false, "false"),
      (0, "0"), (-12, "-12"), (.integer(.max), "9223372036854775807"),
      (.integer(.min), "-9223372036854775808"),
      (1.0, "1.0"), (0.1, "0.1"), (-0.0, "-0.0"), (1e300, "1e+300"),
      (.number(.leastNonzeroMagnitude), "5e-324"),
      (9_007_199_254_740_993.0, "9007199254740992.0"), (1e16, "1e+16"),
      (.number(.infinity), #"{"$number":"inf"}"#), (.number(-.infinity), #"{"$number":"-inf"}"#),
      ("", #""""#), ("é🧭", #""é🧭""#), ("\"\\/\u{8}\u{c}\n\r\t\u{1}\u{1f}\u{7f}", Self.escaped),
      (.bytes([0xFF, 0]), #"{"$bytes":"/wA="}"#), (.bytes([]), #"{"$bytes":""}"#),
      (.array([]), "[]"), ([1, 2.0, "3"], #"[1,2.0,"3"]"#), ([nil], "[null]"),
      ([:], "{}"), (["b": 1, "a": ["c": nil]], #"{"a":{"c":null},"b":1}"#),
      (["é": 1, "z": 2, "Z": 3, "": 4], #"{"":4,"Z":3,"z":2,"é":1}"#),
      (
        .map([.integer(3): "x", .string("k"): [:], .bytes([0xFF]): 1, .integer(-1): true]),
        #"{"$map":[[-1,true],[3,"x"],["k",{}],[{"$bytes":"/w=="},1]]}"#
      ),
      (.map([:]), #"{"$map":[]}"#),
      (["$bytes": "/w=="], #"{"$object":{"$bytes":"/w=="}}"#),
      (["$object": ["$map": 1], "a": 2], #"{"$object":{"$object":{"$object":{"$map":1}},"a":2}}"#),
      (["$other": 1], #"{"$other":1}"#),
    ] as [(Value, String)])
  func written(value: Value, text: String) throws {
    #expect(JSON.text(of: value) == text)
    let read = try JSON.parse(text)
    #expect(read == value)
    #expect(JSON.text(of: read) == text)
  }

  private static let escaped = #""\"\\/\b\f\n\r\t\u0001\u001f"# + "\u{7f}\""

  @Test("a pretty text has an element or entry a line, and says the same")
  func pretty() throws {
    let value: Value = [
      "list": [1, [:], .array([])], "map": .map([.integer(7): ["a": 1]]), "raw": .bytes([1]),
    ]
    let text = JSON.text(of: value, style: .pretty)
    #expect(
      text == """
        {
          "list": [
            1,
            {},
            []
          ],
          "map": {"$map": [
            [7, {
              "a": 1
            }]
          ]},
          "raw": {"$bytes": "AQ=="}
        }
        """)
    #expect(try JSON.parse(text) == value)
  }

  @Test(
    "what others write is read: white space, any escape, any form of number",
    arguments: [
      (" [ 1 ,\t2\r\n] ", [1, 2]), (#"{ "a" : { } }"#, ["a": [:]]),
      (#""\u0041\u00e9\uD83E\uDDED\/""#, "Aé🧭/"), (#""\u0000""#, "\0"),
      ("-0", 0), ("1E2", 100.0), ("1.5e+1", 15.0), ("1e-2", 0.01), ("1e-999", 0.0),
      (#"{ "$map" : [ [ 1 , 2 ] ] }"#, .map([.integer(1): 2])),
      (#"{ "$object" : { "a" : 1 } }"#, ["a": 1]),
    ] as [(String, Value)])
  func read(text: String, value: Value) throws {
    #expect(try JSON.parse(text) == value)
  }

  @Test("depth is counted as packed values count it, tags or not")
  func depth() throws {
    let limits = PlainValueLimits(depth: 3)
    #expect(throws: Never.self) { try JSON.parse("[[[1]]]", limits: limits) }
    #expect(throws: JSONError.self) { try JSON.parse("[[[[1]]]]", limits: limits) }
    let maps = Value.map([.bytes([0xFF]): .map([.integer(0): .map([.integer(0): 1])])])
    #expect(try JSON.parse(JSON.write(maps), limits: limits) == maps)
    #expect(throws: JSONError.self) { try JSON.parse(JSON.write([maps]), limits: limits) }
  }

  @Test(
    "a text that only opens brackets is refused at the limit of depth",
    arguments: [
      "[", #"{"a":"#, #"{"$map":[["#, #"{"$map":[[1,"#, #"{"$object":{"$object":"#,
    ])
  func opening(text: String) {
    #expect(throws: JSONError.self) { try JSON.parse(String(repeating: text, count: 100_000)) }
  }
}
