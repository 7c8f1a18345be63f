import FlowTesting
import Testing

/// What a test fails with, for each way to fail. The body is that of a test, on the third line.
struct MessageCase: CustomTestStringConvertible, Sendable {
  var body: String
  var message: String
  var difference: [String]
  var outcome: TestResult.Outcome

  init(
    _ body: String, _ message: String, _ difference: [String] = [],
    _ outcome: TestResult.Outcome = .failed
  ) {
    self.body = body
    self.message = message
    self.difference = difference
    self.outcome = outcome
  }

  var testDescription: String { body }
}

@Suite("What a failure says")
struct MessageTests {
  @Test("of an assertion or an error", arguments: MessageCase.all)
  func message(_ message: MessageCase) throws {
    let went = try spec("describe('a', function()\nit('b', function()\n\(message.body)\nend)\nend)")
    let result = try #require(went.results.first)
    #expect(result.outcome == message.outcome)
    let failure = try #require(result.failures.first)
    #expect(failure.message == message.message)
    #expect(failure.difference == message.difference)
    #expect(failure.file == "tests/it_test.lua")
    #expect(failure.line == 3)
    #expect(failure.traceback.allSatisfy { $0.hasPrefix("tests/it_test.lua:3: in ") })
    #expect(!failure.traceback.isEmpty)
  }
}

extension MessageCase {
  static let all: [MessageCase] = values + errors + spies + others

  private static let equal = "Expected objects to be equal."
  private static let same = "Expected objects to be the same."
  private static let caught = "Expected a different error."

  private static let values = [
    MessageCase("assert.are.equal(1, 2)", equal, ["- 1", "+ 2"]),
    MessageCase("assert.equal(0.1, 0.3 - 0.2)", equal, ["- 0.1", "+ 0.09999999999999998"]),
    MessageCase(
      "assert.same({ 1 / 3 }, { -2.0 })", same, ["- [1] = 0.3333333333333333", "+ [1] = -2.0"]),
    MessageCase(
      "assert.equal(math.maxinteger, 1e15)", equal, ["- 9223372036854775807", "+ 1.0e+15"]),
    MessageCase("assert.equal(0 / 0, -1 / 0)", equal, ["- NaN", "+ -Inf"]),
    MessageCase("assert.equal('1', 1)", equal, ["- \"1\"", "+ 1"]),
    MessageCase("assert.equal('a\\xff', 'b')", equal, ["- \"a\\xFF\"", "+ \"b\""]),
    MessageCase(
      "assert.equal({ 1 }, { 1 })", equal, ["- { 1 }", "+ { 1 } (another table like it)"]),
    MessageCase(
      "assert.equal('a\\nb\\nc\\nd', 'a\\nx\\nc\\nd')", equal, ["  a", "- b", "+ x", "  c"]),
    MessageCase(
      "assert.are_not.equal(1, 1)",
      "Expected objects to not be equal.\nPassed in:\n(number) 1\nDid not expect:\n(number) 1"),
    MessageCase(
      "assert.same({ a = 1, b = { c = { 1, 2, 3 } }, d = true }, { a = 1, b = { c = { 1, 5 } }, e = 'x' })",
      same, ["- b.c[2] = 2", "+ b.c[2] = 5", "- b.c[3] = 3", "- d = true", "+ e = \"x\""]),
    MessageCase("assert.same(true, 'true')", same, ["- true", "+ \"true\""]),
    MessageCase(
      "assert.same({ ['a b'] = 1, [-2] = {} }, { ['a b'] = 2, [-2] = { 1 } })", same,
      ["+ [-2][1] = 1", "- [\"a b\"] = 1", "+ [\"a b\"] = 2"]),
    MessageCase(
      "local a, b = { n = 1 }, { n = 2 } a.me, b.me = a, b assert.same(a, b)", same,
      ["- n = 1", "+ n = 2"]),
    MessageCase(
      "local mt = { __eq = function() return false end } "
        + "assert.same({ x = setmetatable({ 1 }, mt) }, { x = setmetatable({ 1 }, mt) })",
      same, ["- x = { 1 }", "+ x = { 1 } (by their metatable's __eq)"]),
    MessageCase(
      "assert.is_not.same({}, {})",
      "Expected objects to not be the same.\nPassed in:\n(table) { }\nDid not expect:\n(table) { }"),
    MessageCase("assert.is_true(1)", same, ["- true", "+ 1"]),
    MessageCase("assert.is_false(nil)", same, ["- false", "+ nil"]),
    MessageCase("assert.truthy(nil)", "Expected to be truthy, but value was:\n(nil)"),
    MessageCase("assert.is_not_truthy(1)", "Expected to not be truthy, but value was:\n(number) 1"),
    MessageCase("assert.falsy(0)", "Expected to be falsy, but value was:\n(number) 0"),
    MessageCase("assert.not_falsy(nil)", "Expected to not be falsy, but value was:\n(nil)"),
    MessageCase(
      "assert:add_formatter(function(v) if v == 7 then return 'seven' end end) assert.equal(7, 8)",
      "Expected objects to be equal.\nPassed in:\n(number) 8\nExpected:\nseven"),
    MessageCase(
      """
      assert:add_formatter(function(v) if type(v) == 'table' then return '#' .. #v end end) \
      assert.same({ 1 }, { 1, 2 })
      """, "\(same)\nPassed in:\n#2\nExpected:\n#1"),
    MessageCase("assert.is_nil(1)", "\(same)\nPassed in:\n(number) 1\nExpected:\ntype nil"),
    MessageCase(
      "assert.is_not_nil(nil)",
      "Expected objects to not be the same.\nPassed in:\n(nil)\nDid not expect:\ntype nil"),
    MessageCase(
      "assert.is_string({})", "\(same)\nPassed in:\n(table) { }\nExpected:\ntype string"),
    MessageCase(
      "assert.near(1, 2, 0.5)",
      "Expected values to be near.\nPassed in:\n(number) 2\nExpected:\n(number) 1 +/- 0.5"),
    MessageCase(
      "assert.not_near(1, 1, 0.5)",
      "Expected values to not be near.\nPassed in:\n(number) 1\nDid not expect:\n(number) 1 +/- 0.5"
    ),
    MessageCase(
      "assert.matches('%d+', 'abc')",
      "Expected strings to match.\nPassed in:\n(string) 'abc'\nExpected:\n(string) '%d+'"),
    MessageCase(
      "assert.no.match('a', 'abc')",
      "Expected strings not to match.\nPassed in:\n(string) 'abc'\nDid not expect:\n(string) 'a'"),
    MessageCase(
      "assert.unique({ 1, 1 })", "Expected object to be unique:\n(table) {\n  [1] = 1\n  [2] = 1 }"),
    MessageCase(
      "assert.is_not.unique({ 1 })", "Expected object to not be unique:\n(table) {\n  [1] = 1 }"),
    MessageCase(
      "assert.array({ 1, nil, 3 }).has.no.holes(3)",
      "Expected array to not have holes, but found a hole at index: (number) 2"),
    MessageCase(
      "assert.array({ 1 }).has.holes()", "Expected array to have holes, but none were found."),
    MessageCase(
      "assert.returned_arguments(2, 1)", "Expected 2 results(s) to be returned, but got 1"),
  ]

