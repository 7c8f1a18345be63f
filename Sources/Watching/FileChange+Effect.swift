extension FileChange {
  /// What has become of a file, whatever is in it.
  public enum Effect: String, Hashable, Sendable {
    case added, changed, removed

    /// What it comes to with a later one of the same file; nil where that is nothing.
    public func followed(by later: Effect) -> Effect? {
      switch (self, later) {
      case (.added, .removed): nil
      case (.added, _): .added
      case (.removed, .added): .changed
      default: later
      }
    }
  }

  public var effect: Effect {
    switch kind {
    case .added: .added
    case .changed, .unreadable: .changed
    case .removed: .removed
    }
  }
}
