import PlainValues
import ScriptedCoordination
import Testing

@Suite("Contracts put together")
struct ComposingTests {
  private static let protocols = """
    return {
      types = { product = { sku = "string" }, amount = { count = "integer" }, same = "product" },
      buying = {
        input = "product",
        result = { order = "string" },
        emits = { added = "integer", closed = true },
        handles = { "buy" },
      },
      counting = { input = { count = "integer" }, emits = { added = "integer" } },
      noting = { input = { ["note?"] = "string" }, emits = { noted = "string" } },
      selling = {
        input = { sku = "integer" },
        result = { order = "integer" },
        emits = { added = "string" },
      },
      text = { input = "string" },
    }
    """

  private func project(_ fields: String) throws -> ScriptedCoordination.Project {
    try ScriptedCoordination.Project(
      ProjectFiles(
        ContractFixtures.files(
          fields, transitions: "buy = { ignore = true }", protocols: Self.protocols)))
  }

  private func contract(_ fields: String) throws -> Contract {
    try #require(try project(fields).contract(of: "child"))
  }

  @Test("one that says nothing has no contract")
  func none() throws {
    let project = try project("")
    #expect(project.contract(of: "child") == nil)
    #expect(project.contract(of: "app") == nil)
    #expect(project.contract(of: "nobody") == nil)
  }

  @Test(
    "keys of inputs, events and handled events add up; the result is that of the one who has it")
  func addUp() throws {
    let contract = try contract(
      "contract = { input = { ['now?'] = 'boolean' } }, implements = { 'buying', 'counting', 'noting' }"
    )
    #expect(
      contract.input?.type
        == .record(
          RecordType([
            "sku": .string, "count": .integer, "note": .optional(.string),
            "now": .optional(.boolean),
          ])))
    #expect(contract.result?.type == .record(RecordType(["order": .string])))
    #expect(
      contract.emits?.mapValues(\.type)
        == ["added": .integer, "closed": .record(RecordType([:])), "noted": .string])
    #expect(contract.handles.keys.sorted() == ["buy"])
    #expect(contract.types.names == [])
  }

  @Test("one protocol may be given by its name alone, and twice is once")
  func single() throws {
    let one = try contract("implements = 'buying'")
    #expect(try contract("implements = { 'buying', 'buying' }") == one)
    #expect(one.input?.type == .named("product"))
    #expect(one.types.names == ["product"])
  }

  @Test("contracts are equal when they ask the same, wherever it is written")
  func equality() throws {
    let buying = try contract("implements = 'buying'")
    let written = """
      contract = { input = 'product', result = { order = 'string' },
        emits = { added = 'integer', closed = {} }, handles = { 'buy' } }
      """
    #expect(try contract(written) == buying)
    for other in [
      written.replacing("'product'", with: "'same'"),
      written.replacing("order = 'string'", with: "order = 'string?'"),
      written.replacing("added = 'integer'", with: "added = 'number'"),
      written.replacing(", handles = { 'buy' }", with: ""),
      "contract = {}", "implements = { 'buying', 'noting' }",
    ] {
      #expect(try contract(other) != buying, "\(other)")
    }
  }

  @Test(
    "what two say of one thing has to be the same, or is an error that names both",
    arguments: [
      (
        "implements = { 'counting', 'selling' }",
        [
          #"emits.added is "integer" (protocol "counting", protocols.lua:9) and "string" (protocol "selling", protocols.lua:14): let both say the same"#
        ]
      ),
      (
        "contract = { input = { sku = 'string?' } }, implements = 'buying'",
        [
          #"input.sku is "string?" (contract of child.lua:1) and "string" (protocol "buying", protocols.lua:4): let both say the same"#
        ]
      ),
      (
        "contract = { result = 'string' }, implements = 'buying'",
        [
          #"result is "string" (contract of child.lua:1) and { order = "string" } (protocol "buying", protocols.lua:5): let both say the same"#
        ]
      ),
      (
        "implements = { 'text', 'buying' }",
        [
          #"input is "string" (protocol "text", protocols.lua:16) and "product" (protocol "buying", protocols.lua:4): let both say the same"#
        ]
      ),
      (
        "implements = { 'buying', 'selling' }",
        [
          #"input.sku is "string" (protocol "buying", protocols.lua:4) and "integer" (protocol "selling", protocols.lua:12): let both say the same"#,
          #"result is { order = "string" } (protocol "buying", protocols.lua:5) and { order = "integer" } (protocol "selling", protocols.lua:13): let both say the same"#,
          #"emits.added is "integer" (protocol "buying", protocols.lua:6) and "string" (protocol "selling", protocols.lua:14): let both say the same"#,
        ]
      ),
    ])
  func conflicts(fields: String, messages: [String]) throws {
    let problems = try problems(
      in: ContractFixtures.files(
        fields, transitions: "buy = { ignore = true }", protocols: Self.protocols))
    #expect(problems == messages.map { "child.lua:1: error: \($0)" })
  }

  @Test("strings become what the input asks for; what does not convert is left for the check")
  func strings() throws {
    let contract = try contract(
      """
      contract = { input = { id = 'integer', price = 'number?', ['now?'] = 'boolean',
        name = 'string', size = { one_of = { 's' } }, tags = { array_of = 'integer' }, x = 'any' } }
      """)
    #expect(
      contract.inputFromStrings([
        "id": "7", "price": "2.5", "now": "true", "name": "7", "size": "s", "tags": ["1"],
        "x": "1", "query": [:], "url": "product/7",
      ])
        == [
          "id": 7, "price": 2.5, "now": true, "name": "7", "size": "s", "tags": ["1"], "x": "1",
        ])
    for (price, value) in [
      ("7", 7), ("-7", -7), ("1e3", 1000.0), ("nan", "nan"), ("inf", "inf"), ("1e999", "1e999"),
      ("", ""), (" 7", " 7"), ("seven", "seven"),
    ] as [(String, Value)] {
      #expect(contract.inputFromStrings(["price": .string(price)]) == ["price": value])
    }
    #expect(
      contract.inputFromStrings(["id": "7.5", "now": "yes"]) == ["id": "7.5", "now": "yes"])
    #expect(
      contract.inputFromStrings(["id": "99999999999999999999"]) == ["id": "99999999999999999999"])
    #expect(contract.inputFromStrings(["id": 3.5, "now": 1]) == ["id": 3.5, "now": 1])
    #expect(contract.inputFromStrings("7") == "7")
  }

  @Test("strings stay as they are where no record is asked for; a named record is looked up")
  func otherStrings() throws {
    let captures: Value = ["count": "7", "rest": "x"]
    for fields in ["contract = {}", "contract = { input = 'any' }", "implements = 'text'"] {
      #expect(try contract(fields).inputFromStrings(captures) == captures)
    }
    let amount = try contract("contract = { input = 'amount' }")
    #expect(amount.inputFromStrings(captures) == ["count": 7])
  }
}
