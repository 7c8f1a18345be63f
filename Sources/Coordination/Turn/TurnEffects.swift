import Navigation
import PlainValues

/// What a turn leaves beside the changed world: who is still to be told, who is to be judged, and
/// what its record will say. Lists only grow while a handler runs, so that a savepoint is their
/// lengths.
struct TurnEffects {
  var deliveries = Queue<Delivery>()
  /// What a fact leaves to be done in turns of their own.
  var followUps: [Delivery] = []
  /// Suspended handlers that are to go on.
  var wakes: [Wake] = []
  /// A request that was refused and is to be made again.
  var repeated: [RefusedRequest] = []
  /// Links that are to be followed after the turn.
  var opens: [OpenedLink] = []
  /// Services that are to be asked once the turn has succeeded.
  var serviceCalls: [PendingServiceCall] = []
  var suspects: [Suspect] = []
  var notices: [RemovalNotice] = []
  var unanimated: [RouterID] = []
  /// Coordinators that may have nothing left.
  var touched: [LiveCoordinator] = []

  var handlers: [HandlerRecord] = []
  var started: [StartRecord] = []
  var ended: [EndRecord] = []
  var emitted: [EmittedRecord] = []
  var diagnostics: [Diagnostic] = []
  var log: [String] = []
  var services: [ServiceRecord] = []
  var exposures: [Exposure] = []

  struct Mark {
    let deliveries, followUps, wakes, repeated, opens, serviceCalls, suspects, notices, unanimated,
      touched: Int
    let handlers, started, ended, emitted, diagnostics, log, services, exposures: Int
  }

  var mark: Mark {
    Mark(
      deliveries: deliveries.end, followUps: followUps.count, wakes: wakes.count,
      repeated: repeated.count, opens: opens.count, serviceCalls: serviceCalls.count,
      suspects: suspects.count,
      notices: notices.count, unanimated: unanimated.count, touched: touched.count,
      handlers: handlers.count,
      started: started.count, ended: ended.count, emitted: emitted.count,
      diagnostics: diagnostics.count, log: log.count, services: services.count,
      exposures: exposures.count)
  }

  mutating func rollback(to mark: Mark) {
    deliveries.truncate(to: mark.deliveries)
    followUps.truncate(to: mark.followUps)
    wakes.truncate(to: mark.wakes)
    repeated.truncate(to: mark.repeated)
    opens.truncate(to: mark.opens)
    serviceCalls.truncate(to: mark.serviceCalls)
    suspects.truncate(to: mark.suspects)
    notices.truncate(to: mark.notices)
    unanimated.truncate(to: mark.unanimated)
    touched.truncate(to: mark.touched)
    handlers.truncate(to: mark.handlers)
    started.truncate(to: mark.started)
    ended.truncate(to: mark.ended)
    emitted.truncate(to: mark.emitted)
    diagnostics.truncate(to: mark.diagnostics)
    log.truncate(to: mark.log)
    services.truncate(to: mark.services)
    exposures.truncate(to: mark.exposures)
  }
}

extension Array {
  fileprivate mutating func truncate(to count: Int) { removeLast(self.count - count) }
}

/// A screen's owner is to be told that it was taken away.
struct RemovalNotice {
  let owner: LiveCoordinator
  let screen: Screen
  let reason: RemovalReason
}

/// An event on its way to someone, taken when the running handler has returned.
struct Delivery {
  enum Route: Equatable {
    /// To the addressee, and from there up the tree until someone handles it.
    case bubbling
    /// To the addressee alone; nobody else hears of it.
    case direct
    /// How a child ended, to its parent, which may name it in more ways than one.
    case childEnded
    /// To the addressee alone, if it lives by then and cares.
    case broadcast
  }

  let addressee: LiveCoordinator
  /// Who sent it, for messages.
  let sender: String
  var event: Event
  let route: Route
  /// The router that the event came from, which decides the tab that a child started now goes to.
  let origin: RouterID?
}
