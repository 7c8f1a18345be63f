/// The children that a coordinator has started and that have not ended.
///
/// Any number, also of one name. Adding, finding and removing one costs the same whatever the
/// number (amortised); listing them all costs their number.
struct Registry {
  private var byID: [CoordinatorID: LiveCoordinator] = [:]
  private var namesakes: [String: AscendingSet<CoordinatorID>] = [:]

  var count: Int { byID.count }
  var isEmpty: Bool { byID.isEmpty }

  /// Adds a child; false where it is in already.
  mutating func add(_ child: LiveCoordinator) -> Bool {
    guard byID.updateValue(child, forKey: child.id) == nil else { return false }
    namesakes[child.name, default: AscendingSet()].insert(child.id)
    return true
  }

  /// Removes a child; false where it is not in.
  mutating func remove(_ child: LiveCoordinator) -> Bool {
    guard byID.removeValue(forKey: child.id) != nil else { return false }
    namesakes[child.name]?.remove(child.id)
    if namesakes[child.name]?.isEmpty == true { namesakes[child.name] = nil }
    return true
  }

  /// The newest child of that name.
  func newest(named name: String) -> LiveCoordinator? {
    namesakes[name]?.highest.flatMap { byID[$0] }
  }

  func contains(_ child: LiveCoordinator) -> Bool { byID[child.id] != nil }

  /// All, the newest first.
  var newestFirst: [LiveCoordinator] { byID.values.sorted { $0.id > $1.id } }
}
