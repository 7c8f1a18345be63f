import LuaRuntime
import PlainValues
import Testing

@Suite("Host objects")
struct ObjectTests {
  struct Problem: Error, CustomStringConvertible { var description: String { "a problem" } }

  func make() throws -> (script: Script, type: LuaHostClass<Counter>, counter: Counter) {
    let script = try Script()
    var asked = 0
    let type = try LuaHostClass<Counter>(
      script.state, name: "coordinator",
      members: [
        .method("add") { counter, call in
          counter.count += try call.integer(at: 0)
          call.returns(counter.count, call.count)
        },
        .method("fail") { _, _ in throw Problem() },
        .method("same") { [unowned script] counter, call in
          _ = script
          call.returns(call.typeName(at: 0))
        },
        .cached("asked") { _ in
          asked += 1
          return .integer(asked)
        },
        .property("count") { .integer($0.count) },
        .property("broken") { _ in throw Problem() },
        .index { counter, key in key.hasPrefix("dyn_") ? .string(key + "\(counter.count)") : nil },
        .newIndex { counter, key, call in
          guard key == "count" else { throw LuaMismatch("cannot set '\(key)'; use self.state") }
          counter.count = try call.integer(at: 0)
        },
        .length { $0.count },
        .pairs { counter in (0..<counter.count).map { (.integer($0), .string("v\($0)")) } },
        .description { "counter \($0.count)" },
      ])
    let counter = Counter()
    try script.set("c", try type.makeObject(counter))
    try script.set("again", try type.makeObject(counter))
    try script.set("other", try type.makeObject(Counter()))
    return (script, type, counter)
  }

  @Test(
    "members answer",
    arguments: [
      ("return c:add(3) .. ' ' .. select(2, c:add(1, 2, 3))", "3 3"),
      ("local a, b = c.asked, c.asked return a .. b .. again.asked", "112"),
      ("c:add(2) return c.count .. #c .. tostring(c)", "22counter 2"),
      ("c.count = 5 return c.count", "5"),
      ("return c.dyn_x .. tostring(c.missing) .. tostring(c[1])", "dyn_x0nilnil"),
      (
        "c:add(2) local out = '' for k, v in pairs(c) do out = out .. k .. v end return out",
        "0v01v1"
      ),
      (
        "return tostring(c == again) .. tostring(c == other) .. tostring(c == {})", "truefalsefalse"
      ),
      ("return type(c) .. tostring(getmetatable(c))", "userdatafalse"),
      ("return c:same(c)", "coordinator"),
      ("return string.format('%s', c)", "counter 0"),
      ("return tostring(rawequal(c.add, again.add))", "true"),
      ("local t = { [c] = 1 } return t[c]", "1"),
    ])
  func members(text: String, expected: String) throws {
    let (script, _, counter) = try make()
    #expect(try script.run(text).description == expected)
    withExtendedLifetime(counter) {}
  }

  @Test(
    "misuse is an error that says what is wrong",
    arguments: [
      ("c.add(1)", "add: expected a coordinator, got number — call it with a colon"),
      ("c.add()", "add: expected a coordinator, got nothing — call it with a colon"),
      ("c.add({}, 1)", "add: expected a coordinator, got table — call it with a colon"),
      ("c.add(stranger, 1)", "add: expected a coordinator, got stranger — call it with a colon"),
      ("c:add('x')", "bad argument #1 to 'add' (integer expected, got string)"),
      ("c:add()", "bad argument #1 to 'add' (integer expected, got nothing)"),
      ("c:fail()", "a problem"),
      ("return c.broken", "a problem"),
      ("c.x = 1", "cannot set 'x'; use self.state"),
      ("stranger.x = 1", "cannot set 'x' of a stranger"),
      ("stranger[{}] = 1", "cannot set 'table' of a stranger"),
      ("return #stranger", "attempt to get length of a stranger value (global 'stranger')"),
      ("return c + 1", "attempt to perform arithmetic on a coordinator value (global 'c')"),
      ("c.missing()", "attempt to call a nil value (field 'missing')"),
      (
        "setmetatable(c, {})", "bad argument #1 to 'setmetatable' (table expected, got coordinator)"
      ),
      ("rawset(c, 1, 1)", "bad argument #1 to 'rawset' (table expected, got coordinator)"),
    ])
  func misuse(text: String, message: String) throws {
    let (script, _, counter) = try make()
    let stranger = try LuaHostClass<Counter>(script.state, name: "stranger", members: [])
    try script.set("stranger", try stranger.makeObject(counter))
    #expect(script.failure(text)?.message == message)
    #expect(script.failure(text)?.line == 1)
  }

