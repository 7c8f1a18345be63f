import FlowTesting
import Testing

@Suite("What a test leaves behind")
struct ScopeTests {
  @Test("names that a test assigns are gone with it, those of a block or hook with the block")
  func names() throws {
    let went = try spec(
      """
      describe("a", function()
        inner = 1
        before_each(function() hooked = 2 end)
        it("sets", function()
          own = 3
          assert.same({ 1, 2, 3 }, { inner, hooked, own })
        end)
        it("does not see", function() assert.is_nil(own) end)
      end)
      describe("b", function()
        it("is apart", function() assert.is_nil(inner) assert.is_nil(hooked) end)
      end)
      """)
    #expect(went.count(.passed) == 3)
  }

  @Test("insulate puts globals back, expose lets them out")
  func insulation() throws {
    let went = try spec(
      """
      insulate("in", function()
        _G.shared = 1
        it("sees", function() assert.equal(1, shared) end)
      end)
      it("is as before", function() assert.is_nil(shared) end)
      insulate("around", function()
        expose("out", function() _G.kept = 2 it("sees", function() assert.equal(2, kept) end) end)
      end)
      it("has it", function() assert.equal(2, kept) end)
      """)
    #expect(
      went.outcomes == [
        "in sees: passed", "is as before: passed", "around out sees: passed", "has it: passed",
      ])
  }

  @Test("spies and stubs that a test or its hooks set are reverted after it")
  func spies() throws {
    let went = try spec(
      """
      local api = { f = function() return 1 end, g = function() return 2 end }
      describe("a", function()
        local kept
        setup(function() kept = stub(api, "g").returns(4) end)
        it("stubs", function() stub(api, "f").returns(3) assert.equal(3, api.f()) end)
        it("is as before", function() assert.equal(1, api.f()) assert.equal(4, api.g()) end)
        teardown(function() kept:revert() assert.equal(2, api.g()) end)
      end)
      """)
    #expect(went.count(.passed) == 2)
    #expect(went.problems.isEmpty)
  }

  @Test("a test that uses up its limit fails alone, and its hooks run")
  func limits() throws {
    let went = try spec(
      """
      after_each(function() print("after") end)
      it("spins", function() pcall(function() while true do end end) end)
      it("runs on", function() end)
      """
    ) { $0.limits.instructions = 200_000 }
    #expect(went.outcomes == ["spins: error", "runs on: passed"])
    let failure = try #require(went.failures(of: "spins").first)
    #expect(failure.message == "stopped after 200000 instructions: look for a loop without an end")
    #expect(failure.file == "tests/it_test.lua")
    #expect(failure.line == 2)
    #expect(went.results.map(\.output) == [["after"], ["after"]])
  }
}
