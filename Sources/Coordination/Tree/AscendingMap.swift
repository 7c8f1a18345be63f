/// Values by keys that rise: ids, of which each new one is higher than all before.
///
/// In the order of their keys. Adding one that is higher than all before and removing any cost the
/// same whatever the number (amortised); finding one costs the logarithm of it, and the newest
/// nothing. No key is hashed: of few entries, which is what most have, one is found sooner so.
struct AscendingMap<Key: Comparable & Sendable, Value> {
  /// Without a value where it was removed: such an entry stays until it comes to be the last, or until
  /// half of the list are such. (A tuple, because valgrind takes the runtime's layout of a generic struct
  /// with an optional for a use of what was never set.)
  fileprivate typealias Entry = (key: Key, value: Value?)

  fileprivate var entries: [Entry] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }
  /// How many are in memory, those included that were removed.
  var listed: Int { entries.count }
  var highest: (key: Key, value: Value)? {
    guard let last = entries.last, let value = last.value else { return nil }
    return (last.key, value)
  }

  /// The value of a key; nil where it is not in.
  subscript(key: Key) -> Value? {
    let index = index(of: key)
    guard index < entries.count, entries[index].key == key else { return nil }
    return entries[index].value
  }

  func contains(_ key: Key) -> Bool { self[key] != nil }

  /// Adds a value; false where its key is in already, and nothing changes.
  @discardableResult
  mutating func insert(_ value: Value, for key: Key) -> Bool {
    let index = index(of: key)
    if index == entries.count {
      entries.append((key, value))
    } else if entries[index].key != key {
      entries.insert((key, value), at: index)
    } else if entries[index].value == nil {
      // Back from the dead: a turn that removed it is being undone.
      entries[index].value = value
    } else {
      return false
    }
    count += 1
    return true
  }

  /// Removes a value; nil where its key is not in.
  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    let index = index(of: key)
    guard index < entries.count, entries[index].key == key,
      let removed = entries[index].value.take()
    else { return nil }
    count -= 1
    while let last = entries.last, last.value == nil { entries.removeLast() }
    if entries.count > 2 * count + 8 { entries.removeAll { $0.value == nil } }
    return removed
  }

  /// The first index whose key is that or higher.
  private func index(of key: Key) -> Int {
    // Most that is asked for is the newest, or newer.
    guard let last = entries.last, key <= last.key else { return entries.count }
    if key == last.key { return entries.count - 1 }
    var (low, high) = (0, entries.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension AscendingMap: Sequence {
  /// The entries, the lowest key first.
  struct Iterator: IteratorProtocol {
    fileprivate var rest: IndexingIterator<[Entry]>

    mutating func next() -> (key: Key, value: Value)? {
      while let entry = rest.next() {
        if let value = entry.value { return (entry.key, value) }
      }
      return nil
    }
  }

  func makeIterator() -> Iterator { Iterator(rest: entries.makeIterator()) }

  /// The entries, the highest key first, found as they are asked for.
  var highestFirst: some Sequence<(key: Key, value: Value)> {
    entries.reversed().lazy.compactMap { entry in entry.value.map { (entry.key, $0) } }
  }

  /// The keys, the lowest first. Costs their number.
  var keys: [Key] { map { $0.key } }

  /// The values, that of the lowest key first. Costs their number.
  var values: [Value] { map { $0.value } }
}

extension AscendingMap: Sendable where Value: Sendable {}

/// A set of what rises.
typealias AscendingSet<Element: Comparable & Sendable> = AscendingMap<Element, Void>

extension AscendingMap where Value == Void {
  /// Adds an element; false where it is in already.
  @discardableResult
  mutating func insert(_ element: Key) -> Bool { insert((), for: element) }
}
