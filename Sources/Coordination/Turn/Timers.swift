import PlainValues

/// Which timer; never used again.
struct TimerID: Hashable, Comparable {
  let rawValue: UInt64

  static func < (lhs: TimerID, rhs: TimerID) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// Something that is to happen to a coordinator at a time.
struct HostTimer {
  let id: TimerID
  let coordinator: LiveCoordinator
  let purpose: Purpose
  /// On the host's clock.
  let due: Double

  enum Purpose {
    case event(String, PackedValue)
    case wake(HandlerID)
  }

  var payload: PackedValue? { if case .event(_, let payload) = purpose { payload } else { nil } }

  /// The name of the event that it sends; nil where it sends none.
  var event: String? { if case .event(let name, _) = purpose { name } else { nil } }
}

/// The timers that are set. Setting, stopping and taking the next one cost the logarithm of their
/// number.
struct Timers {
  private struct Entry {
    let due: Double
    let id: TimerID

    func comes(before other: Entry) -> Bool { (due, id) < (other.due, other.id) }
  }

  private var byID: [TimerID: HostTimer] = [:]
  /// Also of timers that have been stopped, until they come to the top.
  private var heap = Heap<Entry> { $0.comes(before: $1) }

  var count: Int { byID.count }

  var all: some Collection<HostTimer> { byID.values }

  /// All, in the order in which they are due. Costs sorting them.
  var inOrder: [HostTimer] { byID.values.sorted { ($0.due, $0.id) < ($1.due, $1.id) } }

  subscript(id: TimerID) -> HostTimer? { byID[id] }

  mutating func add(_ timer: HostTimer) {
    byID[timer.id] = timer
    heap.push(Entry(due: timer.due, id: timer.id))
  }

  @discardableResult
  mutating func remove(_ id: TimerID) -> HostTimer? {
    let removed = byID.removeValue(forKey: id)
    dropStopped()
    return removed
  }

  /// The one that is due first; of two at one time the one that was set first.
  var next: HostTimer? { heap.first.flatMap { byID[$0.id] } }

  private mutating func dropStopped() {
    while let first = heap.first, byID[first.id] == nil { _ = heap.pop() }
    // Many that were stopped far from the top would be kept until they came to it.
    if heap.count > 2 * byID.count + 64 { heap.removeAll { byID[$0.id] == nil } }
  }
}
