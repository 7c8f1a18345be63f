/// The children that a coordinator has started and that have not ended.
///
/// Any number, also of one name. Adding, finding and removing one costs the same whatever the
/// number (amortised); listing them all costs their number.
struct Registry {
  private var byID: [CoordinatorID: LiveCoordinator] = [:]
  private var namesakes: [String: Namesakes] = [:]

  var count: Int { byID.count }
  var isEmpty: Bool { byID.isEmpty }

  /// Adds a child; false where it is in already.
  mutating func add(_ child: LiveCoordinator) -> Bool {
    guard byID.updateValue(child, forKey: child.id) == nil else { return false }
    namesakes[child.name, default: Namesakes()].add(child.id)
    return true
  }

  /// Removes a child; false where it is not in.
  mutating func remove(_ child: LiveCoordinator) -> Bool {
    guard byID.removeValue(forKey: child.id) != nil else { return false }
    if namesakes[child.name]?.remove(child.id, stillIn: byID) == true {
      namesakes[child.name] = nil
    }
    return true
  }

  /// The newest child of that name.
  func newest(named name: String) -> LiveCoordinator? {
    namesakes[name]?.newest.flatMap { byID[$0] }
  }

  func contains(_ child: LiveCoordinator) -> Bool { byID[child.id] != nil }

  /// All, the newest first.
  var newestFirst: [LiveCoordinator] { byID.values.sorted { $0.id > $1.id } }
}

/// The ids of one name, oldest first. One that has been removed stays in the list until it comes
/// to be the last, or until half of the list are such.
private struct Namesakes {
  private var ids: [CoordinatorID] = []
  private var removed = 0

  var newest: CoordinatorID? { ids.last }

  mutating func add(_ id: CoordinatorID) {
    guard let last = ids.last, last >= id else { return ids.append(id) }
    // Back from the dead: a turn that removed it is being undone.
    let index = ids.partitioningIndex { $0 >= id }
    if index < ids.count, ids[index] == id { removed -= 1 } else { ids.insert(id, at: index) }
  }

  /// Removes one; true where none is left.
  mutating func remove(_ id: CoordinatorID, stillIn live: [CoordinatorID: LiveCoordinator]) -> Bool
  {
    removed += 1
    if removed * 2 > ids.count {
      ids.removeAll { live[$0] == nil }
      removed = 0
    }
    while let last = ids.last, live[last] == nil {
      ids.removeLast()
      removed -= 1
    }
    return ids.isEmpty
  }
}

extension Array {
  /// The first index whose element fits, where all that fit come after all that do not.
  fileprivate func partitioningIndex(where fits: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if fits(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
