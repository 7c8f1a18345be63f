import Coordination
import LuaRuntime
import PlainValues

/// What snapshots keep of the scripts' Lua, beside the states of coordinators: where `math.random`
/// has come to.
extension ScriptRuntime: SnapshotParticipant {
  var snapshotKey: String { "random" }

  /// Four words in hexadecimal digits: JSON's integers do not hold 64 bits without a sign.
  var snapshot: Value {
    .array(
      state.randomState.map { word in
        let digits = String(word, radix: 16)
        return .string(String(repeating: "0", count: 16 - digits.count) + digits)
      })
  }

  func restore(_ snapshot: ValueReader) throws(ValueProblem) {
    var words: [UInt64] = []
    for reader in try snapshot.list() {
      let digits = try reader.string()
      guard digits.utf8.count == 16, let word = UInt64(digits, radix: 16) else {
        throw reader.problem("it has to be 16 hexadecimal digits")
      }
      words.append(word)
    }
    guard words.count == 4, words.contains(where: { $0 != 0 }) else {
      throw snapshot.problem("it has to be four words, of which one is not 0")
    }
    state.randomState = words
  }
}
