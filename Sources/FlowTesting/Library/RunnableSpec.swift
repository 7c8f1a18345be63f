/// A spec file that has been loaded.
protocol RunnableSpec {
  /// Its tests, in order.
  var entries: [TestEntry] { get }
  /// Runs those of its tests that have these indices, with their hooks.
  func run(_ selected: Set<Int>, _ report: (SpecEvent) -> Void)
}
