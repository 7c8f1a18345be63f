/// What waits, first in first out. Putting in and taking out cost the same whatever the number
/// (amortised).
struct Queue<Element> {
  private var items: [Element] = []
  private var taken = 0

  var count: Int { items.count - taken }

  /// A mark for ``truncate(to:)``. It holds until something is taken out.
  var end: Int { items.count }

  mutating func append(_ element: Element) { items.append(element) }

  mutating func popFirst() -> Element? {
    guard taken < items.count else { return nil }
    // The most common case: what is put in is taken out before more comes.
    if items.count == 1 { return items.removeLast() }
    let first = items[taken]
    taken += 1
    if taken * 2 >= items.count {
      items.removeFirst(taken)
      taken = 0
    }
    return first
  }

  /// Takes back what was put in since that mark, as far as it waits still.
  mutating func truncate(to end: Int) { items.removeLast(max(0, items.count - max(end, taken))) }
}
