import PlainValues

/// What today's coordinators are to those of a snapshot.
struct KnownCoordinators {
  /// The behaviors of those that come back as they were, or start anew.
  private(set) var behaviors: [CoordinatorID: any Behavior] = [:]
  /// Tabs whose coordinator could not be started.
  private(set) var missingTabs: [(place: String, slot: String)] = []
  private var missing: [(place: String, path: String, script: String)] = []
  private let slots: [String]

  /// - Throws: ``FlowError`` that names what is missing, where that is refused; for the root always.
  init(
    _ snapshot: Snapshot, in sources: [any CoordinatorSource], missing policy: MissingCoordinators
  ) throws {
    slots = sources.flatMap(\.slots)
    try find(snapshot.root, path: snapshot.root.name, in: sources)
    let known = Set(slots)
    for router in snapshot.routers {
      guard case .tab(let slot, _) = router.purpose, !known.contains(slot) else { continue }
      missingTabs.append((router.place + ".start", slot))
    }
    guard policy == .refused || behaviors[snapshot.root.id] == nil else { return }
    if let first = missing.first {
      throw refusal(at: "\(first.place) (\(first.path))", first.script)
    }
    if let first = missingTabs.first { throw refusal(at: first.place, first.slot) }
  }

  /// Those below one that starts anew, or that is missing, are not looked for.
  private mutating func find(
    _ saved: SavedCoordinator, path: String, in sources: [any CoordinatorSource]
  ) throws {
    for source in sources where behaviors[saved.id] == nil {
      behaviors[saved.id] = try source.behavior(of: saved.binding)
    }
    guard behaviors[saved.id] != nil else {
      return missing.append((saved.place, path, saved.binding.script))
    }
    guard !saved.restarts else { return }
    for child in saved.children { try find(child, path: "\(path)/\(child.name)", in: sources) }
  }

  private func refusal(at place: String, _ script: String) -> FlowError {
    let others = Set(missing.map(\.script) + missingTabs.map(\.slot)).subtracting([script])
    let more =
      others.isEmpty ? "" : "; nor is there \(others.sorted().prefix(8).joined(separator: ", "))"
    return FlowError(
      .misuse,
      """
      \(place): there is no coordinator "\(script)"\(Suggestion.near(script, among: slots))\(more). \
      Is it the snapshot of another project? What is missing can be left out, but for the root.
      """)
  }
}
