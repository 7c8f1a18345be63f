import LuaRuntime
import PlainValues
import Testing

@Suite("The journal")
struct JournalTests {
  func make(_ initial: Value) throws -> (Script, LuaTable) {
    let script = try Script()
    let table = try script.state.makeStateTable(PackedValue(initial))
    try script.set("state", table)
    return (script, table)
  }

  @Test("what an alias stands for is taken back with what else is undone")
  func alias() throws {
    let script = try Script()
    let tables = try ["return { x = 1 }", "return { x = 2 }"].map {
      try script.load($0).call() as LuaTable
    }
    let alias = try script.state.makeAlias(of: tables[0])
    try script.set("alias", alias)
    script.state.journal.commit()
    let mark = script.state.journal.mark()
    try alias.stand(for: tables[1])
    #expect(try script.text("return tostring(alias.x)") == "2")
    script.state.journal.rollback(to: mark)
    #expect(try script.text("return tostring(alias.x)") == "1")
    try alias.stand(for: tables[1])
    script.state.journal.commit()
    script.state.journal.rollback(to: 0)
    #expect(try script.text("return tostring(alias.x)") == "2")
  }

  @Test("a state table reads like a table, by every way that a script has")
  func reads() throws {
    let (script, _) = try make(["list": [10, 20, 30], "b": ["x": 1], "a": "s"])
    let text = try script.text(
      """
      local out = {}
      local function say(...) out[#out + 1] = table.concat({ ... }, " ") end
      for k, v in pairs(state) do say(k, type(v)) end
      for i, v in ipairs(state.list) do say(i, v) end
      for i, v in pairs(state.list) do say(i, v) end
      for k, v in next, state.b do say(k, v) end
      say(#state.list, rawlen(state.list), rawget(state, "a"), type(rawget(state, "b")))
      say(table.concat(state.list, ","), table.unpack(state.list))
      say(select("#", table.unpack(state.list)), tostring(next(state.list)))
      say(tostring(state.b == state.b), tostring(rawequal(state.b, rawget(state, "b"))))
      say(tostring(state), tostring(getmetatable(state)), tostring(state.missing))
      say(tostring(next(state)), string.format("%s", state.b))
      return table.concat(out, "\\n")
      """)
    #expect(
      text == """
        a string
        b table
        list table
        1 10
        2 20
        3 30
        1 10
        2 20
        3 30
        x 1
        3 3 s table
        10,20,30 10 20 30
        3 1
        true true
        table false nil
        a table
        """)
  }

  @Test("what is put into state is copied, so nothing is shared")
  func copies() throws {
    let (script, table) = try make([:])
    try script.run(
      """
      local d = { n = { 1 } }
      state.d = d
      d.n[1] = 2 d.x = 1
      state.e = state.d
      state.e.n[1] = 3
      """)
    #expect(try table.packed().value == ["d": ["n": [1]], "e": ["n": [3]]])
    script.state.journal.rollback(to: 0)
    #expect(try table.packed().value == [:])
  }

  @Test("assigning what is there already changes nothing")
  func sameAgain() throws {
    let (script, _) = try make(["d": ["n": 1]])
    let mark = script.state.journal.mark()
    #expect(
      try script.text("local d = state.d state.d = d return tostring(state.d == d)") == "true")
    #expect(script.state.journal.mark() == mark)
  }

  @Test(
    "what is not plain data is refused and leaves state as it was",
    arguments: [
      ("state.f = print", "f is a function: state holds plain data only"),
      ("state.list[2] = { a = { print } }", "[2].a[1] is a function: state holds plain data only"),
      ("state.x = 0/0", "x is not a number (NaN): state holds plain data only"),
      ("state[1.5] = 1", "a key of state is a string or an integer, not 1.5"),
      ("state[true] = 1", "a key of state is a string or an integer, not a boolean"),
      ("state[print] = nil", "a key of state is a string or an integer, not a function"),
      ("local t = {} t.t = t state.t = t", "t.t contains itself: state holds plain data only"),
      ("rawset(state, 'f', print)", "f is a function: state holds plain data only"),
      ("table.insert(state.list, 1, print)", "[4] is a function: state holds plain data only"),
      ("table.insert(state.list, print)", "[4] is a function: state holds plain data only"),
      ("setmetatable(state, {})", "cannot change a protected metatable"),
      ("setmetatable({}, state)", "a state table cannot be a metatable"),
    ])
  func refused(text: String, message: String) throws {
    let (script, table) = try make(["list": [1, 2, 3]])
    #expect(script.failure(text)?.message == message)
    #expect(try table.packed().value == ["list": [1, 2, 3]])
    #expect(script.state.journal.mark() == 0)
  }

  @Test("while it is read-only, writing by any way is an error with the reason")
  func readOnly() throws {
    let (script, table) = try make(["list": [3, 1, 2]])
    for text in [
      "state.x = 1", "rawset(state, 'x', 1)", "table.insert(state.list, 1)",
      "table.remove(state.list)", "table.sort(state.list)", "state.list[1] = nil",
      "table.move(state.list, 1, 2, 2)",
    ] {
      script.state.journal.readOnly("a guard may only read") {
        script.state.journal.readOnly("inner") {}
        #expect(script.failure(text)?.message == "a guard may only read", "\(text)")
      }
    }
    #expect(try table.packed().value == ["list": [3, 1, 2]])
    try script.run("state.x = 1")
  }

  @Test("moving tables within state moves them, and does not copy")
  func moves() throws {
    let (script, table) = try make(["list": [["n": 3], ["n": 1], ["n": 2]]])
    #expect(
      try script.text(
        """
        local first = state.list[1]
        table.sort(state.list, function(a, b) return a.n < b.n end)
        assert(state.list[3] == first)
        table.insert(state.list, 1, { n = 0 })
        assert(state.list[4] == first)
        local gone = table.remove(state.list, 2)
        assert(state.list[3] == first)
        return gone.n .. " " .. #state.list
        """) == "1 3")
    #expect(try table.packed().value == ["list": [["n": 0], ["n": 2], ["n": 3]]])
    script.state.journal.rollback(to: 0)
    #expect(try table.packed().value == ["list": [["n": 3], ["n": 1], ["n": 2]]])
  }

  @Test("Swift writes into the journal too")
  func fromSwift() throws {
    let (script, table) = try make(["a": 1])
    try table.set("b", 2)
    let mark = script.state.journal.mark()
    try table.replaceContents(with: PackedValue(["c": ["d": 1]]))
    #expect(try table.packed().value == ["c": ["d": 1]])
    #expect(table.isStateTable)
    #expect(throws: LuaError.self) { try table.set("f", try script.load("")) }
    script.state.journal.rollback(to: mark)
    #expect(try table.packed().value == ["a": 1, "b": 2])
    script.state.journal.rollback(to: 0)
    #expect(try table.packed().value == ["a": 1])
    try table.set("a", 5)
    script.state.journal.commit()
    script.state.journal.rollback(to: 0)
    #expect(try table.packed().value == ["a": 5])
  }

  @Test("a turn that writes without end is stopped, and undone")
  func endless() throws {
    let (script, table) = try make(["n": 0])
    let error = script.failure("while true do state.n = state.n + 1 end")
    #expect(error?.message == "more than 300000 changes of state in one turn")
    script.state.journal.rollback(to: 0)
    #expect(try table.packed().value == ["n": 0])
  }

  @Test("rolling back gives what a model that copies gives", arguments: 0..<40)
  func model(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let (script, table) = try make(["list": [1, 2, 3], "a": ["b": ["c": 1]], "n": 5])
    let places = ["state", "state.list", "state.a", "(state.a or state).b", "state.deep"]
    let keys = ["'list'", "'a'", "'b'", "'deep'", "1", "2", "3", "#t + 1"]
    let values = [
      "nil", "1", "'s'", "true", "1.5", "{}", "{ 1, { 2 } }", "{ b = { c = 2 } }", "state.a",
      "state.list", "state", "{ state.a }",
    ]
    let actions = [
      "t[K] = V", "t[K] = V", "t[K] = V", "rawset(t, K, V)", "table.insert(t, V)",
      "table.insert(t, 1, V)", "table.remove(t)", "table.remove(t, 1)",
      "table.sort(t, function(a, b) return tostring(a) < tostring(b) end)",
      "table.move(t, 1, 2, 2)", "for k in pairs(t) do t[k] = nil end",
    ]
    var savepoints: [(mark: Int, copy: PackedValue)] = [(0, try table.packed())]
    for _ in 0..<60 {
      let action = actions.randomElement(using: &random)!
        .replacing("K", with: keys.randomElement(using: &random)!)
        .replacing("V", with: values.randomElement(using: &random)!)
      let place = places.randomElement(using: &random)!
      // What fails, or has nothing to work on, changes nothing that the journal does not know.
      _ = script.failure("local t = \(place) if type(t) == 'table' then \(action) end")
      switch Int.random(in: 0..<6, using: &random) {
      case 0: savepoints.append((script.state.journal.mark(), try table.packed()))
      case 1:
        let index = Int.random(in: 0..<savepoints.count, using: &random)
        savepoints.removeSubrange((index + 1)...)
        script.state.journal.rollback(to: savepoints[index].mark)
        #expect(try table.packed() == savepoints[index].copy)
      case 2 where Int.random(in: 0..<4, using: &random) == 0:
        script.state.journal.commit()
        savepoints = [(0, try table.packed())]
      default: break
      }
      if Int.random(in: 0..<10, using: &random) == 0 { script.state.collectGarbage() }
      if try table.packed().bytes.count > 100_000 { break }
    }
    script.state.journal.rollback(to: 0)
    #expect(try table.packed() == savepoints[0].copy)
  }

  @Test("in state no table is within itself or in two places, whatever is assigned")
  func tree() throws {
    let (script, table) = try make(["a": ["b": ["c": 1]]])
    try script.run("state.a.b.up = state.a state.a.b.up.b.c = 2 state.x = state")
    let value = try table.packed().value
    #expect(value["a"] == ["b": ["c": 1, "up": ["b": ["c": 2]]]])
  }
}
