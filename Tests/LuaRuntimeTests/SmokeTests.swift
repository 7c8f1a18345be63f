import LuaRuntime
import PlainValues
import Testing

final class Thing { var n = 0 }

@Suite("Smoke")
struct SmokeTests {
  func make(_ text: String, _ state: LuaState, _ environment: LuaTable? = nil) throws -> LuaFunction {
    let environment = try environment ?? state.makeEnvironment()
    return try state.load(Array(text.utf8), chunkName: "a.lua", environment: environment)
  }

  @Test("calls go both ways")
  func calls() throws {
    let state = try LuaState()
    let environment = try state.makeEnvironment()
    try environment.set("double", try state.makeFunction("double") { (x: Int) in x * 2 })
    try environment.set("fail", try state.makeFunction("fail") { call in
      throw LuaMismatch("no: \(try call.string(at: 0))") })
    let function: LuaFunction = try make(
      "return function(a, b) return double(a) + #b.x end", state, environment).call()
    let sum: Int = try function.call(20, Value.object(["x": "ab"]))
    #expect(sum == 42)
    let text: String = try make("return select(2, pcall(fail, 'x')) .. select(2, pcall(function()\n fail('y') end))", state, environment).call()
    #expect(text == "no: xa.lua:2: no: y")
    do { try make("local t = nil\nreturn t.x", state).call() } catch let error as LuaError {
      print(error, error.kind, error.traceback)
    }
    do { try make("fail(1)", state, environment).call() } catch let error as LuaError {
      print(error, error.kind, error.cause as Any)
    }
    do { try make("fail()", state, environment).call() } catch let error as LuaError {
      print(error, error.kind, error.cause as Any)
    }
    do { try make("fail(", state, environment).call() } catch { print(error) }
    do { try state.withBudget(LuaLimits(instructions: 10000)) { try make("while true do pcall(function() while true do end end) end", state, environment).call() } } catch { print(error) }
  }

  @Test("objects and runs")
  func objects() throws {
    let state = try LuaState()
    let environment = try state.makeEnvironment()
    let type = try LuaHostClass<Thing>(state, name: "thing", members: [
      .method("add") { thing, call in thing.n += try call.integer(at: 0); call.returns(thing.n) },
      .cached("one") { _ in .integer(1) },
      .property("n") { .integer($0.n) },
      .method("wait") { _, call in call.suspend() },
      .index { $1 == "dyn" ? .string("amic") : nil },
      .pairs { _ in [(.string("a"), .integer(1)), (.string("b"), .integer(2))] },
      .length { _ in 7 }, .description { "thing \($0.n)" },
    ])
    let thing = Thing()
    let object = try type.makeObject(thing)
    object.fallback = try make("return { foo = function(self) return self.n end }", state).call()
    try environment.set("thing", object)
    try environment.set("print", try state.makeFunction("print") { (s: String) in print("lua:", s) })
    let text: String = try make("""
      local out = {}
      local function say(...) out[#out + 1] = table.concat({...}, ' ') end
      say(thing:add(3), thing.one, thing.one, thing.n, thing:foo(), thing.dyn, #thing, tostring(thing))
      for k, v in pairs(thing) do say(k, v) end
      say(select(2, pcall(thing.add, nil, 1)))
      say(select(2, pcall(function() thing.x = 1 end)))
      say(tostring(getmetatable(thing)), tostring({}), tostring(print), ('%p %s'):format({}, {}))
      for k, v in pairs({ z = 1, a = 2, 10, 20, [3.5] = 4, [true] = 5 }) do say(tostring(k), v) end
      return table.concat(out, '\\n')
      """, state, environment).call()
    print(text)
    let f: LuaFunction = try make("""
      return function(self, p)
        local co = coroutine.wrap(function(a) local x = self:wait(1); coroutine.yield(x .. a); return 'done' end)
        local ok, v = pcall(co, p.y)
        print(v)
        return co() .. self:wait()
      end
      """, state, environment).call()
    guard case .suspended(let s) = try state.run(f, object, Value.object(["y": "Y"])) else { Issue.record(); return }
    guard case .suspended(let s2) = try s.resume("X") else { Issue.record(); return }
    guard case .returned(let v) = try s2.resume("Z") else { Issue.record(); return }
    #expect(v.string == "doneZ")
  }

  @Test("journal")
  func journal() throws {
    let state = try LuaState()
    let environment = try state.makeEnvironment()
    let table = try state.makeStateTable(try PackedValue(["items": [1, 2, 3], "x": ["y": 1]]))
    try environment.set("state", table)
    try make("state.items[4] = 9; state.x.z = {1}; state.x.y = nil; table.insert(state.items, 1, 77); state.d = state.x", state, environment).call()
    print(try table.packed().value)
    do { try make("state.items[3] = print", state, environment).call() } catch { print(error) }
    do { try make("state.items[3] = {a={b={print}}}", state, environment).call() } catch { print(error) }
    do { try state.journal.readOnly("a guard may only read") { try make("state.items[3] = 1", state, environment).call() } } catch { print(error) }
    state.journal.rollback(to: 0)
    #expect(try table.packed().value == ["items": [1, 2, 3], "x": ["y": 1]])
  }
}
