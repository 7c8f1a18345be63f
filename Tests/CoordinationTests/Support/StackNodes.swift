@testable import Navigation

/// The pieces of memory that stacks share.
enum StackNodes {
  /// The node of the base's stack that has so many screens above it.
  static func node(of navigation: Navigation, above: Int) -> AnyObject? {
    var node = navigation.base.stack?.node
    for _ in 0..<above { node = node?.below }
    return node
  }
}
