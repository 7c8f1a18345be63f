/// Whether the folder that is watched is there, and still the same.
struct FolderPresence {
  /// What tells one folder from another, also where a new one has the old one's path.
  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  enum Change: Equatable {
    case same
    /// Another folder is there now.
    case replaced
    case vanished
    /// It is still not there.
    case gone
    case returned
  }

  /// The folder that was seen last; nil where there was none.
  private(set) var identity: Identity?

  init(_ identity: Identity?) { self.identity = identity }

  /// Takes what is there now.
  mutating func see(_ seen: Identity?) -> Change {
    defer { identity = seen }
    return switch (identity, seen) {
    case (nil, nil): .gone
    case (nil, _): .returned
    case (_, nil): .vanished
    case (let before, let now): before == now ? .same : .replaced
    }
  }
}
