import LuaRuntime
import Testing

@Suite("Memory")
struct MemoryTests {
  @Test("what grows and shrinks over the sizes of small blocks keeps what it holds")
  func sizes() throws {
    let script = try Script()
    let text = """
      local strings, kept = {}, {}
      for size = 0, 700 do strings[size] = ("%d"):rep(size) .. size end
      for size = 0, 700 do
        local list = {}
        for index = 1, size do list[index] = index * size end
        for index = size, size // 2 + 1, -1 do list[index] = nil end
        -- What has gone from it makes room when it grows again.
        list.name = size
        for index = 1, 64 do list["k" .. index] = size end
        kept[size] = list
      end
      for size = 0, 700 do
        assert(strings[size] == ("%d"):rep(size) .. size)
        local list = kept[size]
        assert(#list == size // 2 and list.name == size and list.k64 == size)
        for index = 1, #list do assert(list[index] == index * size) end
      end
      return "kept"
      """
    #expect(try script.text(text) == "kept")
  }

  @Test("what nothing refers to any more does not count, whatever its size")
  func givenBack() throws {
    let script = try Script()
    let round = try script.load(
      """
      local list = {}
      for index = 1, 2000 do list[index] = { ("x"):rep(index % 600), index } end
      """)
    try round.call()
    script.state.collectGarbage()
    let before = script.state.memoryInUse
    for _ in 0..<5 { try round.call() }
    script.state.collectGarbage()
    #expect(script.state.memoryInUse <= before + 4096)
  }

  @Test("garbage gathers for as long as it may, and no longer")
  func putOff() throws {
    let script = try Script(limits: .none)
    let round = try script.load("for index = 1, ... do local list = { index } end")
    script.state.putOffCollecting(until: 8 << 20)
    try round.call(50_000)
    #expect(script.state.memoryInUse > 3 << 20)
    try round.call(1_000_000)
    #expect(script.state.memoryInUse < 20 << 20, "it is collected as usual")
    script.state.collectGarbage()
    let before = script.state.memoryInUse
    script.state.putOffCollecting(until: 0)
    try round.call(50_000)
    #expect(script.state.memoryInUse < before + 1 << 20)
  }
}

@Suite("Compiled text")
struct CompiledTextTests {
  private let text = """
    local function add(left, right)
      local sum = left.value +
        right.value
      return sum
    end
    local nothing
    return function(kind)
      if kind == "sum" then return add({ value = 1 }, { value = 2 }) end
      if kind == "field" then return nothing.value end
      error("no " .. kind)
    end
    """

  /// The function in a state that has not compiled it.
  private func loaded(_ script: Script) throws -> LuaFunction {
    let first = try Script()
    let compiled = try #require(try first.load(text, name: "own.lua").compiled())
    return try script.state.load(compiled, environment: script.environment).call()
  }

  @Test("it does in any state what it did where it was compiled")
  func runs() throws {
    let script = try Script()
    #expect(try loaded(script).call("sum") as Int == 3)
  }

  @Test("its errors have its name and lines, and no names of locals")
  func errors() throws {
    let script = try Script()
    let function = try loaded(script)
    for (kind, line, message) in [
      ("other", 10, "no other"), ("field", 9, "attempt to index a nil value"),
    ] {
      let error = #expect(throws: LuaError.self) { try function.call(kind) }
      #expect(error?.script == "own.lua")
      #expect(error?.line == line)
      #expect(error?.message.contains(message) == true)
      #expect(error?.message.contains("nothing") == false)
    }
  }

  @Test("a host function has none")
  func hostFunction() throws {
    let script = try Script()
    #expect(try script.state.makeFunction("host") { 1 }.compiled() == nil)
  }
}
