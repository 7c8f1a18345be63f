/// Which test, for what outlives a run: its file and names. Tests of one name in a file, as a loop
/// makes them, share it.
public struct TestKey: Hashable, Sendable {
  public var file: String
  public var names: [String]

  public init(file: String, names: [String]) {
    self.file = file
    self.names = names
  }

  public init(_ id: TestID) { self.init(file: id.file, names: id.names) }

  /// It, and the blocks and the file that it is in.
  var around: [TestKey] {
    (0...names.count).map { TestKey(file: file, names: Array(names.prefix($0))) }
  }
}

extension TestKey {
  /// Tests differ in their own name, and where many files have the same, in the file.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(names.last)
  }
}

extension TestKey: Comparable {
  public static func < (left: TestKey, right: TestKey) -> Bool {
    left.file != right.file
      ? left.file < right.file : left.names.lexicographicallyPrecedes(right.names)
  }
}
