import PlainValues
import ScriptedCoordination
import Testing

@Suite("Loading contracts and protocols")
struct LoadingContractsTests {
  @Test(
    "what is wrong with a contract is an error at its line",
    arguments: [
      (
        "contract = 5",
        "contract is a number, it has to be a table such as { input = { sku = \"string\" } }"
      ),
      (
        "contract = { 'a' }",
        "contract is a list, it has to be a table such as { input = { sku = \"string\" } }"
      ),
      (
        "contract = { input = print }",
        "contract is not plain data: contract.input is a function"
      ),
      (
        "contract = { inptu = {} }", "contract has no \"inptu\": did you mean \"input\"?"
      ),
      (
        "contract = { input = { sku = 'strin' } }",
        "contract.input.sku: there is no type \"strin\": did you mean \"string\"?"
      ),
      (
        "contract = { input = { sku = 'sting?' } }",
        "contract.input.sku: there is no type \"sting\": did you mean \"string\"?"
      ),
      (
        "contract = { input = 'whatever' }",
        "contract.input: there is no type \"whatever\"; there is any, boolean, integer, number, string, table, address"
      ),
      (
        "contract = { input = { sku = true } }",
        "contract.input.sku is a boolean, it has to be a type: a name such as \"string\", a table of keys and types, { array_of = … } or { one_of = { … } }"
      ),
      (
        "contract = { result = { 'string' } }",
        "contract.result is a list, it has to be a type: a name such as \"string\", a table of keys and types, { array_of = … } or { one_of = { … } }"
      ),
      (
        "contract = { input = { a = { array_of = 'string?' } } }",
        "contract.input.a: what a list holds is never missing; take the ? away"
      ),
      (
        "contract = { input = { a = { array_of = 'string', size = 3 } } }",
        "contract.input.a: \"size\" does not go with array_of, which stands alone"
      ),
      (
        "contract = { input = { a = { one_of = {} } } }",
        "contract.input.a: one_of has to be a list of strings"
      ),
      (
        "contract = { input = { a = { one_of = { 1, 2 } } } }",
        "contract.input.a: one_of has to be a list of strings"
      ),
      (
        "contract = { input = { a = 'string', ['a?'] = 'string' } }",
        "contract.input has both \"a\" and \"a?\": keep one"
      ),
      (
        "contract = { emits = { 'added' } }",
        "contract: emits is a list, it has to be a table of payloads by event: { added = \"integer\", closed = true }"
      ),
      (
        "contract = { emits = { finished = true, bought = true } }",
        "contract: \"finished\" is an event that only the host sends; give yours another name"
      ),
      (
        "contract = { handles = 'buy' }", "contract: handles has to be a list of events' names"
      ),
      (
        "contract = { handles = { 5 } }", "contract: handles has to be a list of events' names"
      ),
      (
        "contract = { handles = { 'buy' } }",
        "\"buy\" has to be handled (contract of child.lua:3): name it in transitions, under where it comes from; \"bay\" is there"
      ),
      (
        "implements = 5",
        "implements has to be a protocol's name, or a list of names: { \"buying\", \"paying\" }"
      ),
      (
        "implements = {}",
        "implements has to be a protocol's name, or a list of names: { \"buying\", \"paying\" }"
      ),
      (
        "implements = 'buyin'", "there is no protocol \"buyin\": did you mean \"buying\"?"
      ),
      (
        "implements = { 'asking', 'nothing' }",
        "there is no protocol \"nothing\"; there is asking, buying"
      ),
      (
        "implements = 'asking'",
        "\"ask\" has to be handled (protocol \"asking\", protocols.lua:4): name it in transitions, under where it comes from"
      ),
      (
        "contract = { emits = { done = true } }",
        "emit \"bought\": there is no such event in what it emits; there is done (contract of child.lua:3)"
      ),
    ])
  func contract(field: String, message: String) throws {
    let needsAsk = message.contains("nothing\"; there")
    let problems = try problems(in: [
      "app.lua": ContractFixtures.app,
      "child.lua": """
      local child = {
        limit = 1,
        \(field),
      }
      function child:start() end
      child.transitions = { form = { bay = { emit = "bought" }\(needsAsk ? ", ask = { ignore = true }" : "") } }
      return child
      """,
      "protocols.lua": """
      return {
        types = { address = { street = "string" } },
        buying = {},
        asking = { handles = { "ask" } },
      }
      """,
    ])
    let line = message.hasPrefix("emit") ? 6 : 3
    #expect(problems == ["child.lua:\(line): error: \(message)"])
  }

