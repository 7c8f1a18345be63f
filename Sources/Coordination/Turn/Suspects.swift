/// Someone who may have to end because its subtree lost its last screen to the user or to an
/// outsider.
struct Suspect {
  let coordinator: LiveCoordinator
  let reason: RemovalReason
}

/// Who is to be judged, in order: descendants before ancestors, of siblings the newest first. Of
/// one coordinator the latest reason counts. Taking the next costs the logarithm of their number.
struct Suspects {
  private struct Entry {
    let suspect: Suspect
    /// The ids from the root down to it.
    let place: [CoordinatorID]
    let number: Int

    func comes(before other: Entry) -> Bool {
      for (mine, others) in zip(place, other.place) where mine != others { return mine > others }
      return place.count == other.place.count
        ? number > other.number : place.count > other.place.count
    }
  }

  /// A binary heap: each comes before the two that it is above.
  private var heap: [Entry] = []
  private var added = 0

  mutating func add(_ suspects: [Suspect]) {
    for suspect in suspects {
      added += 1
      let place = Array(suspect.coordinator.chain.map(\.id).reversed())
      heap.append(Entry(suspect: suspect, place: place, number: added))
      rise(from: heap.count - 1)
    }
  }

  mutating func popNext() -> Suspect? {
    guard let next = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    return next.suspect
  }

  private mutating func rise(from start: Int) {
    var index = start
    while index > 0, heap[index].comes(before: heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func sink() {
    var index = 0
    while true {
      let below = [2 * index + 1, 2 * index + 2].filter { $0 < heap.count }
      guard let first = below.min(by: { heap[$0].comes(before: heap[$1]) }),
        heap[first].comes(before: heap[index])
      else { return }
      heap.swapAt(index, first)
      index = first
    }
  }
}
