/// One spelling of a path.
package enum AbsolutePath {
  /// - Parameter path: absolute, or from the working directory.
  /// - Returns: it without `.`, `..` and slashes that say nothing; links are not looked at.
  package static func of(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : Folder.working + "/" + path
    var names: [Substring] = []
    for name in whole.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    // Not `joined`: for the first list of a kind Swift's runtime looks through all conformances.
    return names.isEmpty ? "/" : names.reduce(into: "") { $0 += "/" + String($1) }
  }

  /// That of the folder which a file or a folder is in. The root's is the root.
  package static func folder(of path: String) -> String {
    let whole = of(path)
    let end = whole.lastIndex(of: "/") ?? whole.startIndex
    return end == whole.startIndex ? "/" : String(whole[..<end])
  }

  /// Where links lead, if there is something at the path; nil where not.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// As messages show it: from the working directory where it is within.
  package static func shown(_ path: String) -> String {
    let working = AbsolutePath.of(Folder.working)
    return path.hasPrefix(working + "/") ? String(path.dropFirst(working.count + 1)) : path
  }
}
