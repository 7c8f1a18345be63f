import Foundation

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

/// One spelling of the path of a file.
enum AbsolutePath {
  /// - Parameter path: absolute, or from the working directory.
  /// - Returns: it without `.`, `..` and slashes that say nothing; links are not looked at.
  static func of(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    var names: [Substring] = []
    for name in whole.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return "/" + names.joined(separator: "/")
  }

  /// As messages show it: from the working directory where it is within.
  static func shown(_ path: String) -> String {
    let working = AbsolutePath.of(FileManager.default.currentDirectoryPath)
    return path.hasPrefix(working + "/") ? String(path.dropFirst(working.count + 1)) : path
  }
}
