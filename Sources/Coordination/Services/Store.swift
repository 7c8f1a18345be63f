import PlainValues

/// Where the built-in service `store` keeps its values across launches.
///
/// The host writes while a turn runs and takes back what a failed turn wrote; `commit` says when
/// what was written is to last.
public protocol Store: AnyObject {
  /// All that it keeps, by key, as it is now: with what has been written since the last commit.
  /// Snapshots have it. Costs the number of values.
  var values: [String: Value] { get }
  func value(forKey key: String) -> Value?
  /// Keeps a value under a key, or with nil lets go of it.
  func setValue(_ value: Value?, forKey key: String)
  /// What has been written since the last commit is to last.
  ///
  /// - Throws: where it cannot be kept. The turn then fails, and what it wrote is taken back.
  func commit() throws
}

/// A store in memory.
public final class MemoryStore: Store {
  public private(set) var values: [String: Value]

  public init(_ values: [String: Value] = [:]) { self.values = values }

  public func value(forKey key: String) -> Value? { values[key] }
  public func setValue(_ value: Value?, forKey key: String) { values[key] = value }
  public func commit() {}
}
