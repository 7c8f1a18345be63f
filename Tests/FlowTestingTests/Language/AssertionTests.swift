import FlowTesting
import Testing

@Suite("Assertions, matchers, spies")
struct AssertionTests {
  /// Bodies of tests that pass.
  static let passing = [
    "assert.are.same({ 1, { a = 2 } }, { 1, { a = 2 } })",
    "assert.Not.Nil(1) assert.is.Not.True(false) assert.is_not_nil(1)",
    "assert.is_an.a.the.equal(1, 1)",
    "local is_not_true = assert.is_not_true is_not_true(false) is_not_true(false)",
    "assert.equal(3, (assert(3, 'x')))",
    "local t = {} assert.equal(t, assert.is_table(t))",
    "assert.has_error(function() error('x') end, 'x')",
    "assert.has_error(function() error({ a = 1 }) end, { a = 1 })",
    "assert.equal('12', assert.matches('(%d+)', 'a12b'))",
    "assert.equal('ang', assert.error_matches(function() error('bang') end, 'b(ang)'))",
    "assert.is_unique({ 1, 2 }) assert.is_not.unique({ { 1 }, { 1 } }, true)",
    "local a, b = {}, {} a.me, b.me = a, b assert.same(a, b)",
    "assert.is_true(match.is_all_of(match.is_number(), match.is_not.equal(2))(1))",
    "assert.is_true(match.is_none_of(match.is_string(), match.is_nil())(1))",
    "assert.is_true(match.is_any_of(match.is_string(), match.near(1, 0.1))(1.05))",
    "local t = {} local s = spy.new() s(t) t.x = 1 "
      + "assert.spy(s).was.called_with({}) assert.spy(s).was.called_with(match.is_ref(t))",
    "local s = stub.new() s.by_default.returns(0) s.on_call_with(1).returns('one') "
      + "s.on_call_with(match.is_string()).invokes(function(x) return x .. '!' end) "
      + "assert.same({ 'one', 'a!', 0 }, { s(1), s('a'), s(2) })",
    "local m = mock({ a = function() return 3 end, b = { c = function() end } }, true) "
      + "assert.is_nil(m.a()) m.b.c(5) assert.stub(m.b.c).was.called_with(5) mock.clear(m) "
      + "assert.stub(m.b.c).was_not_called()",
    "local t = { f = function() return 1 end } local s = spy.on(t, 'f') t.f(2) "
      + "assert.spy(t.f).was_called(1) assert.spy(s).returned_with(1) s:revert() "
      + "assert.is_function(t.f)",
    "local snapshot = assert:snapshot() assert:set_parameter('TableFormatLevel', 9) "
      + "snapshot:revert() assert.equal(3, assert:get_parameter('TableFormatLevel'))",
    "assert:add_formatter(function(v) if v == 7 then return 'seven' end end) "
      + "assert.equal('seven', assert:format({ 7 })[1])",
    "assert:register('assertion', 'even', function(_, list) return list[1] % 2 == 0 end) "
      + "assert.is_even(2) assert.is_not_even(3)",
    "for _, name in ipairs { 'register', 'unregister', 'add_formatter', 'remove_formatter', 'format', "
      + "'set_parameter', 'get_parameter', 'add_spy', 'snapshot', 'level', 'get_level', 'state' } do "
      + "assert.is_function(assert[name], name) end",
    "local _, err = pcall(assert, false, 'pm') assert.equal('pm', tostring(err)) "
      + "_, err = pcall(assert.is_true, false, 'own') assert.matches('^own\\n', tostring(err)) "
      + "_, err = pcall(function() assert(false, 'in') end) assert.matches('^.*:%d+: in$', tostring(err))",
    "local ok, err = pcall(assert.equal, 1, 2) assert.is_false(ok) "
      + "assert.matches('Passed in:\\n%(number%) 2\\nExpected:\\n%(number%) 1', tostring(err))",
  ]

  @Test("what holds passes", arguments: passing)
  func passes(_ body: String) throws {
    let went = try spec("it('x', function() \(body) end)")
    #expect(went.failures(of: "x") == [])
    #expect(went.count(.passed) == 1)
  }

  @Test("a failure points to the line of who asserts, or as far out as is said")
  func levels() throws {
    let went = try spec(
      """
      local function check(value) assert(value, "wrong", assert:level(2)) end
      it("a", function()
        check(false)
      end)
      """)
    #expect(went.failures(of: "a").first?.line == 3)
  }

  @Test("custom assertions say what they registered")
  func custom() throws {
    let went = try spec(
      """
      local say = require "say"
      say:set("assertion.even.positive", "Expected an even number, but got:\\n%s")
      assert:register("assertion", "even", function(_, list) return list[1] % 2 == 0 end,
        "assertion.even.positive")
      it("a", function() assert.is_even(3) end)
      """)
    #expect(
      went.failures(of: "a").map(\.message) == ["Expected an even number, but got:\n(number) 3"])
  }
}
