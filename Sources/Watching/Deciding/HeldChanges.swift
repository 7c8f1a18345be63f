/// Changes that have not been told yet: of several of one file, what they come to.
struct HeldChanges {
  private var latest: [String: FileChange.Kind] = [:]
  /// The files that are not known to whoever is told.
  private var new: Set<String> = []

  mutating func add(_ change: FileChange) {
    if latest[change.path] == nil, case .added = change.kind { new.insert(change.path) }
    latest[change.path] = change.kind
  }

  /// What they come to, sorted by their paths; nothing is held then.
  mutating func take() -> [FileChange] {
    defer { self = HeldChanges() }
    return latest.sorted { $0.key < $1.key }.compactMap { path, kind in
      switch kind {
      case .added(let contents), .changed(let contents):
        FileChange(path, new.contains(path) ? .added(contents) : .changed(contents))
      case .removed: new.contains(path) ? nil : FileChange(path, .removed)
      case .unreadable: FileChange(path, kind)
      }
    }
  }
}