  private static let errors = [
    MessageCase(
      "assert.has_error(function() end, 'boom')",
      "\(caught)\nCaught:\n(no error)\nExpected:\n(string) 'boom'"),
    MessageCase(
      "assert.has_error(function() end)", "\(caught)\nCaught:\n(no error)\nExpected:\n(error)"),
    MessageCase(
      "assert.has_error(function() error('bang') end, 'boom')", caught,
      ["- \"boom\"", "+ \"bang\""]),
    MessageCase(
      "assert.has_error(function() error({ code = 1 }) end, { code = 2 })", caught,
      ["- code = 2", "+ code = 1"]),
    MessageCase(
      "assert.has_no.errors(function() error('bang') end)",
      "Expected no error, but caught:\n(string) 'bang'"),
    MessageCase(
      "assert.error_matches(function() error('bang') end, 'boo')",
      "\(caught)\nCaught:\n(string) 'bang'\nExpected:\n(string) 'boo'"),
    MessageCase("error('bang')", "bang", [], .error),
    MessageCase("error()", "nil was raised as an error", [], .error),
    MessageCase(
      "error({ code = 1 })",
      "an error that is no text was raised: (table) {\n  [code] = 1 }", [], .error),
    MessageCase(
      "local t = {} t.go()", "attempt to call a nil value (field 'go')", [], .error),
    MessageCase(
      "local function f() return 1 + f() end f()", "stack overflow", [], .error),
  ]

