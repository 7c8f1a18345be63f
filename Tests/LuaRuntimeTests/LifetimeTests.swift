import CLuaBridge
import Foundation
import PlainValues
import Testing

@testable import LuaRuntime

@Suite("Lifetimes")
struct LifetimeTests {
  /// Carries a reference to another thread, where it is dropped and nothing else.
  final class Parcel: @unchecked Sendable {
    var content: LuaReference?
    init(_ content: LuaReference) { self.content = content }
  }

  @Test("a reference keeps its value, and dropping it lets the value go")
  func dropping() throws {
    let script = try Script()
    let type = try LuaHostClass<Counter>(script.state, name: "counter", members: [])
    weak var weakCounter: Counter?
    var object: LuaObject?
    do {
      let counter = Counter()
      weakCounter = counter
      object = try type.makeObject(counter)
    }
    script.state.collectGarbage()
    #expect(weakCounter != nil)
    #expect(object?.object(as: Counter.self) === weakCounter)
    object = nil
    script.state.collectGarbage()
    #expect(weakCounter == nil)
  }

  @Test("references may be dropped on any thread while the state works")
  func otherThread() async throws {
    let script = try Script()
    let before = script.state.memoryInUse
    for round in 0..<50 {
      let parcels = try (0..<20).map { _ in
        Parcel(try script.state.makeTable(PackedValue(["a": [1, 2, 3]])))
      }
      let thread = Thread { for parcel in parcels { parcel.content = nil } }
      thread.start()
      #expect(try script.load("return 1 + ...").call(round) as Int == round + 1)
      while !thread.isFinished { await Task.yield() }
    }
    script.state.collectGarbage()
    #expect(script.state.memoryInUse < before + (64 << 10))
  }

  @Test("whatever is kept after the state has closed can be dropped, and answers with an error")
  func afterClose() throws {
    var script: Script? = try Script()
    let table = try #require(try script?.state.makeTable(PackedValue(["a": 1])))
    let function = try #require(try script?.load("return 1"))
    let type = try LuaHostClass<Counter>(#require(script?.state), name: "counter", members: [])
    let object = try type.makeObject(Counter())
    let waiting = try #require(
      try script?.load("local wait = ... return function() wait() end")
        .call(script?.state.makeFunction("wait") { call in call.suspend() }) as LuaFunction?)
    guard case .suspended(let suspension)? = try script?.state.run(waiting) else {
      Issue.record("not suspended")
      return
    }
    script = nil
    #expect(throws: LuaError.self) { try table.get("a") }
    #expect(throws: LuaError.self) { try function.call() }
    #expect(throws: LuaError.self) { try type.makeObject(Counter()) }
    #expect(throws: LuaError.self) { try suspension.resume() }
    suspension.drop()
    #expect(table.count == 0)
    #expect(object.object(as: Counter.self) == nil)
    #expect(object.fallback == nil)
    #expect(function.info.script == nil)
    #expect(!table.isSame(as: table))
  }

  @Test("closing a state releases every Swift object that it held")
  func closing() throws {
    weak var weakCounter: Counter?
    do {
      let script = try Script()
      let counter = Counter()
      weakCounter = counter
      let type = try LuaHostClass<Counter>(
        script.state, name: "counter",
        members: [.method("up") { _, _ in counter.count += 1 }])
      try script.set("counter", try type.makeObject(counter))
      try script.set("f", try script.state.makeFunction("f") { _ in counter.count += 1 })
      try script.run("counter:up() f()")
      #expect(counter.count == 2)
    }
    #expect(weakCounter == nil)
  }

  @Test("closing a state gives every byte back")
  func bytes() throws {
    let script = try Script()
    try script.run("t = {} for i = 1, 1000 do t[i] = { i, tostring(i) } end")
    let type = try LuaHostClass<Counter>(
      script.state, name: "counter", members: [.method("up") { _, _ in }])
    try script.set("c", try type.makeObject(Counter()))
    _ = try script.state.makeStateTable(PackedValue(["a": ["b": 1]]))
    let core = script.state.core
    core.close()
    #expect(sx_memory(core.runtime) == 0)
  }

  @Test("a closure may hold references into its own state without keeping it")
  func cycle() throws {
    weak var weakState: LuaState?
    weak var weakCounter: Counter?
    do {
      let script = try Script()
      weakState = script.state
      let counter = Counter()
      weakCounter = counter
      let table = try script.state.makeTable()
      try script.set(
        "f",
        try script.state.makeFunction("f") { call in
          counter.count += 1
          try table.set(1, 1)
        })
      try script.run("f()")
    }
    #expect(weakState == nil)
    #expect(weakCounter == nil)
  }

