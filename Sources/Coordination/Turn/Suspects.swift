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

  private var heap = Heap<Entry> { $0.comes(before: $1) }
  private var added = 0

  mutating func add(_ suspects: [Suspect]) {
    for suspect in suspects {
      added += 1
      let place = Array(suspect.coordinator.chain.map(\.id).reversed())
      heap.push(Entry(suspect: suspect, place: place, number: added))
    }
  }

  mutating func popNext() -> Suspect? { heap.pop()?.suspect }
}
