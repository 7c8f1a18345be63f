import Coordination
import LuaRuntime
import PlainValues

/// The rest of a script's handler that waits.
///
/// It goes on in the definition that it began in, helpers included: its Lua frames hold that.
final class ScriptHandler: SuspendedHandler {
  private let suspension: LuaSuspension
  private weak var behavior: ScriptedBehavior?

  init(_ suspension: LuaSuspension, of behavior: ScriptedBehavior) {
    self.suspension = suspension
    self.behavior = behavior
  }

  func resume(_ answer: [PackedValue?], _ context: CoordinatorContext) throws {
    try behavior?.resume(suspension, answer, context)
  }

  func drop() { suspension.drop() }
}