  @Test("a state that is let go of by a call from its own script lives to the end of that call")
  func suicide() throws {
    var script: Script? = try Script()
    let function: LuaFunction = try #require(script).load(
      "local die = ... return function() die() return 'survived' end"
    ).call(#require(script).state.makeFunction("die") { _ in script = nil })
    #expect(try function.call() as String == "survived")
    #expect(script == nil)
  }

  @Test("what is alive stays level over a thousand turns")
  func level() throws {
    let script = try Script()
    let type = try LuaHostClass<Counter>(
      script.state, name: "counter",
      members: [
        .method("up") { counter, call in counter.count += 1 },
        .method("wait") { _, call in call.suspend() },
      ])
    let function: LuaFunction = try script.load(
      "return function(c, params, state) c:up() state.n = { #params } c:wait() return params end"
    ).call()
    let stateTable = try script.state.makeStateTable(.empty)
    let params = try PackedValue(["a", "b"])
    func turn() throws {
      guard
        case .suspended(let suspension) = try script.state.run(
          function, try type.makeObject(Counter()), params, stateTable)
      else { return }
      _ = try suspension.resume()
      script.state.journal.commit()
    }
    for _ in 0..<100 { try turn() }
    script.state.collectGarbage()
    let before = script.state.memoryInUse
    for _ in 0..<1000 { try turn() }
    script.state.collectGarbage()
    #expect(script.state.memoryInUse <= before + 4096)
  }
}

/// What Lua owns of Swift's, where there is no memory.
@Suite("Lifetimes without memory")
struct StarvedLifetimeTests {
  /// Says when it goes.
  private final class Guest {
    let count: Counter
    init(_ count: Counter) {
      self.count = count
      count.count += 1
    }
    deinit { count.count -= 1 }
  }

  /// A state whose allocations fail while it is said that they do.
  private final class Starving {
    private let plan = UnsafeMutablePointer<sx_faults>.allocate(capacity: 1)
    private(set) var script: Script?

    init(_ whose: sx_memory_owner) throws {
      plan.initialize(
        to: sx_faults(whose: whose.rawValue, first: 1, last: 0, asked: 0, failed: 0))
      sx_plan_faults(plan)
      script = try Script()
    }

    func starve() { plan.pointee.last = .max }
    func feed() { plan.pointee.last = 0 }
    func close() { script = nil }

    deinit {
      sx_plan_faults(nil)
      script = nil
      plan.deallocate()
    }
  }

  @Test("what a collection finds is given back, also if there is no room to note it")
  func collected() throws {
    let guests = Counter()
    let starving = try Starving(SX_MEMORY_OF_BRIDGE)
    let state = try #require(starving.script?.state)
    let type = try LuaHostClass<Guest>(state, name: "guest", members: [])
    for _ in 0..<500 {
      let guest = Guest(guests)
      _ = try type.makeObject(guest)
      _ = try state.makeFunction("hold") { (_: inout LuaCall) in _ = guest }
    }
    #expect(guests.count > 0)
    starving.starve()
    state.collectGarbage()
    #expect(guests.count == 0)
    starving.feed()
    #expect(try starving.script?.load("return 1").call() as Int? == 1)
  }

  @Test("what a finalizer has no memory for is given back at the latest with the state")
  func closed() throws {
    let guests = Counter()
    let starving = try Starving(SX_MEMORY_OF_LUA)
    do {
      let state = try #require(starving.script?.state)
      let type = try LuaHostClass<Guest>(state, name: "guest", members: [])
      for _ in 0..<100 { _ = try type.makeObject(Guest(guests)) }
      starving.starve()
      state.collectGarbage()
    }
    starving.close()
    #expect(guests.count == 0)
  }

  @Test("what cannot be given to Lua is let go of")
  func refused() throws {
    for whose in [SX_MEMORY_OF_LUA, SX_MEMORY_OF_BRIDGE] {
      let guests = Counter()
      let starving = try Starving(whose)
      let state = try #require(starving.script?.state)
      let type = try LuaHostClass<Guest>(state, name: "guest", members: [])
      var kept: [LuaReference] = []
      for _ in 0..<100 { kept.append(try type.makeObject(Guest(guests))) }
      starving.starve()
      var failures = 0
      for _ in 0..<200 {
        do throws(LuaError) {
          kept.append(try type.makeObject(Guest(guests)))
        } catch {
          #expect("\(error)".contains("not enough memory"))
          failures += 1
        }
      }
      #expect(failures > 0)
      starving.feed()
      // One that was made, and could not be kept, is garbage.
      state.collectGarbage()
      #expect(guests.count == kept.count)
      #expect(kept.count == 300 - failures)
    }
  }
}
