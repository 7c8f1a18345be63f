import Navigation
import PlainValues

/// All that a host is, between two commits: what is needed to go on from there in another process.
///
/// It says each thing in one place: what the navigation shows already, and what follows from the
/// tree, is not said again.
struct Snapshot {
  /// The version of the format that is written, and the newest that is read.
  static let version = 1

  /// The id that was given last; new ones go on from there.
  var lastID: UInt64
  /// On the host's clock.
  var time: Double
  var device: Device?
  var attributes: [String: Value] = [:]
  var store: [String: Value] = [:]
  /// The variants that were chosen by hand, by slot.
  var variants: [String: String] = [:]
  var navigation: Navigation
  var root: SavedCoordinator
  /// Of routers, what the navigation does not show.
  var routers: [SavedRouter] = []
  /// In the order in which they are due.
  var timers: [SavedTimer] = []
  /// The link that is kept until it is resumed.
  var deferredLink: String?
  /// The request that was refused last, while its screen is there.
  var refused: RefusedRequest?
  /// What lies outside the host, by the keys of ``SnapshotParticipant``.
  var parts: [String: Value] = [:]

  /// What one value in a snapshot may be: whatever the host let in has to be let in again.
  static let limits = PlainValueLimits(depth: 200, bytes: .max)
}

/// A coordinator in a snapshot, with those below it.
struct SavedCoordinator {
  let id: CoordinatorID
  let name: String
  let binding: Binding
  var input = PackedValue.empty
  var state = PackedValue.empty
  /// The version that the state is of; null for none.
  var version = Value.null
  let router: RouterID
  var hasOwnRouter = false
  var isAwaited = false
  /// Which services stand for which; nil where that is as for its parent.
  var services: [String: String]?
  /// Whether its `start` was suspended: it and all below it start anew.
  var restarts = false
  /// Its other handlers that were suspended, which are dropped.
  var interrupted: [SavedHandler] = []
  var screens: [ScreenID] = []
  /// The routers on which it has set tabs or a split.
  var containers: [RouterID] = []
  var children: [SavedCoordinator] = []
  /// Where it is in the document, for messages.
  var place = "snapshot.root"

  /// It and all below it, parents first.
  var all: [SavedCoordinator] { children.reduce(into: [self]) { $0 += $1.all } }
}

/// A handler that was suspended, as far as it can be told.
struct SavedHandler: Hashable {
  /// What it was handling.
  var event: String?
  var source: String?
  /// What it waited for: `child guest`, `screen party`, `2.0 seconds`.
  var waits: String?
}

/// What is to happen on a router.
struct SavedRouter {
  enum Purpose {
    /// A flow that has shown nothing yet is presented with its first screen.
    case modal(PendingModal)
    /// A tab's coordinator is started when it is first selected.
    case tab(slot: String, input: PackedValue)
  }

  let id: RouterID
  let purpose: Purpose
  var place = ""
}

/// A timer that sends an event.
struct SavedTimer {
  let id: TimerID
  let coordinator: CoordinatorID
  let event: String
  var payload = PackedValue.empty
  let due: Double
}