  private static let spies = [
    MessageCase(
      "assert.spy(spy.new()).was.called(1)",
      "Expected to be called 1 time(s), but was called 0 time(s)"),
    MessageCase(
      "assert.spy(spy.new()).was.called()",
      "Expected to be called >0 time(s), but was called 0 time(s)"),
    MessageCase(
      "local s = spy.new() s() assert.spy(s).was_not.called()",
      "Expected to be called 0 time(s), but was called 1 time(s)"),
    MessageCase(
      "local s = spy.new() s() assert.spy(s).was_not.called(1)",
      "Expected not to be called exactly 1 time(s), but it was."),
    MessageCase(
      "assert.spy(spy.new()).was.called.at_least(1)",
      "Expected to be called at least 1 time(s), but was called 0 time(s)"),
    MessageCase(
      "local s = spy.new() s() assert.spy(s).called_at_most(0)",
      "Expected to be called at most 0 time(s), but was called 1 time(s)"),
    MessageCase(
      "assert.spy(spy.new()).called_more_than(0)",
      "Expected to be called more than 0 time(s), but was called 0 time(s)"),
    MessageCase(
      "assert.spy(spy.new()).called_less_than(0)",
      "Expected to be called less than 0 time(s), but was called 0 time(s)"),
    MessageCase(
      "local s = spy.new() s(1, { a = 2 }) assert.spy(s).was.called_with(1, { a = 3 })",
      "Function was never called with matching arguments.",
      ["- argument 2.a = 3", "+ argument 2.a = 2"]),
    MessageCase(
      "local s = spy.new() s(1, 2, 3) assert.spy(s).was.called_with(match._, match.is_string())",
      "Function was never called with matching arguments.",
      ["- argument 2 = (matcher) is.string()", "+ argument 2 = 2", "+ argument 3 = 3"]),
    MessageCase(
      "assert.spy(spy.new()).was.called_with('x')",
      "Function was never called with matching arguments.", ["- argument 1 = \"x\""]),
    MessageCase(
      "local s = spy.new() s(1) assert.spy(s).was_not.called_with(1)",
      "Function was called with matching arguments at least once.\n"
        + "Called with (last matching call):\n(values list) ((number) 1)\n"
        + "Did not expect:\n(values list) ((number) 1)"),
    MessageCase(
      "local s = stub.new().returns(4) s() assert.stub(s).returned_with(5)",
      "Function never returned matching arguments.", ["- argument 1 = 5", "+ argument 1 = 4"]),
    MessageCase(
      "spy.new(5)", "Cannot spy on type 'number', only on functions or callable elements"),
    MessageCase(
      "stub.new(5, 'x')",
      "stub.new(): Can only create stub on a table key, call with 2 params; table, key"),
    MessageCase(
      "assert.spy(print).was.called()",
      "When calling 'spy(aspy)', 'aspy' must not be the original function, "
        + "but the spy function replacing the original", [], .error),
    MessageCase(
      "assert.called_with(1)", "'called_with' must be chained after 'spy(aspy)'", [], .error),
  ]

  private static let others = [
    MessageCase("require(3)", "require takes the name of a module", [], .error),
    MessageCase("error()", "nil was raised as an error", [], .error),
    MessageCase(
      "error({ code = 3 })", "an error that is no text was raised: (table) {\n  [code] = 3 }", [],
      .error),
    MessageCase("assert[1]()", "an assertion is named by words, not by a number", [], .error),
    MessageCase(
      "assert.near(1, 2)", "the 'near' function requires a minimum of 3 arguments, got: 2"),
    MessageCase("match.foo()", "luassert: unknown modifier/matcher: 'foo'", [], .error),
    MessageCase("assert.message('the total').equal(1, 2)", "the total\n\(equal)", ["- 1", "+ 2"]),
    MessageCase("assert.equal(1, 2, 'the total')", "the total\n\(equal)", ["- 1", "+ 2"]),
    MessageCase("assert(false, 'it is wrong')", "it is wrong"),
    MessageCase("assert(nil)", "assertion failed!"),
    MessageCase("assert(nil, { code = 3 })", "(table) {\n  [code] = 3 }"),
    MessageCase(
      "assert.is_prime(7)", "luassert: unknown modifier/assertion: 'is_prime'", [], .error),
    MessageCase(
      "assert.equal(1)", "the 'equals' function requires a minimum of 2 arguments, got: 1"),
    MessageCase(
      "assert.near('x', 1, 1)",
      "bad argument #1 to 'near' (number or object convertible to a number expected, "
        + "got (string) 'x')"),
    MessageCase(
      "it('x', function() end)", "'it' not supported inside current context block", [], .error),
    MessageCase(
      "require 'lib.nothing'",
      "there is no module \"lib.nothing\" (lib/nothing.lua, lib/nothing/init.lua)", [], .error),
  ]
}