  @Test(
    "what is wrong with protocols.lua is an error at its line",
    arguments: [
      (
        "return 5",
        "protocols.lua: error: protocols.lua returns a number, it has to return a table of protocols"
      ),
      (
        "",
        "protocols.lua: error: protocols.lua returns nothing, it has to return a table of protocols"
      ),
      (
        "return { {} }",
        "protocols.lua: error: protocols.lua returns a list, it has to return a table of protocols by name"
      ),
      (
        "return {\n  buying = { input = print } }",
        "protocols.lua: error: protocols are not plain data: protocols.buying.input is a function"
      ),
      (
        "return {\n  buying = 5 }",
        "protocols.lua:2: error: the protocol \"buying\" is a number, it has to be a table such as { input = { sku = \"string\" } }"
      ),
      (
        "return {\n  buying = {\n    emit = {} } }",
        "protocols.lua:3: error: the protocol \"buying\" has no \"emit\": did you mean \"emits\"?"
      ),
      (
        "return {\n  buying = { input = {\n    to = 'adress' } }, types = { address = {} } }",
        "protocols.lua:3: error: buying.input.to: there is no type \"adress\": did you mean \"address\"?"
      ),
      (
        "return {\n  buying = { emits = 5 } }",
        "protocols.lua:2: error: the protocol \"buying\": emits is a number, it has to be a table of payloads by event: { added = \"integer\", closed = true }"
      ),
      (
        "return { types = 5 }",
        "protocols.lua:1: error: types is a number, it has to be a table of types by name"
      ),
      (
        "return { types = {\n  string = 'any' } }",
        "protocols.lua:2: error: \"string\" is a type already; give yours another name"
      ),
      (
        "return { types = {\n  ['note?'] = 'any' } }",
        "protocols.lua:2: error: a type cannot be called \"note?\": the ? says where it is used that it is optional"
      ),
      (
        "return { types = { a = { b = {\n  c = 'nmber' } } } }",
        "protocols.lua:2: error: types.a.b.c: there is no type \"nmber\": did you mean \"number\"?"
      ),
      (
        "return { types = {\n  a = 'a' } }",
        "protocols.lua:2: error: the type \"a\" holds itself: a → a. No value can be one: make a key on the way optional, or a list"
      ),
      (
        "return { types = {\n  a = 'a?' } }",
        "protocols.lua:2: error: the type \"a\" holds itself: a → a. No value can be one: make a key on the way optional, or a list"
      ),
      (
        "return { types = { x = 'a',\n  a = { b = 'b' },\n  b = { c = { d = 'a' }, e = 'f' }, f = 'string' } }",
        "protocols.lua:2: error: the type \"a\" holds itself: a → b → a. No value can be one: make a key on the way optional, or a list"
      ),
      ("return {\n  buying = }", "protocols.lua:2: error: unexpected symbol near '}'"),
      ("error('no luck')", "protocols.lua:1: error: no luck"),
    ])
  func protocols(source: String, message: String) throws {
    let problems = try problems(in: ["app.lua": shows("home"), "protocols.lua": source])
    #expect(problems == [message])
  }

  @Test("every circle of types is told, and thousands of them load in no time")
  func circles() throws {
    let two = try problems(in: [
      "app.lua": shows("home"),
      "protocols.lua": """
      return { types = {
        a = { b = "b" }, b = "a",
        x = { y = "x" }, fine = { ["fine?"] = "fine", list = { array_of = "fine" } },
      } }
      """,
    ])
    #expect(two.count == 2)
    expect(two.first, says: "protocols.lua:2: ", "a → b → a")
    expect(two.last, says: "protocols.lua:3: ", "x → x")

    let chain = try problems(in: [
      "app.lua": "return { implements = 'p', start = function() end }",
      "protocols.lua": """
      local types = { t0 = "string" }
      for i = 1, 20000 do types["t" .. i] = "t" .. (i - 1) end
      for i = 1, 2000 do types["c" .. i] = { next = "c" .. i % 2000 + 1 } end
      return { types = types, p = { input = { v = "t20000" } } }
      """,
    ])
    #expect(chain.count == 1)
    expect(chain.first, says: "the type \"c1\" holds itself: c1 → c2 → c3", "… → c1. No value")
  }

  @Test("a table that holds itself is refused, and does not hang")
  func cyclicTables() throws {
    let problems = try problems(in: [
      "app.lua": "local t = {} t.input = t\nreturn { contract = t, start = function() end }",
      "protocols.lua": "local t = {} t.types = { a = t }\nreturn t",
    ])
    #expect(problems.count == 2)
    expect(problems.first, says: "app.lua", "contract is not plain data", "contains itself")
    expect(problems.last, says: "protocols.lua", "protocols are not plain data", "contains itself")
  }

  @Test(
    "what cannot be read hides nothing else, and is not told once more by who names it",
    arguments: ["return 5", "return {", "return { buying = { input = print } }"])
  func unreadable(source: String) throws {
    let problems = try problems(in: [
      "app.lua": """
      return {
        implements = "buying", start = function() end,
        transitions = { home = { go = { push = "offer" } } },
      }
      """,
      "protocols.lua": source, "screens.lua": "return { offer = { needs = { 'buying' } } }",
    ])
    #expect(problems.count == 1)
    expect(problems.first, says: "protocols.lua")
  }

  @Test("without protocols.lua there is no protocol, and an error says why")
  func noProtocols() throws {
    try expectOneProblem(
      in: ["app.lua": "return {\n  implements = 'buying',\n  start = function() end }"],
      at: "app.lua:2",
      says: ["there is no protocol \"buying\": the project has no protocols.lua"])
  }

  @Test("protocols.lua and contracts may be put together with require")
  func required() throws {
    let flow = try Flow([
      "app.lua": """
      local types = require "lib.types"
      return {
        contract = { input = { to = types.address } }, implements = "buying",
        start = function(self) self.router:push("home") end,
      }
      """,
      "protocols.lua": "return { buying = { input = { from = require('lib.types').address } } }",
      "lib/types.lua": "return { address = { street = 'string' } }",
    ])
    #expect(flow.error?.contains("input.from is missing") == true, "\(flow.error ?? "")")
  }
}
