import Coordination
import PlainValues

/// What a coordinator's contract asks of it while it runs.
extension ScriptedBehavior {
  func accept(_ input: PackedValue, startedBy slot: String) throws {
    guard let problem = definition.contract?.problem(withInput: input) else { return }
    throw FlowError(.misuse, "start \"\(slot)\": \(problem)")
  }

  /// - Parameter result: nil where it finishes without one.
  func check(result: PackedValue?) throws {
    guard let problem = definition.contract?.problem(withResult: result) else { return }
    throw FlowError(.misuse, "finish: \(problem)")
  }

  func check(emitted event: String, _ payload: PackedValue) throws {
    guard let problem = definition.contract?.problem(withEmitted: event, payload) else { return }
    throw FlowError(.misuse, "emit \"\(event)\": \(problem)")
  }

  /// Refuses a screen that needs a protocol which the definition does not implement.
  func check(screen: String) throws {
    guard let problem = runtime.screenNeeds.problem(withShowing: screen, in: definition)
    else { return }
    throw FlowError(.misuse, problem)
  }
}
