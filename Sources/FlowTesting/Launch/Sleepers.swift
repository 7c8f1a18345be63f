import Coordination
import LuaRuntime

/// Services of a test that sleep, until a flow's virtual time has come that far.
/// A class, because what wakes may drive the flow that it is of.
final class Sleepers {
  private struct Sleeper {
    let due: Double
    let name: String
    let service: LuaSuspension
    let call: ServiceCall
  }

  private var sleepers: [Sleeper] = []

  func add(
    _ service: LuaSuspension, _ name: String, for seconds: Double, _ call: ServiceCall,
    of flow: LaunchedFlow?
  ) {
    guard let host = flow?.openHost else { return service.drop() }
    add(Sleeper(due: host.now + seconds, name: name, service: service, call: call))
  }

  /// Of several that are due at one time, the first to fall asleep is the first to wake.
  private func add(_ sleeper: Sleeper) {
    let index = sleepers.firstIndex { $0.due > sleeper.due } ?? sleepers.endIndex
    sleepers.insert(sleeper, at: index)
  }

  var nextDue: Double? { sleepers.first?.due }

  /// Lets the first one go on; the host then has an answer to take, unless it sleeps again.
  func wakeFirst(_ services: SpecServices) throws {
    let sleeper = sleepers.removeFirst()
    do {
      switch try services.goOn(with: sleeper.service, as: sleeper.name) {
      case .answered(let values): sleeper.call.answer(values)
      case .sleeps(let service, let seconds):
        add(
          Sleeper(
            due: sleeper.due + seconds, name: sleeper.name, service: service, call: sleeper.call))
      }
    } catch let error as FlowError {
      throw LaunchProblem("the service \(sleeper.name) failed: \(error)")
    }
  }

  func drop() {
    for sleeper in sleepers { sleeper.service.drop() }
    sleepers = []
  }
}