  @Test("the fallback comes after the members, before the index, and can be replaced")
  func fallback() throws {
    let (script, type, counter) = try make()
    let object = try type.makeObject(counter)
    try script.set("o", object)
    #expect(object.fallback == nil)
    object.fallback = try script.load(
      "return { add = 1, helper = function(self) return self.count end, dyn_y = 'mine' }"
    ).call()
    #expect(
      try script.text("return type(o.add) .. o:helper() .. o.dyn_y .. o.dyn_z")
        == "function0minedyn_z0")
    #expect(try object.fallback?.get("add") == .integer(1))
    object.fallback = try script.load("return { helper = function() return 'new' end }").call()
    #expect(try script.text("return o:helper() .. o.dyn_y") == "newdyn_y0")
    object.fallback = nil
    #expect(try script.text("return tostring(o.helper)") == "nil")
  }

  @Test("Swift gets its object back, of the right class only")
  func back() throws {
    let (script, type, counter) = try make()
    let object = try #require(try script.run("return c").object)
    #expect(object.object(as: Counter.self) === counter)
    #expect(object.object(as: Script.self) == nil)
    let stranger = try LuaHostClass<Counter>(script.state, name: "stranger", members: [])
    try script.set("stranger", try stranger.makeObject(counter))
    try script.set(
      "which",
      try script.state.makeFunction("which") { call in
        call.returns(
          call.object(at: 0, of: type) === counter, call.object(at: 0, of: stranger) === counter)
      })
    let text = "local a, b = which(%) return tostring(a) .. tostring(b)"
    #expect(try script.text(text.replacing("%", with: "c")) == "truefalse")
    #expect(try script.text(text.replacing("%", with: "stranger")) == "falsetrue")
    #expect(try script.text(text.replacing("%", with: "{}")) == "falsefalse")
  }

  @Test("a method can suspend a run, and is called with the receiver again after that")
  func suspending() throws {
    let script = try Script()
    let type = try LuaHostClass<Counter>(
      script.state, name: "counter",
      members: [
        .method("wait") { counter, call in
          counter.count += 1
          call.suspend()
        }
      ])
    let counter = Counter()
    let function: LuaFunction = try script.load("return function(c) return c:wait() + c:wait() end")
      .call()
    guard case .suspended(let first) = try script.state.run(function, try type.makeObject(counter)),
      case .suspended(let second) = try first.resume(20),
      case .returned(let sum) = try second.resume(22)
    else {
      Issue.record("not suspended twice")
      return
    }
    #expect(sum == .integer(42))
    #expect(counter.count == 2)
  }

  @Test("an object that a collection frees is released once, outside the collection")
  func released() throws {
    let script = try Script()
    final class Owner {
      let onEnd: () -> Void
      init(_ onEnd: @escaping () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
    }
    let type = try LuaHostClass<Owner>(script.state, name: "owner", members: [])
    var ended = 0
    let answer = try script.load("return 1")
    for _ in 0..<100 {
      // Its end calls Lua, which would not do in the middle of a collection.
      _ = try type.makeObject(Owner { ended += (try? answer.call() as Int) ?? 0 })
    }
    script.state.collectGarbage()
    script.state.collectGarbage()
    #expect(ended == 100)
  }
}
