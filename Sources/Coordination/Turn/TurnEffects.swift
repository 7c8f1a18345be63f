import Navigation
import PlainValues

/// What a turn leaves beside the changed world and its record: who is still to be told, who is to be
/// judged, and what is to be done once it has succeeded. Lists only grow while a handler runs, so
/// that a savepoint is their lengths.
struct TurnEffects {
  var deliveries = Queue<Delivery>()
  var suspects: [Suspect] = []
  var notices: [RemovalNotice] = []
  /// Coordinators that may have nothing left.
  var touched: [LiveCoordinator] = []
  /// What follows from the turn, in the order in which it was asked for.
  var sequels: [Sequel] = []

  struct Mark {
    let deliveries, suspects, notices, touched, sequels: Int
  }

  var mark: Mark {
    Mark(
      deliveries: deliveries.end, suspects: suspects.count, notices: notices.count,
      touched: touched.count, sequels: sequels.count)
  }

  mutating func rollback(to mark: Mark) {
    deliveries.truncate(to: mark.deliveries)
    suspects.truncate(to: mark.suspects)
    notices.truncate(to: mark.notices)
    touched.truncate(to: mark.touched)
    sequels.truncate(to: mark.sequels)
  }
}

/// What is to be done once a turn has succeeded.
enum Sequel {
  /// What a fact has to tell, in a turn of its own.
  case delivery(Delivery)
  /// A suspended handler is to go on.
  case wake(Wake)
  /// A request that was refused is to be made again.
  case `repeat`(RefusedRequest)
  /// A link is to be followed.
  case open(OpenedLink)
  /// A service is to be asked.
  case call(PendingServiceCall)
  /// Calls on that router are not animated in this commit.
  case unanimated(RouterID)
}

extension Array {
  mutating func truncate(to count: Int) {
    if self.count > count { removeLast(self.count - count) }
  }
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
  let event: Event
  let route: Route
  /// The router that the event came from, which decides the tab that a child started now goes to.
  let origin: RouterID?
}
