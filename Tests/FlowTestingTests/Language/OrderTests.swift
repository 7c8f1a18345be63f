import FlowTesting
import Testing

@Suite("The order of tests")
struct OrderTests {
  private static let source = """
    for _, block in ipairs { "a", "b", "c" } do
      describe(block, function()
        for index = 1, 6 do it("t" .. index, function() end) end
      end)
    end
    """

  private func order(_ source: String, _ seed: UInt64?) throws -> [String] {
    let went = try spec(source) { $0.shuffleSeed = seed }
    #expect(went.results.map(\.id.fullName) == went.entries.map(\.id.fullName))
    return went.results.map(\.id.fullName)
  }

  @Test("it is the file's, or follows from the seed; blocks stay together")
  func seeds() throws {
    let plain = try order(Self.source, nil)
    #expect(plain.first == "a t1")
    let one = try order(Self.source, 1)
    #expect(one != plain)
    #expect(try order(Self.source, 1) == one)
    #expect(try order(Self.source, 2) != one)
    #expect(one.sorted() == plain.sorted())
    let blocks = one.map { $0.prefix(1) }
    #expect(zip(blocks, blocks.dropFirst()).count { $0 != $1 } == 2)
  }

  @Test("a seed's order is the same whatever order the file has")
  func names() throws {
    let turned = Self.source.replacing("\"a\", \"b\", \"c\"", with: "\"c\", \"a\", \"b\"")
    #expect(try order(Self.source, 5) == order(turned, 5))
  }

  @Test("what math.random gives a test depends on its names alone")
  func random() throws {
    let source = """
      local before = math.random(1 << 40)
      describe("a", function()
        local drawn
        setup(function() drawn = math.random(1 << 40) end)
        it("x", function() print(before, drawn, math.random(1 << 40), math.random(1 << 40)) end)
        it("y", function() print(before, drawn, math.random(1 << 40)) end)
      end)
      describe("b", function()
        before_each(function() print(math.random(1 << 40)) end)
        it("x", function() print(math.random(1 << 40)) end)
      end)
      """
    func drawn(_ seed: UInt64?, only name: String? = nil) throws -> [String: [String]] {
      let went = try spec(source) {
        $0.shuffleSeed = seed
      } only: {
        name == nil || $0.id.fullName == name
      }
      return Dictionary(uniqueKeysWithValues: went.results.map { ($0.id.fullName, $0.output) })
    }
    let all = try drawn(nil)
    #expect(Set(all.values).count == 3)
    for seed in 1...4 as ClosedRange<UInt64> { #expect(try drawn(seed) == all) }
    for name in all.keys { #expect(try drawn(nil, only: name) == [name: all[name] ?? []]) }
  }

  @Test("randomize shuffles a block, randomize(false) keeps its order")
  func randomize() throws {
    let source = """
      describe("r", function()
        randomize(3210)
        for index = 1, 20 do it(index, function() end) end
      end)
      describe("f", function()
        randomize(false)
        for index = 1, 20 do it(index, function() end) end
      end)
      """
    let names = try order(source, 7)
    #expect(names.filter { $0.hasPrefix("r") } != (1...20).map { "r \($0)" })
    #expect(names.filter { $0.hasPrefix("f") } == (1...20).map { "f \($0)" })
  }
}
