/// Which coordinator, for good: an id is never used again within a host, so that a late answer to
/// a coordinator that has ended finds nothing, and never its successor.
public struct CoordinatorID: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static func < (lhs: CoordinatorID, rhs: CoordinatorID) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}
