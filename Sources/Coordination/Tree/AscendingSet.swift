/// A set that knows its highest element, for ids that rise.
///
/// Adding one that is higher than all before and removing any cost the same whatever the number
/// (amortised).
struct AscendingSet<Element: Hashable & Comparable & Sendable>: Sendable {
  private(set) var members: Set<Element> = []
  /// The members in their order. One that was removed stays until it comes to be the last, or
  /// until half of the list are such.
  private var order: [Element] = []

  var count: Int { members.count }
  var isEmpty: Bool { members.isEmpty }
  /// How many are in memory, those included that were removed.
  var listed: Int { order.count }
  var highest: Element? { order.last }
  /// The members, the highest first, found as they are asked for.
  var highestFirst: some Sequence<Element> {
    order.reversed().lazy.filter { members.contains($0) }
  }

  func contains(_ element: Element) -> Bool { members.contains(element) }

  /// Adds an element; false where it is in already.
  @discardableResult
  mutating func insert(_ element: Element) -> Bool {
    guard members.insert(element).inserted else { return false }
    guard let last = order.last, last >= element else {
      order.append(element)
      return true
    }
    // Back from the dead: a turn that removed it is being undone.
    let index = order.partitioningIndex { $0 >= element }
    if order[index] != element { order.insert(element, at: index) }
    return true
  }

  /// Removes an element; false where it is not in.
  @discardableResult
  mutating func remove(_ element: Element) -> Bool {
    guard members.remove(element) != nil else { return false }
    if order.count > 2 * members.count { order.removeAll { !members.contains($0) } }
    while let last = order.last, !members.contains(last) { order.removeLast() }
    return true
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
