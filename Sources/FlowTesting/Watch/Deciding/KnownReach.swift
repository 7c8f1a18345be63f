import SystemCalls

/// What tests depend on, as far as rounds have told, and so which of them a change reaches.
struct KnownReach {
  /// By the path that the runner knows a file by.
  private var specs: [String: FileReach] = [:]

  /// What a change reaches.
  struct Touched: Equatable {
    /// Tests; of a file without names, all of its tests.
    var tests: Set<TestKey> = []
    /// The changes that no test depends on.
    var unreached: [WatchedChange] = []
  }

  /// Takes in what a round has told.
  ///
  /// - Parameter whole: the files of which all tests were to run: nothing from before counts.
  mutating func take(_ told: [String: FileReach], whole: Set<String>) {
    for (path, reach) in told {
      if whole.contains(path) {
        specs[path] = reach
        continue
      }
      var known = specs[path] ?? Self.unknown
      let isUnknown = known.shared.extent == .everything
      known.shared = reach.shared
      // What the other tests of the file depend on is as unknown as before.
      if isUnknown { known.shared.extent = .everything }
      known.tests.merge(reach.tests) { $1 }
      specs[path] = known
    }
  }

  private static var unknown: FileReach {
    var reach = FileReach()
    reach.shared = .everything
    return reach
  }

  /// Lets go of files that are not there any more.
  mutating func forget(allBut paths: Set<String>) {
    specs = specs.filter { paths.contains($0.key) }
  }

  /// How many tests a file has, as far as is known; nil where nothing is.
  func count(of spec: String) -> Int? { specs[spec]?.tests.count }

  /// All files that a test depends on.
  var files: Set<String> { specs.values.reduce(into: []) { $0.formUnion($1.files) } }

  /// Which tests depend on what has changed. A file that is not known depends on everything.
  ///
  /// Costs the number of changes times that of tests.
  ///
  /// - Parameter specs: the files of tests that there are now.
  func touched(by changes: [WatchedChange], among specs: [String]) -> Touched {
    let paths = specs.map { (spec: $0, path: AbsolutePath.of($0)) }
    var touched = Touched()
    for change in changes {
      let tests = paths.reduce(into: Set<TestKey>()) { tests, file in
        tests.formUnion(self.tests(of: file.spec, file.path, touchedBy: change))
      }
      if tests.isEmpty { touched.unreached.append(change) }
      touched.tests.formUnion(tests)
    }
    return touched
  }

  private func tests(
    of spec: String, _ path: String, touchedBy change: WatchedChange
  ) -> Set<TestKey> {
    let all: Set = [TestKey(file: spec, names: [])]
    guard path != change.path, let reach = specs[spec], !reach.shared.isTouched(by: change) else {
      return all
    }
    return Set(reach.tests.filter { $0.value.isTouched(by: change) }.keys)
  }
}
