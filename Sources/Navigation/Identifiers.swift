/// Names one instance of a screen. It is never used again, so that a late answer to a screen that
/// has gone finds nothing, and never its successor.
public struct ScreenID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public var description: String { "screen \(rawValue)" }

  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// Names one place that shows screens: the base, a tab, a side of a split, a modal. It is never
/// used again.
public struct RouterID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public var description: String { "router \(rawValue)" }

  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}
