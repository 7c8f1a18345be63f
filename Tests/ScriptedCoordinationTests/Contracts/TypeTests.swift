import PlainValues
import ScriptedCoordination
import Testing

@Suite("Types of contracts")
struct TypeTests {
  /// Types that are used here, by name.
  private static let types = """
    return { types = {
      note = "string", perhaps = "integer?", size = { one_of = { "s", "m" } }, alias = "size",
      address = { street = "string", ["note?"] = "note" },
      node = { name = "string", children = { array_of = "node" }, ["next?"] = "node" },
    } }
    """

  /// What is said of a value of that type under the key `v`; nil where it is met.
  private func problem(_ type: String, _ value: Value) throws -> String? {
    let files = ContractFixtures.files(
      "contract = { input = { v = \(type) } }", protocols: Self.types)
    let flow = try Flow(files)
    flow.send("go", .object(["v": value].filter { $0.value != .null }))
    guard let error = flow.error else { return nil }
    let start = "app.lua:4: start \"child\": "
    let end = " (contract of child.lua:1)"
    #expect(error.hasPrefix(start) && error.hasSuffix(end), "\(error)")
    return String(error.dropFirst(start.count).dropLast(end.count))
  }

  @Test(
    "a value meets its type",
    arguments: [
      (#""string""#, ["", "a", .bytes([0xFF])]), (#""number""#, [1, 1.5, -0.0]),
      (#""integer""#, [0, -7]), (#""boolean""#, [true, false]),
      (#""table""#, [[:], [1], ["a": 1], .map([.integer(7): 1])]),
      (#""any""#, [nil, 1, "a", [1], ["a": 1]]), (#""any?""#, [nil, 1]),
      (#""string?""#, [nil, "a"]), (#""perhaps""#, [nil, 1]), (#""perhaps?""#, [nil, 1]),
      (#""note""#, ["a"]), (#""size""#, ["s", "m"]), (#""alias""#, ["s"]),
      (#"{ array_of = "integer" }"#, [[:], [1], [1, 2, 3]]),
      (#"{ array_of = { array_of = "any" } }"#, [[:], [[:], [1, "a"]]]),
      (#"{ one_of = { "a", "b" } }"#, ["a", "b"]), (#"{}"#, [[:]]),
      (#"{ a = "string", ["b?"] = "integer" }"#, [["a": "x"], ["a": "x", "b": 1]]),
      (#"{ ["b?"] = "integer?" }"#, [[:], ["b": 1]]),
      (#"{ ["to?"] = { street = "string" } }"#, [[:], ["to": ["street": "x"]]]),
      (#"{ ["two words"] = "string" }"#, [["two words": "x"]]),
      (#""address""#, [["street": "x"], ["street": "x", "note": "y"]]),
      (#""address?""#, [nil, ["street": "x"]]),
      (
        #""node""#,
        [
          ["name": "a", "children": [:]],
          ["name": "a", "children": [["name": "b", "children": [:]]]],
          ["name": "a", "children": [:], "next": ["name": "b", "children": [:]]],
        ]
      ),
    ] as [(String, [Value])])
  func met(type: String, values: [Value]) throws {
    for value in values { #expect(try problem(type, value) == nil, "\(value)") }
  }

  @Test(
    "a value that does not meet its type is an error that shows where and why",
    arguments: [
      // Kinds.
      (#""string""#, 1, "input.v is a number, it has to be a string"),
      (#""string""#, nil, "input.v is missing, it has to be a string"),
      (#""string""#, true, "input.v is a boolean, it has to be a string"),
      (#""number""#, "1", "input.v is a string, it has to be a number"),
      (#""integer""#, 1.0, "input.v is the float 1.0, it has to be an integer"),
      (#""integer""#, 1.5, "input.v is the float 1.5, it has to be an integer"),
      (#""integer""#, "1", "input.v is a string, it has to be an integer"),
      (#""integer?""#, "1", "input.v is a string, it has to be an integer"),
      (#""boolean""#, 0, "input.v is a number, it has to be a boolean"),
      (#""table""#, "a", "input.v is a string, it has to be a table"),
      (#""table""#, nil, "input.v is missing, it has to be a table"),
      (#""string""#, [:], "input.v is an empty table, it has to be a string"),
      (#""string""#, [1], "input.v is a list, it has to be a string"),
      (
        #""string""#, .map([.integer(3): 1]),
        "input.v is a table with mixed keys, it has to be a string"
      ),
      // Names.
      (#""note""#, 1, "input.v is a number, it has to be a string (note)"),
      (#""perhaps""#, "x", "input.v is a string, it has to be an integer (perhaps)"),
      (#""address""#, nil, "input.v is missing, it has to be a table with named keys (address)"),
      (#""address?""#, 1, "input.v is a number, it has to be a table with named keys (address)"),
      (#""alias""#, "l", #"input.v is "l", it has to be one of "s", "m" (alias)"#),
      // Lists.
      (#"{ array_of = "string" }"#, "a", "input.v is a string, it has to be a list"),
      (
        #"{ array_of = "string" }"#, ["a": "b"],
        "input.v is a table with named keys, it has to be a list"
      ),
      (
        #"{ array_of = "string" }"#, ["a", "b", 3], "input.v[3] is a number, it has to be a string"
      ),
      (
        #"{ array_of = "string" }"#, .map([.integer(1): "a", .integer(3): "b"]),
        "input.v is a table with mixed keys, it has to be a list"
      ),
      (
        #"{ array_of = "address" }"#, [["street": "x"], ["street": 7]],
        "input.v[2].street is a number, it has to be a string"
      ),
      // Choices.
      (#"{ one_of = { "a", "b" } }"#, "c", #"input.v is "c", it has to be one of "a", "b""#),
      (#"{ one_of = { "a", "b" } }"#, 1, #"input.v is a number, it has to be one of "a", "b""#),
      (#"{ one_of = { "a", "b" } }"#, nil, #"input.v is missing, it has to be one of "a", "b""#),
      // Records.
      (#"{ a = "string" }"#, 1, "input.v is a number, it has to be a table with named keys"),
      (#"{ a = "string" }"#, ["x"], "input.v is a list, it has to be a table with named keys"),
      (#"{ a = "string" }"#, [:], "input.v.a is missing, it has to be a string"),
      (#"{ a = "string", b = "string" }"#, ["b": 1], "input.v.a is missing, it has to be a string"),
      (
        #"{ a = { b = "string" } }"#, ["a": ["b": 1]],
        "input.v.a.b is a number, it has to be a string"
      ),
      (
        #"{ ["two words"] = "string" }"#, ["two words": 1],
        #"input.v["two words"] is a number, it has to be a string"#
      ),
      (
        #"{ street = "string" }"#, ["street": "x", "strete": "x"],
        #"input.v has a key "strete" that is not known: did you mean "street"?"#
      ),
      (
        #"{ street = "string" }"#, ["strete": "x"],
        #"input.v has a key "strete" that is not known: did you mean "street"?"#
      ),
      (
        #"{ city = "string" }"#, ["city": "x", "zzz": 1],
        #"input.v has a key "zzz" that is not known; there is city"#
      ),
      (#"{}"#, ["a": 1], #"input.v has the key "a", it has to be empty"#),
      // A type within itself.
      (
        #""node""#,
        ["name": "a", "children": [["name": "b", "children": [["name": 1, "children": [:]]]]]],
        "input.v.children[1].children[1].name is a number, it has to be a string"
      ),
      (
        #""node""#, ["name": "a", "children": [:], "next": 5],
        "input.v.next is a number, it has to be a table with named keys (node)"
      ),
    ] as [(String, Value, String)])
  func notMet(type: String, value: Value, message: String) throws {
    #expect(try problem(type, value) == message)
  }

  @Test("a type within itself is followed as deep as plain data goes")
  func deep() throws {
    var value: Value = ["name": 1, "children": [:]]
    for _ in 0..<90 { value = ["name": "a", "children": [:], "next": value] }
    let said = try problem("\"node\"", value)
    #expect(said?.hasSuffix(".next.name is a number, it has to be a string") == true)
  }

  @Test(
    "a type is shown as a script writes it",
    arguments: [
      (ContractType.string, #""string""#), (.optional(.named("size")), #""size?""#),
      (.array(of: .integer), #"{ array_of = "integer" }"#),
      (.choice(["a", "b"]), #"{ one_of = { "a", "b" } }"#), (.record(RecordType([:])), "{}"),
      (
        .record(RecordType(["b": .optional(.any), "a": .boolean, "two words": .table])),
        #"{ a = "boolean", ["b?"] = "any", ["two words"] = "table" }"#
      ),
    ])
  func shown(type: ContractType, text: String) { #expect("\(type)" == text) }
}
