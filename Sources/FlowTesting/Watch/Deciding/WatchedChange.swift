import SystemCalls
import Watching

/// A file that has come, is another, or has gone.
public struct WatchedChange: Hashable, Sendable {
  /// Absolute.
  public let path: String
  public let effect: FileChange.Effect

  public init(_ path: String, _ effect: FileChange.Effect) {
    self.path = path
    self.effect = effect
  }

  /// - Parameter folder: the one that is watched, absolute.
  init(_ change: FileChange, in folder: String) {
    self.init(folder == "/" ? "/" + change.path : folder + "/" + change.path, change.effect)
  }

  /// Whether it is a part of what a project loads: its tests are not.
  func isInProject(_ folder: String) -> Bool {
    guard path.hasPrefix(folder + "/") else { return false }
    return !["tests/", "spec/"].contains { path.dropFirst(folder.count + 1).hasPrefix($0) }
  }

  /// As people are told.
  var text: String { "\(AbsolutePath.shown(path)) \(effect.rawValue)" }
}

/// What has changed since it was last dealt with, one change a file.
struct GatheredChanges {
  private var effects: [String: FileChange.Effect] = [:]

  mutating func add(_ more: some Sequence<WatchedChange>) {
    for change in more {
      let earlier = effects[change.path]
      effects[change.path] = earlier.map { $0.followed(by: change.effect) } ?? change.effect
    }
  }

  /// Sorted by their paths.
  var all: [WatchedChange] {
    effects.sorted { $0.key < $1.key }.map { WatchedChange($0.key, $0.value) }
  }
  var isEmpty: Bool { effects.isEmpty }

  mutating func takeAll() -> [WatchedChange] {
    defer { effects = [:] }
    return all
  }
}
