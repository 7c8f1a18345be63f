/// What becomes of a snapshot that is not there, or is another.
public enum SnapshotMode: String, Sendable {
  /// One that is not there is written; another fails.
  case write
  /// What is not there fails too: for machines, whose files nobody keeps.
  case check
  /// Both are written.
  case update

  /// As people want it where they work, and in CI, where the environment has `CI` set.
  ///
  /// - Parameter environment: the value of a variable; nil where it is not set.
  public init(environment: (String) -> String?) {
    let mark = environment("CI") ?? ""
    self = ["", "0", "false"].contains(mark) ? .write : .check
  }
}
