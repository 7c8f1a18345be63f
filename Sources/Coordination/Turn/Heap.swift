/// A binary heap: what comes first in its order is on top. Adding and taking cost the logarithm of
/// the number.
struct Heap<Element> {
  private var items: [Element] = []
  private let comesBefore: (Element, Element) -> Bool

  init(_ comesBefore: @escaping (Element, Element) -> Bool) { self.comesBefore = comesBefore }

  var count: Int { items.count }
  var isEmpty: Bool { items.isEmpty }
  var first: Element? { items.first }

  mutating func push(_ item: Element) {
    items.append(item)
    rise(from: items.count - 1)
  }

  mutating func pop() -> Element? {
    guard let first = items.first, let last = items.popLast() else { return nil }
    if !items.isEmpty {
      items[0] = last
      sink(from: 0)
    }
    return first
  }

  /// Costs the number.
  mutating func removeAll(where isGone: (Element) -> Bool) {
    items.removeAll(where: isGone)
    for index in items.indices.reversed() { sink(from: index) }
  }

  private mutating func rise(from start: Int) {
    var index = start
    while index > 0, comesBefore(items[index], items[(index - 1) / 2]) {
      items.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func sink(from start: Int) {
    var index = start
    while true {
      var first = index
      for below in [2 * index + 1, 2 * index + 2]
      where below < items.count && comesBefore(items[below], items[first]) {
        first = below
      }
      guard first != index else { return }
      items.swapAt(index, first)
      index = first
    }
  }
}
