/// The children that a coordinator has started and that have not ended.
///
/// Any number, also of one name. Adding and removing one cost the same whatever the number
/// (amortised), finding one the logarithm of it; listing them all costs their number.
struct Registry {
  private var namesakes: [String: AscendingMap<CoordinatorID, LiveCoordinator>] = [:]
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Adds a child; false where it is in already.
  mutating func add(_ child: LiveCoordinator) -> Bool {
    guard namesakes[child.name, default: AscendingMap()].insert(child, for: child.id) else {
      return false
    }
    count += 1
    return true
  }

  /// Removes a child; false where it is not in.
  mutating func remove(_ child: LiveCoordinator) -> Bool {
    guard namesakes[child.name]?.remove(child.id) != nil else { return false }
    if namesakes[child.name]?.isEmpty == true { namesakes[child.name] = nil }
    count -= 1
    return true
  }

  /// The newest child of that name.
  func newest(named name: String) -> LiveCoordinator? { namesakes[name]?.highest?.value }

  func contains(_ child: LiveCoordinator) -> Bool {
    namesakes[child.name]?.contains(child.id) ?? false
  }

  /// All, the newest first.
  var newestFirst: [LiveCoordinator] {
    if namesakes.count == 1, let only = namesakes.values.first {
      return only.highestFirst.map { $0.value }
    }
    return namesakes.values.flatMap { $0.values }.sorted { $0.id > $1.id }
  }
}
