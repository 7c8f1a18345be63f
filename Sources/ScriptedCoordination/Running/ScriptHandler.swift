import Coordination
import LuaRuntime
import PlainValues

/// The rest of a script's handler that waits.
///
/// It goes on in the definition that it began in, helpers included: its Lua frames hold that.
final class ScriptHandler: SuspendedHandler {
  let suspension: LuaSuspension
  /// The service in Lua that it waits for, which sleeps.
  var service: LuaSuspension?
  /// What it waits for, where that is a service.
  var waitsFor: String?
  /// Where it is defined.
  let place: SourcePlace?
  private let noted: SourcePlace
  private let script: Script
  /// What follows when it has returned.
  var sequel: Sequel?
  private weak var behavior: ScriptedBehavior?
  /// What it began in.
  let definition: ScriptDefinition

  /// The steps after the one that waits.
  struct Sequel {
    let rules: [Rule]
    let event: Event
  }

  init(_ suspension: LuaSuspension, of behavior: ScriptedBehavior, at place: SourcePlace?) {
    self.suspension = suspension
    self.behavior = behavior
    self.place = place
    definition = behavior.definition
    noted = place ?? SourcePlace(script: definition.script + ".lua", line: nil)
    script = behavior.script
    script.handlerSuspended(at: noted, in: definition)
  }

  deinit {
    script.handlerReturned(at: noted, in: definition)
  }

  func resume(_ answer: [PackedValue?], _ context: CoordinatorContext) throws {
    try behavior?.resume(self, answer, context)
  }

  func drop() {
    service?.drop()
    suspension.drop()
  }
}
