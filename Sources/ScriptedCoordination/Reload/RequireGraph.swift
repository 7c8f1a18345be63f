/// Which files of a project make use of which others, by `require` or because they are checked
/// against them.
struct RequireGraph {
  private var required: [String: Set<String>] = [:]
  private var requiring: [String: Set<String>] = [:]

  /// The files that a file makes use of, directly or not.
  subscript(path: String) -> Set<String> {
    get { required[path] ?? [] }
    set {
      for former in self[path].subtracting(newValue) {
        requiring[former]?.remove(path)
        if requiring[former]?.isEmpty == true { requiring[former] = nil }
      }
      for added in newValue.subtracting(self[path]) { requiring[added, default: []].insert(path) }
      required[path] = newValue.isEmpty ? nil : newValue
    }
  }

  /// The files and all that make use of one of them.
  func affected(by paths: some Sequence<String>) -> Set<String> {
    paths.reduce(into: Set()) { affected, path in
      affected.insert(path)
      affected.formUnion(requiring[path] ?? [])
    }
  }
}
