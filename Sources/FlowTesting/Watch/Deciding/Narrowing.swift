/// What somebody who watches has narrowed a run to.
public struct Narrowing {
  /// Tests, and files and blocks of which all are; nil for all.
  public var tests: Set<TestKey>?
  /// A Lua pattern that has to be found in the full name.
  public var name: NamePattern?

  public init(tests: Set<TestKey>? = nil, name: NamePattern? = nil) {
    self.tests = tests
    self.name = name
  }

  func takes(_ entry: TestEntry) -> Bool {
    if let tests, !TestKey(entry.id).around.contains(where: tests.contains) { return false }
    return name?.isFound(in: entry.id.fullName) ?? true
  }
}
