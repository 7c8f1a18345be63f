import LuaRuntime
import PlainValues

/// Tests that run once a variant.
struct VariantBlocks {
  /// `for_each_variant(slot, body)`.
  let function: LuaFunction

  /// - Parameters:
  ///   - words: the words of the language that a file sees.
  ///   - variants: those of a slot.
  ///   - choose: lets flows that are launched from now on in the same test have that variant.
  init(
    in state: LuaState, words: LuaTable,
    variants: @escaping (_ slot: String) throws -> [String],
    choose: @escaping (_ slot: String, _ variant: String) -> Void
  ) throws {
    let names = try state.makeFunction("variants") { [weak state] (call: inout LuaCall) in
      guard let state else { return }
      do {
        let names = try variants(try call.string(at: 0))
        call.returns(try state.makeTable(try PackedValue(.array(names.map { .string($0) }))))
      } catch let problem as LaunchProblem {
        call.returns(LuaValue.nil, problem.description)
      }
    }
    let choosing = try state.makeFunction("choose") { (call: inout LuaCall) in
      choose(try call.string(at: 0), try call.string(at: 1))
    }
    function = try LanguageParts.load("variants", in: state, words)
      .call(names, choosing, words)
  }

  /// What runs a file's text once for each variant of those slots.
  func wrap(_ text: LuaFunction, for slots: [String], in state: LuaState) throws -> LuaFunction {
    try slots.reversed().reduce(text) { body, slot in
      try state.makeFunction("variants of \(slot)") { () throws in
        try function.call(slot, body)
      }
    }
  }
}
