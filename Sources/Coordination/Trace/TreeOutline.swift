import PlainValues

/// The tree of live coordinators by their names, kept up from turn records alone: so that any
/// reader of a trace has it after each turn.
public struct TreeOutline: Sendable {
  private struct Entry: Sendable {
    let name: String
    let parent: CoordinatorID?
    var children = AscendingSet<CoordinatorID>()
  }

  private var entries: [CoordinatorID: Entry] = [:]
  private var root: CoordinatorID?

  public init() {}

  /// Takes in what a turn started and ended. Costs that.
  public mutating func apply(_ record: TurnRecord) {
    guard record.result == .committed else { return }
    for start in record.started {
      entries[start.id] = Entry(name: start.name, parent: start.parent)
      if let parent = start.parent {
        entries[parent]?.children.insert(start.id)
      } else {
        root = start.id
      }
    }
    for end in record.ended { remove(end.id) }
  }

  private mutating func remove(_ id: CoordinatorID) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    if let parent = entry.parent { entries[parent]?.children.remove(id) }
    if root == id { root = nil }
  }

  /// The tree as nested names, children after their parent's, the oldest first:
  /// `["app", ["main", ["home", "cart"], "auth"]]`. Costs the number of coordinators.
  public var nested: Value { .array(root.map { names(of: [$0]) } ?? []) }

  private func names(of ids: [CoordinatorID]) -> [Value] {
    ids.flatMap { id -> [Value] in
      guard let entry = entries[id] else { return [] }
      let below = names(of: entry.children.keys)
      return below.isEmpty ? [.string(entry.name)] : [.string(entry.name), .array(below)]
    }
  }
}
