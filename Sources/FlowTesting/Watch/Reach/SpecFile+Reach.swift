import SystemCalls

extension SpecFile {
  /// What it has reached since this was last asked: itself, what it has required so far, and what its
  /// extensions know of. Nil where that is not gathered.
  func takeReach() -> Reach? {
    guard let reaching else { return nil }
    var reach = Reach(files: session.modules.sought)
    reach.files.insert(AbsolutePath.of(path))
    for more in reaching { reach.formUnion(more.takeReach()) }
    return reach
  }
}
