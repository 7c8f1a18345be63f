/// Changes that have not been told yet: of several of one file, what they come to.
struct HeldChanges {
  private var effects: [String: FileChange.Effect] = [:]
  private var latest: [String: FileChange] = [:]

  var isEmpty: Bool { latest.isEmpty }
  var paths: Set<String> { Set(latest.keys) }

  mutating func add(_ change: FileChange) {
    let earlier = effects[change.path]
    effects[change.path] = earlier.map { $0.followed(by: change.effect) } ?? change.effect
    latest[change.path] = change
  }

  /// What they come to, sorted by their paths; nothing is held then.
  mutating func take() -> [FileChange] {
    defer { self = HeldChanges() }
    return effects.sorted { $0.key < $1.key }.compactMap { path, effect in
      guard let change = latest[path], let contents = change.contents else { return latest[path] }
      return FileChange(path, effect == .added ? .added(contents) : .changed(contents))
    }
  }
}
