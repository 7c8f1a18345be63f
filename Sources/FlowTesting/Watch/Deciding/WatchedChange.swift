import Watching

/// A file that has come, is another, or has gone.
public struct WatchedChange: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case added, changed, removed
  }

  /// Absolute.
  public let path: String
  public let kind: Kind

  public init(_ path: String, _ kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// - Parameter folder: the one that is watched, absolute.
  init(_ change: FileChange, in folder: String) {
    let kind: Kind =
      switch change.kind {
      case .added: .added
      case .changed, .unreadable: .changed
      case .removed: .removed
      }
    self.init(folder == "/" ? "/" + change.path : folder + "/" + change.path, kind)
  }

  /// Whether it is a part of what a project loads: its tests are not.
  func isInProject(_ folder: String) -> Bool {
    guard path.hasPrefix(folder + "/") else { return false }
    return !["tests/", "spec/"].contains { path.dropFirst(folder.count + 1).hasPrefix($0) }
  }

  /// What has become of a file in the end, by two changes one after the other; nil where that is
  /// nothing.
  func followed(by later: WatchedChange) -> WatchedChange? {
    switch (kind, later.kind) {
    case (.added, .removed): nil
    case (.added, _): self
    case (.removed, .added): WatchedChange(path, .changed)
    default: later
    }
  }

  /// As people are told.
  var text: String { "\(AbsolutePath.shown(path)) \(kind.rawValue)" }
}

/// What has changed since it was last dealt with, one change a file.
struct GatheredChanges {
  private var changes: [String: WatchedChange] = [:]

  mutating func add(_ more: some Sequence<WatchedChange>) {
    for change in more {
      guard let earlier = changes[change.path] else {
        changes[change.path] = change
        continue
      }
      changes[change.path] = earlier.followed(by: change)
    }
  }

  /// Sorted by their paths.
  var all: [WatchedChange] { changes.values.sorted { $0.path < $1.path } }
  var isEmpty: Bool { changes.isEmpty }

  mutating func takeAll() -> [WatchedChange] {
    defer { changes = [:] }
    return all
  }
}
